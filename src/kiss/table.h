// What the statements of a sequential program were in the concurrent one: written beside the program by the
// printer, read by the code that turns its events back into steps. As a file it is JSON,
// "stalemate-kiss-table/1"; ids count from 1 without a gap, and any other file is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "kiss/program.h"

namespace stalemate::kiss {

struct TableStatement {
  std::uint32_t id = 0;
  Place place;
  std::string function;
  std::string shown;  // may be empty: not for a trace
  std::string kind;   // read, write, update, call, assert, loop, other
  bool atomic = false;
  std::optional<std::string> variable;  // its name, if known
  std::optional<std::string> message;   // of an assertion
  bool model = false;                   // a call of a primitive: the steps inside it report this id
};

struct TableVariable {
  std::uint32_t id = 0;
  std::string name;
  std::uint32_t accesses = 0;  // that can race
  std::uint32_t writes = 0;
};

struct Table {
  std::vector<std::string> sources;
  bool inputs = false;
  std::vector<std::string> own_stubs;
  std::vector<std::string> notes;
  std::vector<TableStatement> statements;
  std::vector<TableVariable> variables;
};

// As the source has it: the translation renames main.
std::string function_name(const TableStatement& statement);

std::string write_table(const Table& table);
Result<Table> read_table(const std::string& text);

}  // namespace stalemate::kiss
