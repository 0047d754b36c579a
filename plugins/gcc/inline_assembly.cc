// A pass that announces inline assembly: where it may access memory that threads share, a call of
// `stalemate_assembly` comes before it.
#include "plugins/harmless_assembly.h"

#include "plugins/gcc/passes.h"

namespace {

struct Search {
  tree variable;
  bool found;
};

bool is_address_of(gimple* statement, tree base, tree, void* argument) {
  Search& search = *static_cast<Search*>(argument);
  // Memory operands of assembly count as addresses that are taken.
  search.found |= base == search.variable && gimple_code(statement) != GIMPLE_ASM;
  return search.found;
}

// A local variable whose address nothing but assembly gets.
bool is_own(tree variable, function* compiled) {
  if (!VAR_P(variable) || is_global_var(variable)) return false;
  Search search = {variable, false};
  basic_block block;
  FOR_EACH_BB_FN(block, compiled) {
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
      if (!is_gimple_debug(gsi_stmt(i)))
        walk_stmt_load_store_addr_ops(gsi_stmt(i), &search, nullptr, nullptr, is_address_of);
    for (gphi_iterator i = gsi_start_phis(block); !gsi_end_p(i); gsi_next(&i))
      walk_stmt_load_store_addr_ops(i.phi(), &search, nullptr, nullptr, is_address_of);
  }
  return !search.found;
}

// In memory, or a pointer.
bool may_be_shared(tree operand, function* compiled) {
  if (POINTER_TYPE_P(TREE_TYPE(operand))) return true;
  if (is_gimple_reg(operand) || !(REFERENCE_CLASS_P(operand) || DECL_P(operand))) return false;
  const tree base = get_base_address(operand);
  return base == NULL_TREE || !DECL_P(base) || !is_own(base, compiled);
}

bool may_access_shared(gasm* assembly, function* compiled) {
  if (stalemate::plugins::is_harmless_assembly(gimple_asm_string(assembly))) return false;
  if (gimple_asm_clobbers_memory_p(assembly)) return true;
  for (unsigned i = 0; i < gimple_asm_ninputs(assembly); ++i)
    if (may_be_shared(TREE_VALUE(gimple_asm_input_op(assembly, i)), compiled)) return true;
  for (unsigned i = 0; i < gimple_asm_noutputs(assembly); ++i)
    if (may_be_shared(TREE_VALUE(gimple_asm_output_op(assembly, i)), compiled)) return true;
  return false;
}

void announce(gasm* assembly) {
  const tree hook = build_fn_decl("stalemate_assembly", build_function_type_list(void_type_node, NULL_TREE));
  TREE_NOTHROW(hook) = 1;
  gcall* call = gimple_build_call(hook, 0);
  gimple_set_location(call, gimple_location(assembly));
  gimple_stmt_iterator position = gsi_for_stmt(assembly);
  gsi_insert_before(&position, call, GSI_SAME_STMT);
}

constexpr pass_data kInlineAssembly = {
    GIMPLE_PASS, "stalemate_inline_assembly", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0,
    TODO_update_ssa_only_virtuals,
};

class InlineAssembly : public gimple_opt_pass {
 public:
  InlineAssembly(gcc::context* context, Before before) : gimple_opt_pass(kInlineAssembly, context), before_(before) {}

  opt_pass* clone() override { return new InlineAssembly(m_ctxt, before_); }

  bool gate(function*) override { return is_run(before_); }

  unsigned int execute(function* compiled) override {
    auto_vec<gasm*> found;
    basic_block block;
    FOR_EACH_BB_FN(block, compiled)
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
      if (gasm* assembly = dyn_cast<gasm*>(gsi_stmt(i)); assembly != nullptr && may_access_shared(assembly, compiled))
        found.safe_push(assembly);
    for (gasm* assembly : found) announce(assembly);
    if (!found.is_empty()) mark_virtual_operands_for_renaming(compiled);
    return 0;
  }

 private:
  Before before_;
};

}  // namespace

opt_pass* inline_assembly_pass(gcc::context* context, Before before) { return new InlineAssembly(context, before); }
