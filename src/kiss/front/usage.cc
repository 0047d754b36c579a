#include "kiss/front/usage.h"

#include "kiss/front/library.h"

namespace stalemate::kiss {

const clang::Expr* addressed_object(const clang::Expr* expression) {
  for (;;) {
    expression = expression->IgnoreParens();
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      if (unary->getOpcode() == clang::UO_Extension) {
        expression = unary->getSubExpr();
        continue;
      }
      return unary->getOpcode() == clang::UO_AddrOf ? unary->getSubExpr()->IgnoreParens() : nullptr;
    }
    const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression);
    if (cast == nullptr) return nullptr;
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) return cast->getSubExpr()->IgnoreParens();
    if (cast->getCastKind() != clang::CK_BitCast && cast->getCastKind() != clang::CK_NoOp) return nullptr;
    expression = cast->getSubExpr();
  }
}

Usage::Usage(const std::vector<Unit>& units, const Definitions& definitions) : definitions_(definitions) {
  for (const Unit& unit : units) {
    for (const clang::Decl* each : unit.ast->getASTContext().getTranslationUnitDecl()->decls()) {
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(each))
        if (const clang::Expr* initialiser = variable->getInit()) value(initialiser);
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(each);
      if (function != nullptr && function->isThisDeclarationADefinition()) statement(function->getBody());
    }
  }
}

void Usage::statement(const clang::Stmt* statement) {
  if (statement == nullptr) return;
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) return value(expression);
  for (const clang::Stmt* child : statement->children()) this->statement(child);
}

void Usage::value(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(expression)) return;
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
    if (cast->getCastKind() == clang::CK_LValueToRValue) return object(cast->getSubExpr(), Use::kRead);
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) return object(cast->getSubExpr(), Use::kEscape);
    return value(cast->getSubExpr());
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) return operate(unary);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
      binary && binary->isAssignmentOp()) {
    object(binary->getLHS(), Use::kWrite);
    return value(binary->getRHS());
  }
  if (const auto* each = llvm::dyn_cast<clang::CallExpr>(expression)) return call(each);
  if (const auto* atomic = llvm::dyn_cast<clang::AtomicExpr>(expression)) {
    for (const clang::Stmt* child : atomic->children()) argument(llvm::cast<clang::Expr>(child), Use::kWrite);
    return;
  }
  if (llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr>(expression))
    return object(expression, Use::kRead);
  if (const auto* opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(expression)) {
    if (opaque->getSourceExpr() != nullptr) value(opaque->getSourceExpr());
    return;
  }
  if (const auto* generic = llvm::dyn_cast<clang::GenericSelectionExpr>(expression))
    return value(generic->getResultExpr());
  for (const clang::Stmt* child : expression->children()) statement(child);
}

void Usage::operate(const clang::UnaryOperator* operation) {
  const clang::Expr* operand = operation->getSubExpr();
  if (operation->getOpcode() == clang::UO_AddrOf) return object(operand, Use::kEscape);
  if (operation->isIncrementDecrementOp()) return object(operand, Use::kWrite);
  if (operation->getOpcode() == clang::UO_Deref) return object(operation, Use::kRead);
  value(operand);
}

void Usage::object(const clang::Expr* expression, Use use) {
  expression = expression->IgnoreParens();
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl())) note(variable, use);
    return;
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    if (!member->isArrow()) return object(member->getBase(), use);
    return argument(member->getBase(), use);
  }
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    argument(element->getBase(), use);
    return value(element->getIdx());
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    if (unary->getOpcode() == clang::UO_Deref) return argument(unary->getSubExpr(), use);
    if (unary->getOpcode() == clang::UO_Extension) return object(unary->getSubExpr(), use);
  }
  value(expression);
}

// A pointer that is used at once: if it is the address of an object, that object is used, not its address.
void Usage::argument(const clang::Expr* expression, Use use) {
  const clang::Expr* addressed = addressed_object(expression);
  if (addressed != nullptr) return object(addressed, use);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression->IgnoreParenCasts());
  if (call != nullptr && is_benign_mark(call)) return argument(call->getArg(0), use);
  value(expression);
}

void Usage::call(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (callee == nullptr) value(call->getCallee());
  const bool has_body = callee != nullptr && definitions_.body_of(callee).function != nullptr;
  const bool is_model = callee != nullptr && definitions_.is_model(callee);
  const bool is_library = callee != nullptr && !has_body;
  const bool is_atomic = is_library && callee->getName().starts_with("__sync_");
  for (unsigned i = 0; i < call->getNumArgs(); i++) {
    Use use = is_model || is_library ? Use::kModel : Use::kEscape;
    // void *: the argument of a thread, or the value of a key.
    if (is_model && i < callee->getNumParams() && callee->getParamDecl(i)->getType()->isVoidPointerType())
      use = Use::kEscape;
    if (is_library && callee->getName().starts_with("kiss_")) use = Use::kEscape;
    argument(call->getArg(i), is_atomic ? Use::kWrite : use);
  }
}

void Usage::note(const clang::VarDecl* variable, Use use) {
  if (use == Use::kRead) return;
  written_.insert(key(variable));
  if (use == Use::kWrite) return;
  taken_.insert(key(variable));
  if (use == Use::kEscape) escaped_.insert(key(variable));
}

}  // namespace stalemate::kiss
