// What the front end refuses in the user's program: thrown where it is found, caught once in translate(),
// which turns it into the sentence that the command prints. Never leaves this directory.
#pragma once

#include <string>

#include "kiss/front/clang.h"
#include "kiss/program.h"

namespace stalemate::kiss {

struct Fault {
  std::string sentence;  // "file:line: what is wrong"
  bool is_placed = false;
};

Place place_of(const clang::SourceManager& sources, clang::SourceLocation where);

[[noreturn]] void refuse(const clang::SourceManager& sources, clang::SourceLocation where,
                         const std::string& sentence);

}  // namespace stalemate::kiss
