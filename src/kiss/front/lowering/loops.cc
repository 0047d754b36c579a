// Loops, as `for (;;)` with their exits written out, and what is known about their ends.
#include "kiss/front/lowering/loop_kinds.h"
#include "kiss/front/lowering/lowering.h"

namespace stalemate::kiss {
namespace {

bool leaves(const std::vector<Statement>& statements) {
  for (const Statement& each : statements) {
    if (each.kind == StatementKind::kBreak || each.kind == StatementKind::kContinue) return true;
    if (each.kind == StatementKind::kLoop) continue;
    if (each.kind == StatementKind::kSwitch) continue;
    if (leaves(each.body) || leaves(each.otherwise)) return true;
  }
  return false;
}

}  // namespace

std::optional<bool> Lowering::constant_truth(const clang::Expr* condition) const {
  if (condition == nullptr) return true;
  bool truth = false;
  if (condition->HasSideEffects(unit_.ast->getASTContext())) return std::nullopt;
  if (!condition->EvaluateAsBooleanCondition(truth, unit_.ast->getASTContext())) return std::nullopt;
  return truth;
}

void Lowering::leave_unless(const clang::Expr* condition) {
  if (constant_truth(condition) == true) return;
  const clang::SourceLocation where = condition->getBeginLoc();
  const Text text = value(condition);
  List body = collect([&] { emit(StatementKind::kBreak, where); });
  emit(StatementKind::kIf, where, negated(text)).body = std::move(body);
}

void Lowering::loop(const Parts& parts) {
  const clang::SourceLocation where = parts.whole->getBeginLoc();
  const LoopKind kind =
      kind_of_loop(parts.condition, parts.body, parts.step, parts.is_tested_last, assembly_);
  const bool needs_label = parts.step != nullptr || parts.is_tested_last || kind == LoopKind::kSpins;
  loops_.push_back({needs_label ? claim("next") : "", false, atomic_});
  breakable_.push_back(atomic_);
  List body = collect([&] {
    if (!parts.is_tested_last) leave_unless(parts.condition);
    statement(parts.body);
    if (needs_label) emit(StatementKind::kLabel, where, loops_.back().next);
    if (parts.step != nullptr) effect(parts.step);
    if (parts.is_tested_last) leave_unless(parts.condition);
  });
  loops_.pop_back();
  breakable_.pop_back();
  Statement& statement = emit(StatementKind::kLoop, where);
  statement.spins = kind == LoopKind::kSpins;
  statement.counted = kind == LoopKind::kCounted;
  if (statement.spins) statement.shown = "wait in a loop";
  statement.body = std::move(body);
}

// do { ... } while (0): a block that can be left.
void Lowering::once(const clang::DoStmt* statement) {
  const std::string next = claim("next");
  loops_.push_back({next, false, atomic_});
  breakable_.push_back(atomic_);
  List body = collect([&] { this->statement(statement->getBody()); });
  const bool is_continued = loops_.back().is_left;
  loops_.pop_back();
  breakable_.pop_back();
  const bool is_loop = leaves(body);
  if (!is_loop) {
    for (Statement& each : body) out_->push_back(std::move(each));
    if (is_continued) emit(StatementKind::kLabel, statement->getEndLoc(), next);
    return;
  }
  List whole = collect([&] {
    *out_ = std::move(body);
    if (is_continued) emit(StatementKind::kLabel, statement->getEndLoc(), next);
    emit(StatementKind::kBreak, statement->getEndLoc());
  });
  emit(StatementKind::kLoop, statement->getBeginLoc()).body = std::move(whole);
}

}  // namespace stalemate::kiss
