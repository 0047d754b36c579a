#include "kiss/front/lowering/loop_advance.h"

#include <map>

namespace stalemate::kiss {
namespace {

const clang::VarDecl* variable_of(const clang::Expr* expression) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenCasts());
  return name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
}

bool leaves(const clang::Stmt* statement) {
  if (statement == nullptr) return false;
  if (llvm::isa<clang::BreakStmt, clang::ReturnStmt>(statement)) return true;
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement);
  return block != nullptr && !block->body_empty() && leaves(block->body_back());
}

// p->next, p->links.next, and v + 1, of the variable itself.
bool is_next_of(const clang::Expr* expression, const clang::VarDecl* variable) {
  expression = expression->IgnoreParenCasts();
  if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return sum->isAdditiveOp() && variable_of(sum->getLHS()) == variable;
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression);
  while (member != nullptr && !member->isArrow())
    member = llvm::dyn_cast<clang::MemberExpr>(member->getBase()->IgnoreParenCasts());
  return member != nullptr && variable_of(member->getBase()) == variable;
}

class Sites {
 public:
  explicit Sites(const Assembly& assembly) : assembly_(assembly) {}

  // `is_certain`: every pass comes here.
  void find(const clang::Stmt* statement, bool is_certain) {
    if (statement == nullptr) return;
    if (llvm::isa<clang::ContinueStmt>(statement)) has_continue_ = true;
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
        unary != nullptr && unary->isIncrementDecrementOp())
      note(named_local(unary->getSubExpr(), assembly_), is_certain);
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
        binary != nullptr && binary->isAssignmentOp())
      assignment(binary, is_certain);
    const bool loops = llvm::isa<clang::WhileStmt, clang::DoStmt, clang::ForStmt>(statement);
    const bool has_continue = has_continue_;
    const bool branches = loops || is_branch(statement);
    bool is_first = true;
    for (const clang::Stmt* child : statement->children()) {
      find(child, is_certain && (!branches || (is_first && !loops)));
      is_first = false;
    }
    if (loops) has_continue_ = has_continue;  // of an inner loop
  }

  Movement movement() const {
    Movement movement;
    for (const auto& [local, site] : sites_) {
      movement.modified.insert(local);
      if (site.count == 1 && site.moves && (!has_continue_ || site.before_body)) movement.moved.insert(local);
    }
    return movement;
  }

  void enter_body() { in_body_ = true; }

 private:
  struct Site {
    int count = 0;
    bool moves = false, before_body = false;
  };

  static bool is_branch(const clang::Stmt* statement) {
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
    return (binary != nullptr && binary->isLogicalOp()) ||
           llvm::isa<clang::IfStmt, clang::ConditionalOperator, clang::SwitchStmt, clang::LabelStmt>(
               statement);
  }

  void assignment(const clang::BinaryOperator* binary, bool is_certain) {
    const clang::VarDecl* local = named_local(binary->getLHS(), assembly_);
    if (local == nullptr) return;
    const auto kind = binary->getOpcode();
    const bool steps = kind == clang::BO_AddAssign || kind == clang::BO_SubAssign ||
                       kind == clang::BO_DivAssign || kind == clang::BO_ShrAssign;
    note(local, is_certain && (steps || (kind == clang::BO_Assign && is_next_of(binary->getRHS(), local))));
  }

  void note(const clang::VarDecl* local, bool moves) {
    if (local == nullptr) return;
    Site& site = sites_[local];
    ++site.count;
    site.moves = moves;
    site.before_body = !in_body_;
  }

  const Assembly& assembly_;
  std::map<const clang::VarDecl*, Site> sites_;
  bool has_continue_ = false, in_body_ = false;
};

}  // namespace

const clang::VarDecl* named_local(const clang::Expr* expression, const Assembly& assembly) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto* variable = name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
  if (variable == nullptr || variable->hasGlobalStorage() || assembly.usage.is_taken(variable))
    return nullptr;
  return variable;
}

std::vector<const clang::Expr*> exits_in(const clang::Stmt* body) {
  std::vector<const clang::Expr*> exits;
  const auto see = [&](const clang::Stmt* statement) {
    const auto* branch = llvm::dyn_cast_or_null<clang::IfStmt>(statement);
    if (branch != nullptr && (leaves(branch->getThen()) || leaves(branch->getElse())))
      exits.push_back(branch->getCond());
  };
  if (const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body))
    for (const clang::Stmt* child : block->body()) see(child);
  else
    see(body);
  return exits;
}

Movement movement_of(const LoopParts& parts, const Assembly& assembly) {
  Sites sites(assembly);
  sites.find(parts.condition, true);
  sites.find(parts.step, true);
  sites.enter_body();
  sites.find(parts.body, true);
  return sites.movement();
}

bool mentions_any(const clang::Stmt* statement, const Locals& locals) {
  if (statement == nullptr) return false;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement))
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl()))
      return locals.count(variable) != 0;
  for (const clang::Stmt* child : statement->children())
    if (mentions_any(child, locals)) return true;
  return false;
}

bool is_reached_by(const clang::Expr* expression, const Locals& locals) {
  expression = expression->IgnoreParenCasts();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return unary->getOpcode() == clang::UO_Deref && mentions_any(unary->getSubExpr(), locals);
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    if (!member->isArrow()) return is_reached_by(member->getBase(), locals);
    return mentions_any(member->getBase(), locals);
  }
  const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression);
  return element != nullptr &&
         (mentions_any(element->getBase(), locals) || mentions_any(element->getIdx(), locals));
}

}  // namespace stalemate::kiss
