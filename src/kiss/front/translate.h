// The front end as a function: files in, program out. One sentence if the user's program is at fault.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "kiss/program.h"

namespace stalemate::kiss {

struct Request {
  std::string share;  // where models/, include/ and kiss.h are
  std::vector<std::string> files, stubs, flags;
};

struct Refusal {
  std::string sentence;
};

std::variant<Program, Refusal> translate(const Request& request);

}  // namespace stalemate::kiss
