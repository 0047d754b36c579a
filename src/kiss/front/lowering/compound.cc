// Expressions that become several statements: conditions with effects, assignments, statement expressions.
#include "kiss/front/lowering/lowering.h"

namespace stalemate::kiss {
namespace {

bool is_truth(const clang::Expr* expression) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return unary->getOpcode() == clang::UO_LNot;
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  return binary != nullptr && (binary->isComparisonOp() || binary->isLogicalOp());
}

Text truth(const clang::Expr* expression, const Text& text) {
  return is_truth(expression) ? text : binary(text.operand() + " != 0");
}

Statement branch(const Place& place, const std::string& condition) {
  Statement statement;
  statement.kind = StatementKind::kIf;
  statement.place = place;
  statement.text = condition;
  return statement;
}

}  // namespace

Text Lowering::logical(const clang::BinaryOperator* operation, bool is_used) {
  const bool is_and = operation->getOpcode() == clang::BO_LAnd;
  const clang::Expr* right = operation->getRHS();
  const Text left = value(operation->getLHS());
  Text second;
  List list = collect([&] {
    if (is_used)
      second = value(right);
    else
      effect(right);
  });
  if (list.empty()) return is_used ? binary(left, is_and ? "&&" : "||", second) : primary("0");
  const clang::SourceLocation where = operation->getBeginLoc();
  if (!is_used) {
    Statement statement = branch(place(where), is_and ? left.text : negated(left));
    statement.body = std::move(list);
    out_->push_back(std::move(statement));
    return primary("0");
  }
  const std::string name = temporary(operation->getType());
  Statement statement = branch(place(where), left.text);
  out_->push_back(statement);
  List taken = collect([&] {
    *out_ = std::move(list);
    assign(primary(name), truth(right, second), where);
  });
  List constant = collect([&] { assign(primary(name), primary(is_and ? "0" : "1"), where); });
  if (!is_and) std::swap(taken, constant);
  out_->back().body = std::move(taken);
  out_->back().otherwise = std::move(constant);
  return primary(name);
}

Text Lowering::conditional(const clang::AbstractConditionalOperator* operation, bool is_used) {
  const clang::SourceLocation where = operation->getBeginLoc();
  if (assertion(operation->getCond(), operation->getFalseExpr(), where)) return primary("0");
  if (operation->getType()->isVoidType()) is_used = false;
  if (const auto* common = llvm::dyn_cast<clang::BinaryConditionalOperator>(operation)) {
    const std::string name = temporary(common->getCommon()->getType());
    assign(primary(name), value(common->getCommon()), where);
    opaque_[common->getOpaqueValue()] = primary(name);
  }
  const Text condition = value(operation->getCond());
  Text first, second;
  const auto lower = [&](const clang::Expr* expression, Text& text) {
    return collect([&] {
      if (is_used)
        text = value(expression);
      else
        effect(expression);
    });
  };
  List yes = lower(operation->getTrueExpr(), first);
  List no = lower(operation->getFalseExpr(), second);
  if (yes.empty() && no.empty()) {
    if (!is_used) return primary("0");
    return binary(condition.operand() + " ? " + first.operand() + " : " + second.operand());
  }
  std::string name;
  if (is_used) name = temporary(operation->getType());
  out_->push_back(branch(place(where), condition.text));
  if (is_used) {
    yes = collect([&] {
      *out_ = std::move(yes);
      assign(primary(name), first, where);
    });
    no = collect([&] {
      *out_ = std::move(no);
      assign(primary(name), second, where);
    });
  } else if (yes.empty()) {
    out_->back().text = negated(condition);
    std::swap(yes, no);
  }
  out_->back().body = std::move(yes);
  out_->back().otherwise = std::move(no);
  return primary(is_used ? name : "0");
}

Text Lowering::assignment(const clang::BinaryOperator* operation, bool is_used) {
  const Lvalue to = lvalue(operation->getLHS());
  return write(to, value(operation->getRHS()), is_used);
}

// x += y and x++: a read and a write, which others may come between; of an _Atomic object, one update.
Text Lowering::compound_assignment(const clang::CompoundAssignOperator* operation, bool is_used) {
  const Lvalue to = lvalue(operation->getLHS());
  const Text right = value(operation->getRHS());
  const std::string op = clang::BinaryOperator::getOpcodeStr(
                             clang::BinaryOperator::getOpForCompoundAssignment(operation->getOpcode()))
                             .str();
  if (to.is_atomic()) return update(to, op, right, false);
  Text old = read(to);
  const clang::QualType computed = Types::plain(operation->getComputationLHSType());
  if (computed->isArithmeticType() && computed != Types::plain(to.type))
    old = cast_to(assembly_.types.name(computed), old);
  return write(to, binary(old, op, right), is_used);
}

Text Lowering::step(const clang::UnaryOperator* operation, bool is_used) {
  const Lvalue to = lvalue(operation->getSubExpr());
  const std::string op = operation->isIncrementOp() ? "+" : "-";
  if (const auto* pointer = to.type->getAs<clang::PointerType>())
    assembly_.types.complete(pointer->getPointeeType());
  if (to.is_atomic()) return update(to, op, primary("1"), operation->isPostfix());
  if (!to.is_shared && !is_used) {
    emit(StatementKind::kLocal, operation->getBeginLoc(), to.text.base() + op + op);
    return primary("0");
  }
  Text old = read(to);
  if (operation->isPostfix() && is_used && !to.is_shared) {
    const std::string name = temporary(to.type);
    assign(primary(name), old, operation->getBeginLoc());
    old = primary(name);
  }
  const Text result = write(to, binary(old, op, primary("1")), is_used && !operation->isPostfix());
  return operation->isPostfix() ? old : result;
}

Text Lowering::statement_expression(const clang::StmtExpr* expression, bool is_used) {
  const clang::CompoundStmt* body = expression->getSubStmt();
  const bool has_value = is_used && !expression->getType()->isVoidType();
  const clang::Stmt* last = body->body_empty() ? nullptr : body->body_back();
  for (const clang::Stmt* each : body->body()) {
    const auto* result = each == last && has_value ? llvm::dyn_cast<clang::Expr>(each) : nullptr;
    if (result == nullptr) {
      statement(each);
      continue;
    }
    const std::string name = temporary(expression->getType());
    assign(primary(name), value(result), result->getBeginLoc());
    return primary(name);
  }
  return primary("0");
}

// assert() of glibc is a conditional, or an if, whose other side calls __assert_fail.
bool Lowering::assertion(const clang::Expr* condition, const clang::Stmt* otherwise,
                         clang::SourceLocation where) {
  const auto* failure = llvm::dyn_cast_or_null<clang::Expr>(otherwise);
  if (failure == nullptr) return false;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(failure->IgnoreParenImpCasts());
  if (call == nullptr || call->getDirectCallee() == nullptr) return false;
  if (call->getDirectCallee()->getName() != "__assert_fail" || call->getNumArgs() != 4) return false;
  const Text text = value(condition);
  Statement& statement = emit(StatementKind::kAssert, where, text.text);
  const auto* message = llvm::dyn_cast<clang::StringLiteral>(call->getArg(0)->IgnoreParenImpCasts());
  if (message != nullptr) statement.message = message->getString().str();
  statement.shown = "assert(" + statement.message + ")";
  return true;
}

}  // namespace stalemate::kiss
