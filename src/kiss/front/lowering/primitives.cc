// The functions of models and of verification programs, and compilers' built-in functions.
#include "kiss/front/lowering/lowering.h"

namespace stalemate::kiss {
namespace {

// Functions of share/primitives.h that end the thread or run others: after them a thread may have stopped.
// The rest of that header only queries and chooses.
bool may_stop(llvm::StringRef name) {
  return name == "kiss_async" || name == "kiss_async_int" || name == "kiss_exit_thread" ||
         name == "kiss_end_thread" || name == "kiss_fail_misuse";
}

bool is_pure_builtin(llvm::StringRef name) {
  for (const char* start :
       {"__builtin_bswap", "__builtin_popcount", "__builtin_clz", "__builtin_ctz", "__builtin_ffs",
        "__builtin_parity", "__builtin_isnan", "__builtin_isinf", "__builtin_inf", "__builtin_huge_val",
        "__builtin_nan", "__builtin_fabs", "__builtin_va_", "__builtin_abs", "__builtin_labs"})
    if (name.starts_with(start)) return true;
  return false;
}

}  // namespace

std::optional<Text> Lowering::call_primitive(const clang::CallExpr* call, llvm::StringRef name,
                                             bool is_used) {
  const clang::SourceLocation where = call->getBeginLoc();
  if (name == "kiss_atomic_begin" || name == "__VERIFIER_atomic_begin") {
    begin_atomic(where, source_text(call));
    return primary("0");
  }
  if (name == "kiss_atomic_end" || name == "__VERIFIER_atomic_end") {
    end_atomic(where);
    return primary("0");
  }
  if (name == "kiss_assume" || name == "__VERIFIER_assume") {
    if (call->getNumArgs() != 1) refuse(where, name.str() + " takes one argument");
    const Text condition = value(call->getArg(0));
    // In a model it blocks; an assumption about inputs ends the path.
    const bool blocks = atomic_ != 0 || name == "kiss_assume";
    if (blocks)
      emit(StatementKind::kAssume, where, condition.text).shown = source_text(call);
    else
      emit(StatementKind::kLocal, where, "kiss_assume(" + binary(condition, "!=", primary("0")).text + ")");
    return primary("0");
  }
  if (name.starts_with("__VERIFIER_nondet_") || name == "kiss_input") {
    const clang::QualType type = Types::plain(call->getType());
    if (!type->isIntegerType()) refuse(where, "inputs of this type are not supported: " + source_text(call));
    assembly_.see_input();
    return finish_call(call, StatementKind::kLocal, type->isBooleanType() ? "kiss_truth()" : "kiss_input()",
                       is_used);
  }
  if (name == "__assert_fail" || name == "__assert_perror_fail" || name == "__assert") {
    const auto* message = call->getNumArgs() == 0
                              ? nullptr
                              : llvm::dyn_cast<clang::StringLiteral>(call->getArg(0)->IgnoreParenImpCasts());
    fail(call, "", message == nullptr ? source_text(call) : message->getString().str());
    return primary("0");
  }
  const Place declared = place_of(unit_.sources(), call->getDirectCallee()->getLocation());
  if (name.starts_with("kiss_") && declared.file.ends_with("primitives.h")) {
    if (name.starts_with("kiss_async")) assembly_.see_creation(result_.name);
    const StatementKind kind = may_stop(name) ? StatementKind::kCall : StatementKind::kLocal;
    return finish_call(call, kind, name.str() + "(" + arguments(call) + ")", is_used);
  }
  return std::nullopt;
}

void Lowering::begin_atomic(clang::SourceLocation where, const std::string& shown) {
  if (atomic_ != 0) refuse(where, "an atomic region begins inside of another");
  atomic_++;
  assembly_.see_region(result_.name);
  emit(StatementKind::kAtomicBegin, where).shown = shown;
}

void Lowering::end_atomic(clang::SourceLocation where) {
  if (atomic_ == 0) refuse(where, "an atomic region ends that did not begin in this block");
  atomic_--;
  emit(StatementKind::kAtomicEnd, where);
}

std::optional<Text> Lowering::call_builtin(const clang::CallExpr* call, llvm::StringRef name, bool is_used) {
  const clang::SourceLocation where = call->getBeginLoc();
  if (!name.starts_with("__builtin_")) return std::nullopt;
  if (name == "__builtin_expect" || name == "__builtin_expect_with_probability" ||
      name == "__builtin_assume_aligned") {
    const Text first = value(call->getArg(0));
    for (unsigned i = 1; i < call->getNumArgs(); i++) effect(call->getArg(i));
    return first;
  }
  if (name == "__builtin_prefetch") return primary("0");
  if (name.ends_with("_overflow")) return overflow(call, name);
  clang::Expr::EvalResult result;
  if (call->EvaluateAsInt(result, unit_.ast->getASTContext())) return literal(call);
  if (name == "__builtin_constant_p" || name == "__builtin_object_size") return primary("0");
  if (!is_pure_builtin(name)) refuse(where, "the built-in function " + name.str() + " is not supported");
  return finish_call(call, StatementKind::kLocal, name.str() + "(" + arguments(call) + ")", is_used);
}

// __builtin_add_overflow(a, b, &x): computed into a temporary, then written to x.
Text Lowering::overflow(const clang::CallExpr* call, llvm::StringRef name) {
  const clang::Expr* target = call->getArg(2);
  const Text left = value(call->getArg(0)), right = value(call->getArg(1));
  Lvalue to = pointed(target, target->getType()->getPointeeType());
  to.type = target->getType()->getPointeeType();
  to.shown = source_text(target);
  to.where = call->getBeginLoc();
  const std::string computed = temporary(to.type), overflowed = temporary(call->getType());
  emit(StatementKind::kLocal, call->getBeginLoc(),
       overflowed + " = " + name.str() + "(" + left.text + ", " + right.text + ", &" + computed + ")");
  write(to, primary(computed), false);
  return primary(overflowed);
}

}  // namespace stalemate::kiss
