#include "tools/stalemate/kiss/kiss_fields.h"

#include <algorithm>

#include "base/names.h"

namespace stalemate::tools {
namespace {

constexpr std::size_t kMostNames = 8;

bool is_field(const std::string& name, const std::string& field) { return name.ends_with("." + field); }

std::string listed(const std::vector<kiss::TableVariable>& variables) {
  std::string text;
  for (std::size_t i = 0; i < std::min(variables.size(), kMostNames); ++i)
    text += (i == 0 ? "" : ", ") + variables[i].name;
  return text + (variables.size() > kMostNames ? ", …" : "");
}

tl::unexpected<Error> unknown(const std::string& race, const kiss::Table& table) {
  const std::string sentence = "there is no shared variable called " + race;
  if (table.variables.empty()) return fail(Code::kUsage, sentence, "the program has no shared variables");
  std::vector<std::string_view> names;
  std::vector<std::string> ends;
  for (const kiss::TableVariable& variable : table.variables)
    ends.push_back(variable.name.substr(variable.name.rfind('.') + 1));
  for (std::size_t i = 0; i < ends.size(); ++i) names.insert(names.end(), {table.variables[i].name, ends[i]});
  const std::string_view meant = nearest_name(race, names);
  std::vector<kiss::TableVariable> near;
  for (const kiss::TableVariable& variable : table.variables)
    if (!meant.empty() && (variable.name == meant || is_field(variable.name, std::string(meant))))
      near.push_back(variable);
  if (!near.empty()) return fail(Code::kUsage, sentence, "did you mean " + listed(near) + "?");
  return fail(Code::kUsage, sentence, "the shared variables are " + listed(table.variables));
}

}  // namespace

Result<std::vector<kiss::TableVariable>> choose_fields(const std::string& race, const kiss::Table& table) {
  if (race.empty()) return {};
  if (race == "all") return table.variables;
  std::vector<kiss::TableVariable> chosen, fields;
  for (const kiss::TableVariable& variable : table.variables) {
    if (variable.name == race) chosen.push_back(variable);
    if (is_field(variable.name, race)) fields.push_back(variable);
  }
  if (chosen.empty() && fields.size() == 1) return fields;
  if (chosen.empty() && fields.size() > 1)
    return fail(Code::kUsage, "several types have a field " + race, "name one: " + listed(fields));
  if (chosen.empty()) return unknown(race, table);
  return chosen;
}

}  // namespace stalemate::tools
