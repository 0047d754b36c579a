#include "kiss/numbering.h"

namespace stalemate::kiss {

Numbering::Numbering(const Program& program) {
  table_.sources = program.sources;
  table_.inputs = program.has_inputs;
  table_.own_stubs = program.own_stubs;
  table_.notes = program.notes;
}

std::uint32_t Numbering::statement(const Statement& statement, const Function& function,
                                   const std::string& kind) {
  TableStatement row;
  row.id = static_cast<std::uint32_t>(table_.statements.size() + 1);
  row.place = statement.place;
  row.function = function.name;
  row.shown = statement.shown;
  row.kind = kind;
  row.atomic =
      statement.kind == StatementKind::kAtomicBegin || (statement.access && statement.access->atomic);
  if (statement.access && !statement.access->variable.empty()) row.variable = statement.access->variable;
  if (statement.kind == StatementKind::kAssert) row.message = statement.message;
  row.model = statement.calls_model;
  table_.statements.push_back(row);
  return row.id;
}

std::int32_t Numbering::variable(const Access& access) {
  if (access.variable.empty()) return access.type.empty() ? 0 : -static_cast<std::int32_t>(type(access.type));
  const auto next = static_cast<std::uint32_t>(table_.variables.size() + 1);
  const auto [entry, is_new] = variables_.emplace(access.variable, next);
  if (is_new) {
    table_.variables.push_back({next, access.variable, 0, 0});
    types_of_variables_.push_back(access.type.empty() ? 0 : type(access.type));
  }
  TableVariable& variable = table_.variables[entry->second - 1];
  variable.accesses++;
  if (access.kind != AccessKind::kRead) variable.writes++;
  return static_cast<std::int32_t>(entry->second);
}

std::vector<std::uint32_t> Numbering::types_of_variables() const { return types_of_variables_; }

std::uint32_t Numbering::type(const std::string& name) {
  return types_.emplace(name, static_cast<std::uint32_t>(types_.size() + 1)).first->second;
}

}  // namespace stalemate::kiss
