// A pass for builtins of the processor that access memory (`_mm_stream_si32`, `_mm256_i32gather_epi32`, …): gcc's
// thread sanitizer instruments none of them. Where it is known how many bytes are accessed, a hook of the sanitizer
// gets them; other builtins are announced as inline assembly is.
#include <cstring>

#include "plugins/gcc/passes.h"

namespace {

enum class Effect {
  kNone,
  kReads,         // as many bytes as the result has
  kWrites,        // as many as the second argument has
  kWritesTarget,  // as many as the type has that the parameter points to
  kUnknown,
};

bool begins(const char* name, const char* with) { return std::strncmp(name, with, std::strlen(with)) == 0; }

Effect effect_of(const char* builtin, const gcall* call) {
  constexpr const char* kPrefix = "__builtin_ia32_";
  if (!begins(builtin, kPrefix)) return Effect::kUnknown;
  const char* name = builtin + std::strlen(kPrefix);
  for (const char* none : {"clflush", "clwb", "cldemote", "monitor", "umonitor", "prefetch"})
    if (begins(name, none)) return Effect::kNone;
  for (const char* target : {"rdtscp", "rdrand", "rdseed", "addcarry", "sbb"})
    if (begins(name, target)) return Effect::kWritesTarget;
  if (begins(name, "lddqu")) return Effect::kReads;
  if (begins(name, "movnt")) return gimple_call_num_args(call) == 1 ? Effect::kReads : Effect::kWrites;
  return Effect::kUnknown;
}

// Of the running thread alone.
bool is_own(tree pointer) {
  if (TREE_CODE(pointer) != ADDR_EXPR) return false;
  const tree base = get_base_address(TREE_OPERAND(pointer, 0));
  if (base == NULL_TREE || !VAR_P(base) || is_global_var(base)) return false;
  pt_solution escaped = {};
  escaped.escaped = 1;
  return !pt_solution_includes(&escaped, base);
}

tree size_of(tree type) {
  const tree size = type != NULL_TREE && COMPLETE_TYPE_P(type) ? TYPE_SIZE_UNIT(type) : NULL_TREE;
  return size != NULL_TREE && TREE_CODE(size) == INTEGER_CST ? size : NULL_TREE;
}

tree type_of_target(const gcall* call, unsigned argument) {
  tree parameter = TYPE_ARG_TYPES(gimple_call_fntype(call));
  for (; argument != 0 && parameter != NULL_TREE; --argument) parameter = TREE_CHAIN(parameter);
  return parameter != NULL_TREE && POINTER_TYPE_P(TREE_VALUE(parameter)) ? TREE_TYPE(TREE_VALUE(parameter)) : NULL_TREE;
}

tree bytes_of(const gcall* call, unsigned argument, Effect effect) {
  switch (effect) {
    case Effect::kReads: return size_of(TREE_TYPE(gimple_call_fntype(call)));
    case Effect::kWrites: return size_of(TREE_TYPE(gimple_call_arg(call, 1)));
    case Effect::kWritesTarget: return size_of(type_of_target(call, argument));
    default: return NULL_TREE;
  }
}

// The first pointer among the arguments that other threads may have; their number: there is none.
unsigned shared_pointer(const gcall* call) {
  unsigned n = 0;
  for (; n < gimple_call_num_args(call); ++n) {
    const tree argument = gimple_call_arg(call, n);
    if (POINTER_TYPE_P(TREE_TYPE(argument)) && !is_own(argument)) break;
  }
  return n;
}

// Null: it needs none.
gcall* hook_before(const gcall* call) {
  const unsigned pointer = shared_pointer(call);
  if (pointer == gimple_call_num_args(call)) return nullptr;
  const Effect effect = effect_of(IDENTIFIER_POINTER(DECL_NAME(gimple_call_fndecl(call))), call);
  if (effect == Effect::kNone) return nullptr;
  if (const tree bytes = bytes_of(call, pointer, effect)) {
    const built_in_function hook = effect == Effect::kReads ? BUILT_IN_TSAN_READ_RANGE : BUILT_IN_TSAN_WRITE_RANGE;
    return gimple_build_call(builtin_decl_implicit(hook), 2, gimple_call_arg(call, pointer),
                             fold_convert(pointer_sized_int_node, bytes));
  }
  const tree hook = build_fn_decl("stalemate_assembly", build_function_type_list(void_type_node, NULL_TREE));
  TREE_NOTHROW(hook) = 1;
  return gimple_build_call(hook, 0);
}

constexpr pass_data kTargetBuiltins = {
    GIMPLE_PASS, "stalemate_target_builtins", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0,
    TODO_update_ssa_only_virtuals,
};

class TargetBuiltins : public gimple_opt_pass {
 public:
  TargetBuiltins(gcc::context* context, Before before) : gimple_opt_pass(kTargetBuiltins, context), before_(before) {}

  opt_pass* clone() override { return new TargetBuiltins(m_ctxt, before_); }

  bool gate(function*) override { return is_run(before_); }

  unsigned int execute(function* compiled) override {
    bool added = false;
    basic_block block;
    FOR_EACH_BB_FN(block, compiled)
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
      const gcall* call = dyn_cast<gcall*>(gsi_stmt(i));
      if (call == nullptr || gimple_call_internal_p(call)) continue;
      const tree called = gimple_call_fndecl(call);
      if (called == NULL_TREE || !fndecl_built_in_p(called, BUILT_IN_MD)) continue;
      gcall* hook = hook_before(call);
      if (hook == nullptr) continue;
      gimple_set_location(hook, gimple_location(call));
      gsi_insert_before(&i, hook, GSI_SAME_STMT);
      added = true;
    }
    if (added) mark_virtual_operands_for_renaming(compiled);
    return 0;
  }

 private:
  Before before_;
};

}  // namespace

opt_pass* target_builtins_pass(gcc::context* context, Before before) { return new TargetBuiltins(context, before); }
