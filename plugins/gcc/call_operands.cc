// A pass that makes gcc's thread sanitizer see the memory operands of calls.
//
// gcc's pass `tsan` instruments loads and stores that are assignments. A call whose result is an aggregate stores
// it itself (`*p = f()`), and one that takes an aggregate by value loads it itself (`f(*p)`): these are not
// instrumented. One pass before `tsan` gives such calls temporary variables as operands:
//
//   *p = f()  becomes  t = f(); *p = t        f(*p)  becomes  t = *p; f(t)
//
// Copies of known size, as by `__builtin_memcpy` in templates of the C++ library and under _FORTIFY_SOURCE, would be
// expanded after `tsan`: they become calls of the function, which our runtime observes.
//
// The meaning of the program stays the same. What `tsan` would not instrument stays as it is: local variables
// whose address does not escape, and functions that are not to be sanitized. So do types that cannot be copied
// bit by bit: the called function constructs such a result through a pointer, and is instrumented itself.
#include "plugins/gcc/passes.h"

namespace {

// As in tsan's instrument_expr: whether another thread may access the variable.
bool may_be_shared(tree reference) {
  const tree base = get_base_address(reference);
  if (base == NULL_TREE || !DECL_P(base)) return true;
  // A returned value is stored where the caller wants it: the caller's temporary, or a variable of its own.
  if (TREE_CODE(base) == RESULT_DECL || TREE_READONLY(base) || (VAR_P(base) && DECL_HARD_REGISTER(base))) return false;
  if (!is_global_var(base) && !may_be_aliased(base)) return false;
  pt_solution escaped = {};
  escaped.escaped = 1;
  escaped.ipa_escaped = flag_ipa_pta != 0;
  return pt_solution_includes(&escaped, base);
}

bool is_copied_by_bits(tree type) {
  return COMPLETE_TYPE_P(type) && !TREE_ADDRESSABLE(type) && TREE_CODE(TYPE_SIZE(type)) == INTEGER_CST &&
         !integer_zerop(TYPE_SIZE(type));
}

bool needs_temporary(tree operand) {
  return (REFERENCE_CLASS_P(operand) || DECL_P(operand)) && !is_gimple_reg(operand) &&
         TREE_CODE(operand) != FUNCTION_DECL && is_copied_by_bits(TREE_TYPE(operand)) && may_be_shared(operand);
}

tree temporary_for(tree operand) {
  const tree temporary = create_tmp_var(TYPE_MAIN_VARIANT(TREE_TYPE(operand)), "call_operand");
  // tsan leaves it alone, and so do the warnings about uninitialised variables.
  suppress_warning(temporary);
  return temporary;
}

gassign* copy(tree to, tree from, const gcall* call) {
  gassign* assignment = gimple_build_assign(to, from);
  gimple_set_location(assignment, gimple_location(call));
  return assignment;
}

// A call that may throw ends its block: what follows it is on the edge of a normal return. Null if it never returns.
edge normal_return(const gcall* call) {
  const edge next = find_fallthru_edge(gimple_bb(call)->succs);
  return next != nullptr && (next->flags & EDGE_COMPLEX) == 0 ? next : nullptr;
}

edge exception_edge(basic_block block) {
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE(e, i, block->succs)
  if ((e->flags & EDGE_EH) != 0) return e;
  return nullptr;
}

// With -fnon-call-exceptions: an access that throws to where the call throws ends its block, and has an edge to there.
void throw_as(gcall* call, gassign* access, int landing_pad) {
  if (landing_pad == 0 || !stmt_could_throw_p(cfun, access)) return;
  add_stmt_to_eh_lp(access, landing_pad);
  if (landing_pad < 0) return;  // it must not throw
  if (access != last_stmt(gimple_bb(access))) split_block(gimple_bb(access), access);
  make_eh_edges(access);
  const edge added = exception_edge(gimple_bb(access)), known = exception_edge(gimple_bb(call));
  added->probability = profile_probability::very_unlikely();
  for (gphi_iterator i = gsi_start_phis(added->dest); !gsi_end_p(i); gsi_next(&i))
    add_phi_arg(i.phi(), PHI_ARG_DEF_FROM_EDGE(i.phi(), known), added, UNKNOWN_LOCATION);
}

void store_result_apart(gcall* call, int landing_pad) {
  const tree target = gimple_call_lhs(call);
  if (target == NULL_TREE || !needs_temporary(target)) return;
  const bool ends_block = stmt_ends_bb_p(call);
  const edge next = ends_block ? normal_return(call) : nullptr;
  if (ends_block && next == nullptr) return;
  const tree temporary = temporary_for(target);
  gimple_call_set_lhs(call, temporary);
  update_stmt(call);
  gassign* store = copy(target, temporary, call);
  gimple_stmt_iterator position = ends_block ? gsi_start_bb(split_edge(next)) : gsi_for_stmt(call);
  gsi_insert_after(&position, store, GSI_NEW_STMT);
  throw_as(call, store, landing_pad);
}

void load_arguments_apart(gcall* call, int landing_pad) {
  for (unsigned i = 0; i < gimple_call_num_args(call); ++i) {
    const tree argument = gimple_call_arg(call, i);
    if (!needs_temporary(argument)) continue;
    const tree temporary = temporary_for(argument);
    gassign* load = copy(temporary, argument, call);
    gimple_stmt_iterator position = gsi_for_stmt(call);
    gsi_insert_before(&position, load, GSI_SAME_STMT);
    gimple_call_set_arg(call, i, temporary);
    update_stmt(call);
    throw_as(call, load, landing_pad);
  }
}

bool is_copy(tree function) {
  switch (DECL_FUNCTION_CODE(function)) {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMSET:
    case BUILT_IN_MEMCMP:
    case BUILT_IN_BCOPY:
    case BUILT_IN_BZERO:
    case BUILT_IN_BCMP:
    case BUILT_IN_STRCPY:
    case BUILT_IN_STPCPY:
    case BUILT_IN_STRNCPY:
    case BUILT_IN_STPNCPY:
    case BUILT_IN_STRCAT:
    case BUILT_IN_STRNCAT:
    case BUILT_IN_MEMCPY_CHK:
    case BUILT_IN_MEMMOVE_CHK:
    case BUILT_IN_MEMPCPY_CHK:
    case BUILT_IN_MEMSET_CHK:
    case BUILT_IN_STRCPY_CHK:
    case BUILT_IN_STPCPY_CHK:
    case BUILT_IN_STRNCPY_CHK:
    case BUILT_IN_STPNCPY_CHK:
    case BUILT_IN_STRCAT_CHK:
    case BUILT_IN_STRNCAT_CHK: return true;
    default: return false;
  }
}

void keep_as_call(gcall* call) {
  const tree function = gimple_call_fndecl(call);
  if (function == NULL_TREE || !fndecl_built_in_p(function, BUILT_IN_NORMAL) || !is_copy(function)) return;
  const tree called = build_fn_decl(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function)), TREE_TYPE(function));
  TREE_NOTHROW(called) = TREE_NOTHROW(function);
  gimple_call_set_fndecl(call, called);
  update_stmt(call);
}

// Internal functions are not calls, and a tail call that the program demands has no frame to return to.
bool is_ordinary(gcall* call) {
  return !gimple_call_internal_p(call) && !gimple_call_must_tail_p(call) && !gimple_call_from_thunk_p(call);
}

constexpr pass_data kCallOperands = {
    GIMPLE_PASS, "stalemate_call_operands", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0,
    TODO_update_ssa_only_virtuals,
};

class CallOperands : public gimple_opt_pass {
 public:
  CallOperands(gcc::context* context, Before before) : gimple_opt_pass(kCallOperands, context), before_(before) {}

  opt_pass* clone() override { return new CallOperands(m_ctxt, before_); }

  bool gate(function*) override { return is_run(before_); }

  unsigned int execute(function* compiled) override {
    auto_vec<gcall*> calls;  // they move to other blocks
    basic_block block;
    FOR_EACH_BB_FN(block, compiled)
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
      if (gcall* call = dyn_cast<gcall*>(gsi_stmt(i)); call != nullptr && is_ordinary(call)) calls.safe_push(call);
    const int blocks = n_basic_blocks_for_fn(compiled);
    for (gcall* call : calls) {
      // A load or a store throws only with -fnon-call-exceptions.
      const int landing_pad = compiled->can_throw_non_call_exceptions ? lookup_stmt_eh_lp(call) : 0;
      load_arguments_apart(call, landing_pad);
      store_result_apart(call, landing_pad);
      keep_as_call(call);
      // If only its operands could throw, it does not any more.
      if (landing_pad != 0 && maybe_clean_eh_stmt(call)) gimple_purge_dead_eh_edges(gimple_bb(call));
    }
    if (n_basic_blocks_for_fn(compiled) != blocks) {
      free_dominance_info(CDI_DOMINATORS);
      if (current_loops != nullptr) loops_state_set(LOOPS_NEED_FIXUP);
      mark_virtual_operands_for_renaming(compiled);
    }
    return 0;
  }

 private:
  Before before_;
};

}  // namespace

opt_pass* call_operands_pass(gcc::context* context, Before before) { return new CallOperands(context, before); }
