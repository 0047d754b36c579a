// What the files do to objects: which are written, whose address is taken, and whose address gets where other
// threads may find it. An address that is only passed to a model or to an atomic operation does not escape.
#pragma once

#include "kiss/front/definitions.h"

namespace stalemate::kiss {

class Usage {
 public:
  Usage(const std::vector<Unit>& units, const Definitions& definitions);

  bool is_written(const clang::VarDecl* object) const { return written_.count(key(object)) != 0; }
  bool is_taken(const clang::VarDecl* object) const { return taken_.count(key(object)) != 0; }
  bool escapes(const clang::VarDecl* object) const { return escaped_.count(key(object)) != 0; }

 private:
  enum class Use { kRead, kWrite, kModel, kEscape };

  const clang::VarDecl* key(const clang::VarDecl* object) const { return definitions_.object(object); }
  void statement(const clang::Stmt* statement);
  void value(const clang::Expr* expression);
  void operate(const clang::UnaryOperator* operation);
  void object(const clang::Expr* expression, Use use);
  void call(const clang::CallExpr* call);
  void argument(const clang::Expr* expression, Use use);
  void note(const clang::VarDecl* variable, Use use);

  const Definitions& definitions_;
  std::set<const clang::VarDecl*> written_, taken_, escaped_;
};

// The object whose address an expression is, through casts and parentheses: x of (void *)&x, a of a decayed
// array; null if it is something else.
const clang::Expr* addressed_object(const clang::Expr* expression);

}  // namespace stalemate::kiss
