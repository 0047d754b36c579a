// The numbers that a printed program uses for its statements, variables and types, handed out in order of
// first use, and the table of their meanings.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kiss/program.h"
#include "kiss/table.h"

namespace stalemate::kiss {

class Numbering {
 public:
  explicit Numbering(const Program& program);

  // Of a statement of that function; `kind` as in the table.
  std::uint32_t statement(const Statement& statement, const Function& function, const std::string& kind);

  // The argument that KISS_ACCESS takes: a variable, or minus the type of what a pointer reaches, or 0.
  std::int32_t variable(const Access& access);

  // Of a loop that is counted, from 1.
  std::uint32_t loop() { return ++loops_; }
  std::uint32_t loops() const { return loops_; }

  // Indexed by variable; [0] is 0.
  std::vector<std::uint32_t> types_of_variables() const;

  Table take_table() { return std::move(table_); }

 private:
  std::uint32_t type(const std::string& name);

  Table table_;
  std::uint32_t loops_ = 0;
  std::map<std::string, std::uint32_t> variables_, types_;
  std::vector<std::uint32_t> types_of_variables_ = {0};
};

}  // namespace stalemate::kiss
