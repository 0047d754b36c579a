// The files of one check, as clang reads them: the program, the user's stubs and our models, each a separate
// translation unit.
#pragma once

#include "kiss/front/clang.h"

namespace stalemate::kiss {

enum class Role { kProgram, kStub, kModel };

struct Unit {
  std::unique_ptr<clang::ASTUnit> ast;
  Role role = Role::kProgram;
  std::string file;

  const clang::SourceManager& sources() const { return ast->getSourceManager(); }
};

// Throws a Fault with clang's first error. `share`: where models/ and include/ are.
Unit parse(const std::string& file, Role role, const std::string& share,
           const std::vector<std::string>& flags);

}  // namespace stalemate::kiss
