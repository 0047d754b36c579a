// Which body and which object a name means, over all files: the program's own definition comes before the
// user's stub, and that before our model.
#pragma once

#include "kiss/front/parse.h"

namespace stalemate::kiss {

struct Body {
  const clang::FunctionDecl* function = nullptr;  // null: there is none
  const Unit* unit = nullptr;
};

class Definitions {
 public:
  // Throws a Fault if the program defines one function twice.
  explicit Definitions(const std::vector<Unit>& units);

  Body body_of(const clang::FunctionDecl* mention) const;
  Body body_of(const std::string& external_name) const;
  bool is_model(const clang::FunctionDecl* mention) const;

  // The declaration that represents the object: its definition if there is one.
  const clang::VarDecl* object(const clang::VarDecl* mention) const;
  const Unit* unit_of(const clang::Decl* declaration) const;

  // Names at file scope of what we translate: locals must not hide them.
  bool is_file_scope_name(const std::string& name) const { return names_.count(name) != 0; }

 private:
  void add(const Unit& unit, const clang::FunctionDecl* function);
  void add(const Unit& unit, const clang::VarDecl* variable);

  std::map<std::string, Body> functions_;
  std::map<std::string, const clang::VarDecl*> objects_;
  std::map<const clang::ASTContext*, const Unit*> units_;
  std::set<std::string> names_;
};

}  // namespace stalemate::kiss
