#include "kiss/front/lowering/loop_kinds.h"

#include "kiss/front/library.h"
#include "kiss/front/lowering/loop_advance.h"

namespace stalemate::kiss {
namespace {

bool is_pause(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const LibraryFunction* known = callee == nullptr ? nullptr : find_library_function(callee->getName());
  return known != nullptr && (known->treatment == Treatment::kPoint || known->treatment == Treatment::kPure ||
                              known->treatment == Treatment::kSilent);
}

// Walks one iteration of the loop in the order of evaluation. Assignments to locals do not count while no
// iteration reads what an earlier one wrote.
class OnePass {
 public:
  explicit OnePass(const Assembly& assembly) : assembly_(assembly) {}

  void find_assigned(const clang::Stmt* statement) {
    if (statement == nullptr) return;
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
        binary && binary->isAssignmentOp())
      if (const auto* local = named_local(binary->getLHS(), assembly_)) assigned_.insert(local);
    for (const clang::Stmt* child : statement->children()) find_assigned(child);
  }

  bool changes_nothing(const clang::Stmt* statement, bool is_certain) {
    if (statement == nullptr) return true;
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement)) {
      if (binary->isCompoundAssignmentOp()) return false;
      if (binary->isAssignmentOp()) return assignment(binary, is_certain);
      if (binary->isLogicalOp())
        return changes_nothing(binary->getLHS(), is_certain) && changes_nothing(binary->getRHS(), false);
    }
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
        unary != nullptr && unary->isIncrementDecrementOp())
      return false;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement))
      if (!is_pause(call) && !is_benign_mark(call)) return false;
    if (const auto* atomic = llvm::dyn_cast<clang::AtomicExpr>(statement))
      if (!atomic->getOpAsString().ends_with("_load") && !atomic->getOpAsString().ends_with("_load_n"))
        return false;
    if (llvm::isa<clang::GotoStmt, clang::LabelStmt, clang::SwitchStmt, clang::AsmStmt, clang::StmtExpr>(
            statement))
      return false;
    if (llvm::isa<clang::WhileStmt, clang::DoStmt, clang::ForStmt>(statement)) return false;
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) return !is_stale(name);
    const bool branches = llvm::isa<clang::IfStmt, clang::ConditionalOperator>(statement);
    bool is_first = true;
    for (const clang::Stmt* child : statement->children()) {
      if (!changes_nothing(child, is_certain && (!branches || is_first))) return false;
      is_first = false;
    }
    return true;
  }

 private:
  bool assignment(const clang::BinaryOperator* binary, bool is_certain) {
    const clang::VarDecl* local = named_local(binary->getLHS(), assembly_);
    if (local == nullptr || !is_certain) return false;
    if (!changes_nothing(binary->getRHS(), true)) return false;
    fresh_.insert(local);
    return true;
  }
  bool is_stale(const clang::DeclRefExpr* name) const {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    return variable != nullptr && assigned_.count(variable) != 0 && fresh_.count(variable) == 0;
  }

  const Assembly& assembly_;
  std::set<const clang::VarDecl*> assigned_, fresh_;
};

// Locals whose value comes, over any number of iterations, from locals alone.
class Dependence {
 public:
  // `moved`: locals that each iteration advances; what they lead to is theirs.
  explicit Dependence(Assembly& assembly, Locals moved = {})
      : assembly_(assembly), moved_(std::move(moved)) {}

  void learn(const clang::Stmt* statement) {
    if (statement == nullptr) return;
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
        binary && binary->isAssignmentOp())
      if (const auto* local = named_local(binary->getLHS(), assembly_)) note(local, binary->getRHS());
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
      for (const clang::Decl* each : declaration->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(each); variable && variable->getInit())
          note(variable, variable->getInit());
    for (const clang::Stmt* child : statement->children()) learn(child);
  }

  bool depends_on_others(const clang::Stmt* statement) {
    if (statement == nullptr) return false;
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(statement)) return false;  // sizeof uses types alone
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
        expression != nullptr && is_reached_by(expression, moved_))
      return false;
    if (llvm::isa<clang::AtomicExpr, clang::MemberExpr, clang::ArraySubscriptExpr>(statement)) {
      if (reads_shared(llvm::cast<clang::Expr>(statement))) return true;
    }
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
      const auto* callee = call->getDirectCallee();
      const auto* known = callee == nullptr ? nullptr : find_library_function(callee->getName());
      if (known == nullptr || known->treatment != Treatment::kPure) return true;
    }
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
        unary != nullptr && unary->getOpcode() == clang::UO_Deref)
      return true;
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) return depends_on_others(name);
    for (const clang::Stmt* child : statement->children())
      if (depends_on_others(child)) return true;
    return false;
  }

 private:
  void note(const clang::VarDecl* local, const clang::Expr* from) { sources_[local].push_back(from); }

  bool reads_shared(const clang::Expr* expression) {
    if (llvm::isa<clang::AtomicExpr>(expression)) return true;
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) return member->isArrow();
    const auto* element = llvm::cast<clang::ArraySubscriptExpr>(expression);
    return addressed_object(element->getBase()) == nullptr;
  }
  bool depends_on_others(const clang::DeclRefExpr* name) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable == nullptr) return false;
    if (variable->hasGlobalStorage()) return assembly_.usage.is_written(variable);
    if (moved_.count(variable) != 0) return false;
    if (assembly_.usage.escapes(variable)) return true;
    if (!seen_.insert(variable).second) return false;
    for (const clang::Expr* each : sources_[variable])
      if (depends_on_others(static_cast<const clang::Stmt*>(each))) return true;
    return false;
  }

  Assembly& assembly_;
  const Locals moved_;
  std::map<const clang::VarDecl*, std::vector<const clang::Expr*>> sources_;
  std::set<const clang::VarDecl*> seen_;
};

bool ends_by(const clang::Expr* exit, const LoopParts& parts, const Locals& moved, Assembly& assembly) {
  Dependence dependence(assembly, moved);
  dependence.learn(parts.condition);
  dependence.learn(parts.body);
  dependence.learn(parts.step);
  return !dependence.depends_on_others(static_cast<const clang::Stmt*>(exit));
}

// By its condition, or by one of the tests in its body.
bool ends_by_itself(const LoopParts& parts, Assembly& assembly) {
  const Movement movement = movement_of(parts, assembly);
  if (parts.condition != nullptr && !llvm::isa<clang::IntegerLiteral>(parts.condition->IgnoreParenCasts())) {
    if (ends_by(parts.condition, parts, {}, assembly)) return true;
    if (mentions_any(parts.condition, movement.moved) &&
        ends_by(parts.condition, parts, movement.moved, assembly))
      return true;
  }
  for (const clang::Expr* exit : exits_in(parts.body))
    if (mentions_any(exit, movement.modified) &&
        (ends_by(exit, parts, {}, assembly) ||
         (mentions_any(exit, movement.moved) && ends_by(exit, parts, movement.moved, assembly))))
      return true;
  return false;
}

}  // namespace

LoopKind kind_of_loop(const clang::Expr* condition, const clang::Stmt* body, const clang::Expr* step,
                      bool is_tested_last, Assembly& assembly) {
  OnePass pass(assembly);
  for (const clang::Stmt* part :
       {static_cast<const clang::Stmt*>(condition), body, static_cast<const clang::Stmt*>(step)})
    pass.find_assigned(part);
  const clang::Stmt* first = is_tested_last ? body : condition;
  const clang::Stmt* second = is_tested_last ? static_cast<const clang::Stmt*>(condition) : body;
  if (ends_by_itself({condition, body, step}, assembly)) return LoopKind::kLocal;
  if (pass.changes_nothing(first, true) && pass.changes_nothing(second, true) &&
      pass.changes_nothing(step, true))
    return LoopKind::kSpins;
  return LoopKind::kCounted;
}

}  // namespace stalemate::kiss
