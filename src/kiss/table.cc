#include "kiss/table.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

namespace stalemate::kiss {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "stalemate-kiss-table/1";
constexpr std::array<std::string_view, 7> kKinds = {"read",   "write", "update", "call",
                                                    "assert", "loop",  "other"};

Json or_null(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

Json statement_to_json(const TableStatement& statement) {
  return Json{{"id", statement.id},
              {"file", statement.place.file},
              {"line", statement.place.line},
              {"column", statement.place.column},
              {"function", statement.function},
              {"shown", statement.shown},
              {"kind", statement.kind},
              {"atomic", statement.atomic},
              {"variable", or_null(statement.variable)},
              {"message", or_null(statement.message)},
              {"model", statement.model}};
}

// Reads fields one after the other and stores the first that is invalid.
class Reader {
 public:
  std::string text(const Json& object, const char* name) {
    const Json* field = find(object, name);
    if (field && field->is_string()) return field->get<std::string>();
    complain(name, "a string");
    return {};
  }
  std::optional<std::string> text_or_null(const Json& object, const char* name) {
    const Json* field = find(object, name);
    if (field && field->is_null()) return std::nullopt;
    return text(object, name);
  }
  std::uint32_t number(const Json& object, const char* name) {
    const Json* field = find(object, name);
    if (field && field->is_number_unsigned() &&
        field->get<std::uint64_t>() <= std::numeric_limits<std::uint32_t>::max())
      return field->get<std::uint32_t>();
    complain(name, "a number");
    return 0;
  }
  bool truth(const Json& object, const char* name) {
    const Json* field = find(object, name);
    if (field && field->is_boolean()) return field->get<bool>();
    complain(name, "true or false");
    return false;
  }
  const Json& list(const Json& object, const char* name) {
    static const Json none = Json::array();
    const Json* field = find(object, name);
    if (field && field->is_array()) return *field;
    complain(name, "a list");
    return none;
  }
  std::vector<std::string> texts(const Json& object, const char* name) {
    std::vector<std::string> all;
    for (const Json& entry : list(object, name)) {
      if (!entry.is_string()) complain(name, "a list of strings");
      if (entry.is_string()) all.push_back(entry.get<std::string>());
    }
    return all;
  }
  void expect(bool holds, const std::string& sentence) {
    if (!holds && fault_.empty()) fault_ = sentence;
  }
  const std::string& fault() const { return fault_; }

 private:
  static const Json* find(const Json& object, const char* name) {
    if (!object.is_object()) return nullptr;
    const auto field = object.find(name);
    return field == object.end() ? nullptr : &*field;
  }
  void complain(const char* name, const char* wanted) {
    expect(false, std::string("\"") + name + "\" should be " + wanted);
  }
  std::string fault_;
};

TableStatement read_statement(Reader& reader, const Json& json) {
  TableStatement statement;
  statement.id = reader.number(json, "id");
  statement.place = {reader.text(json, "file"), reader.number(json, "line"), reader.number(json, "column")};
  statement.function = reader.text(json, "function");
  statement.shown = reader.text(json, "shown");
  statement.kind = reader.text(json, "kind");
  reader.expect(std::find(kKinds.begin(), kKinds.end(), statement.kind) != kKinds.end(),
                "a statement is of kind \"" + statement.kind + "\", which is unknown");
  statement.atomic = reader.truth(json, "atomic");
  statement.variable = reader.text_or_null(json, "variable");
  statement.message = reader.text_or_null(json, "message");
  statement.model = reader.truth(json, "model");
  return statement;
}

TableVariable read_variable(Reader& reader, const Json& json) {
  TableVariable variable;
  variable.id = reader.number(json, "id");
  variable.name = reader.text(json, "name");
  variable.accesses = reader.number(json, "accesses");
  variable.writes = reader.number(json, "writes");
  return variable;
}

}  // namespace

std::string function_name(const TableStatement& statement) {
  return statement.function == "kiss_main" ? "main" : statement.function;
}

std::string write_table(const Table& table) {
  Json statements = Json::array();
  for (const TableStatement& statement : table.statements) statements.push_back(statement_to_json(statement));
  Json variables = Json::array();
  for (const TableVariable& variable : table.variables)
    variables.push_back({{"id", variable.id},
                         {"name", variable.name},
                         {"accesses", variable.accesses},
                         {"writes", variable.writes}});
  const Json json = {{"format", kFormat},      {"sources", table.sources},
                     {"inputs", table.inputs}, {"own_stubs", table.own_stubs},
                     {"notes", table.notes},   {"statements", statements},
                     {"variables", variables}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Table> read_table(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return fail(Code::kBadFile, "the table of statements is not JSON");
  Reader reader;
  Table table;
  const std::string format = reader.text(json, "format");
  reader.expect(format == kFormat, "its format is \"" + format + "\", not \"" + std::string(kFormat) + "\"");
  table.sources = reader.texts(json, "sources");
  table.inputs = reader.truth(json, "inputs");
  table.own_stubs = reader.texts(json, "own_stubs");
  table.notes = reader.texts(json, "notes");
  for (const Json& entry : reader.list(json, "statements")) {
    table.statements.push_back(read_statement(reader, entry));
    reader.expect(table.statements.back().id == table.statements.size(),
                  "statement " + std::to_string(table.statements.size()) + " has another id");
  }
  for (const Json& entry : reader.list(json, "variables")) {
    table.variables.push_back(read_variable(reader, entry));
    reader.expect(table.variables.back().id == table.variables.size(),
                  "variable " + std::to_string(table.variables.size()) + " has another id");
  }
  if (!reader.fault().empty())
    return fail(Code::kBadFile, "the table of statements is damaged: " + reader.fault());
  return table;
}

}  // namespace stalemate::kiss
