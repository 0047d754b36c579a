#include "kiss/front/models.h"

namespace stalemate::kiss {
namespace {

bool has_region(const clang::Stmt* statement) {
  if (statement == nullptr) return false;
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee != nullptr && callee->getDeclName().isIdentifier() && callee->getName() == "kiss_atomic_begin")
      return true;
  }
  for (const clang::Stmt* part : statement->children())
    if (has_region(part)) return true;
  return false;
}

}  // namespace

bool is_primitive(const Body& body) {
  if (body.unit == nullptr || body.unit->role == Role::kProgram) return false;
  return body.unit->role == Role::kModel || has_region(body.function->getBody());
}

}  // namespace stalemate::kiss
