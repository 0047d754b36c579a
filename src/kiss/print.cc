#include "kiss/print.h"

#include <algorithm>

#include "kiss/c_text.h"
#include "kiss/function_printer.h"
#include "kiss/numbering.h"

namespace stalemate::kiss {
namespace {

// Memory belongs to the path: the checker frees it when the path ends.
Names allocators_of(const Program& program) {
  Names names = {"malloc", "calloc", "realloc", "free"};
  for (const Function& function : program.functions) names.erase(function.name);
  return names;
}

void add_lines(std::string& out, const std::vector<std::string>& lines, const Names& renamed,
               const char* before, const char* after) {
  for (const std::string& line : lines) out += before + with_prefix(line, renamed) + after + "\n";
  if (!lines.empty()) out += '\n';
}

bool declares_allocator(const std::string& prototype, const Names& allocators) {
  return std::any_of(allocators.begin(), allocators.end(),
                     [&](const std::string& name) { return mentions(prototype, name); });
}

std::string opening(const Program& program) {
  std::string sources;
  for (const std::string& source : program.sources) sources += (sources.empty() ? "" : " ") + source;
  return comment("made from " + sources +
                 " by stalemate kiss: a sequential program whose paths are the balanced "
                 "executions of the multithreaded one") +
         "\n#include \"kiss.h\"\n\n";
}

std::string variable_types(const Numbering& numbering) {
  std::string out = "static const int kiss_variable_types[] = {";
  const char* separator = "";
  for (const std::uint32_t type : numbering.types_of_variables()) {
    out += separator + std::to_string(type);
    separator = ", ";
  }
  return out + "};\n\n";
}

std::string ending(const Program& program) {
  return "void kiss_program(void) {\n  " + program.entry +
         ";\n"
         "  if (kiss_raise) {  /* main stopped; the process continues */\n"
         "    kiss_threads[0].done = kiss_exits;\n"
         "    kiss_raise = 0;\n"
         "    kiss_exits = 0;\n"
         "    kiss_schedule();\n"
         "    kiss_look_for_deadlock();\n"
         "  } else {  /* main returned: the last moment for others */\n"
         "    kiss_schedule();\n"
         "  }\n"
         "}\n";
}

std::string scheduler(const PrintOptions& options, std::uint32_t loops) {
  std::string out = "#define KISS_LOOP_COUNT " + std::to_string(loops) + "\n";
  if (!options.own_schedule.empty()) out += "#define KISS_OWN_SCHEDULE\n";
  out += options.scheduler + "\n";
  if (!options.own_schedule.empty()) out += options.own_schedule + "\n";
  return out;
}

}  // namespace

Printed print(const Program& program, const PrintOptions& options) {
  const Names allocators = allocators_of(program);
  Numbering numbering(program);
  std::string functions;
  for (const Function& function : program.functions)
    functions += FunctionPrinter(function, numbering, allocators).print() + "\n";

  std::vector<std::string> prototypes;
  for (const std::string& prototype : program.prototypes)
    if (!declares_allocator(prototype, allocators))
      prototypes.push_back(prototype + (prototype.ends_with(';') ? "" : ";"));

  std::string out = opening(program);
  add_lines(out, program.types, {}, "", "");
  add_lines(out, prototypes, {}, "", "");
  out += variable_types(numbering) + scheduler(options, numbering.loops());
  // In front of the globals, whose initialisers may name them.
  for (const Function& function : program.functions) out += "static " + function.signature + ";\n";
  out += '\n';
  add_lines(out, program.globals, allocators, "static ", ";");
  out += functions + ending(program);
  return {std::move(out), numbering.take_table()};
}

}  // namespace stalemate::kiss
