#include "enumerate.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace stalemate::kiss {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string output_of(const std::string& command) {
  std::string output;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  char buffer[4096];
  std::size_t count = 0;
  while ((count = fread(buffer, 1, sizeof buffer, pipe)) > 0) output.append(buffer, count);
  const int status = pclose(pipe);
  if (status != 0 && output.empty()) output = "ended with " + std::to_string(status) + "\n";
  return output;
}

std::string new_folder() {
  std::string name = ::testing::TempDir() + "kiss-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) abort();
  return name;
}

Place next_place() {
  static std::uint32_t line = 0;
  return {"hand.c", ++line, 1};
}

Statement access(AccessKind kind, const std::string& text, const std::string& lvalue,
                 const std::string& variable) {
  Statement statement = local(text);
  statement.kind = StatementKind::kAccess;
  statement.shown = (kind == AccessKind::kRead ? "read " : "write ") + lvalue;
  statement.access = Access{};
  statement.access->kind = kind;
  statement.access->address = "&" + lvalue;
  statement.access->bytes = "sizeof " + lvalue;
  statement.access->variable = variable.empty() ? lvalue : variable;
  statement.access->type = "int";
  return statement;
}

}  // namespace

long Seen::failed(Failed kind) const {
  long sum = 0;
  for (const auto& [what, count] : failures)
    if (what.first == kind) sum += count;
  return sum;
}

std::string complaints(const std::string& compiler, const std::string& source) {
  const std::string folder = new_folder();
  std::ofstream(folder + "/p.c") << source;
  std::string said = output_of(compiler + " -std=c11 -Wall -Wextra -O1 -c -I" KISS_SHARE " " + folder +
                               "/p.c -o " + folder + "/p.o");
  output_of("rm -r " + folder);
  return said;
}

Enumerated::Enumerated(const Program& program, const std::string& own_schedule)
    : printed_(print(program, {text_of(KISS_SHARE "/scheduler.c"), own_schedule})), folder_(new_folder()) {
  std::ofstream(folder_ + "/p.c") << printed_.source;
  const std::string said = output_of("cc -std=gnu11 -Wall -Wextra -O1 -I" KISS_SHARE " " + folder_ +
                                     "/p.c " KISS_ENUMERATOR " -o " + folder_ + "/p");
  EXPECT_EQ(said, "") << printed_.source;
}

Enumerated::~Enumerated() { output_of("rm -r " + folder_); }

Seen Enumerated::run(const EnumerateBounds& bounds) const {
  std::uint32_t race = 0;
  for (const TableVariable& variable : printed_.table.variables)
    if (variable.name == bounds.race) race = variable.id;
  EXPECT_TRUE(bounds.race.empty() || race != 0) << bounds.race;
  std::ostringstream command;
  command << folder_ << "/p " << bounds.ts << ' ' << bounds.loops << ' ' << bounds.recursion << ' ' << race
          << " 1 0 1";
  std::istringstream lines(output_of(command.str()));
  Seen seen;
  std::string word;
  while (lines >> word) {
    int first = 0, second = 0;
    if (word == "paths") {
      lines >> seen.paths;
    } else if (word == "failure") {
      lines >> first >> second;
      lines >> seen.failures[{first, second}];
    } else if (word == "end") {
      lines >> first;
      lines >> seen.ends[first];
    } else if (word == "observed") {
      lines >> first >> second;
      seen.observed.emplace(first, second);
    } else if (word == "event") {
      lines >> first >> second;
      seen.events.emplace_back(first, second);
    } else {
      ADD_FAILURE() << lines.str();
      break;
    }
  }
  return seen;
}

Statement plain(StatementKind kind, const std::string& text, std::vector<Statement> body) {
  Statement statement;
  statement.kind = kind;
  statement.text = text;
  statement.body = std::move(body);
  statement.place = next_place();
  return statement;
}
Statement local(const std::string& text) { return plain(StatementKind::kLocal, text); }
Statement read(const std::string& text, const std::string& lvalue, const std::string& variable) {
  return access(AccessKind::kRead, text, lvalue, variable);
}
Statement write(const std::string& text, const std::string& lvalue, const std::string& variable) {
  return access(AccessKind::kWrite, text, lvalue, variable);
}
Statement call(const std::string& text) { return plain(StatementKind::kCall, text); }
Statement model_call(const std::string& text) {
  Statement statement = call(text);
  statement.shown = text;
  statement.calls_model = true;
  return statement;
}
Statement assert_that(const std::string& text) {
  Statement statement = plain(StatementKind::kAssert, text);
  statement.message = text;
  return statement;
}
Statement assume(const std::string& text) { return plain(StatementKind::kAssume, text); }
Statement begin() {
  Statement statement = plain(StatementKind::kAtomicBegin);
  statement.shown = "atomic";
  return statement;
}
Statement end() { return plain(StatementKind::kAtomicEnd); }
Statement give_back(const std::string& text) { return plain(StatementKind::kReturn, text); }
Statement branch(const std::string& text, std::vector<Statement> body, std::vector<Statement> otherwise) {
  Statement statement = plain(StatementKind::kIf, text, std::move(body));
  statement.otherwise = std::move(otherwise);
  return statement;
}

Function function(const std::string& result, const std::string& name, const std::string& parameters,
                  std::vector<std::string> locals, std::vector<Statement> body) {
  Function made;
  made.name = name;
  made.result = result == "void" ? "" : result;
  made.signature = result + (result.back() == '*' ? "" : " ") + name + "(" + parameters + ")";
  made.locals = std::move(locals);
  made.body = std::move(body);
  return made;
}

Function create_model() {
  Function made = function("int", "create", "void *(*start)(void *), void *argument", {"int number = 0"},
                           {begin(), local("number = kiss_new_thread()"), end(),
                            call("kiss_async(number, start, argument)"), give_back("number")});
  made.is_model = true;
  return made;
}
Function join_model() {
  Function made =
      function("void", "join", "int number", {}, {begin(), assume("kiss_is_done(number)"), end()});
  made.is_model = true;
  return made;
}
Function acquire_model() {
  Function made =
      function("void", "acquire", "int *lock", {"int t = 0"},
               {begin(), read("t = *lock", "*lock"), assume("t == 0"), write("*lock = 1", "*lock"), end()});
  made.is_model = true;
  return made;
}
Function release_model() {
  Function made = function("void", "release", "int *lock", {}, {begin(), write("*lock = 0", "*lock"), end()});
  made.is_model = true;
  return made;
}

}  // namespace stalemate::kiss
