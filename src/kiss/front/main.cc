// kiss-translate --share DIR --output OUT.c --table OUT.json [--stubs F]... [--schedule F] FILE.c... -- FLAGS
// Exit 0: both files are written; 2: the user's fault, one sentence on stderr and no file; 70: ours.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

#include "kiss/front/translate.h"
#include "kiss/print.h"
#include "kiss/table.h"

namespace {

using stalemate::kiss::Program;
using stalemate::kiss::Refusal;
using stalemate::kiss::Request;

constexpr int kUsersFault = 2;
constexpr int kOursFault = 70;

struct Arguments {
  Request request;
  std::string output, table, schedule;
};

int complain(const std::string& sentence, int status) {
  std::cerr << sentence << "\n";
  return status;
}

std::optional<Arguments> read_arguments(int argc, char** argv, std::string& problem) {
  Arguments arguments;
  for (int i = 1; i < argc; i++) {
    const std::string word = argv[i];
    if (word == "--") {
      arguments.request.flags.assign(argv + i + 1, argv + argc);
      break;
    }
    if (!word.starts_with("--")) {
      arguments.request.files.push_back(word);
      continue;
    }
    std::string* single = word == "--share"      ? &arguments.request.share
                          : word == "--output"   ? &arguments.output
                          : word == "--table"    ? &arguments.table
                          : word == "--schedule" ? &arguments.schedule
                                                 : nullptr;
    if (single == nullptr && word != "--stubs")
      problem = "unknown option " + word;
    else if (i + 1 == argc)
      problem = word + " needs a value";
    else if (single != nullptr)
      *single = argv[++i];
    else
      arguments.request.stubs.push_back(argv[++i]);
    if (!problem.empty()) return std::nullopt;
  }
  if (arguments.request.files.empty())
    problem = "no file to translate";
  else if (arguments.request.share.empty() || arguments.output.empty() || arguments.table.empty())
    problem = "--share, --output and --table are needed";
  if (!problem.empty()) return std::nullopt;
  return arguments;
}

std::optional<std::string> contents_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

bool write_beside(const std::string& file, const std::string& text) {
  std::ofstream stream(file + ".new", std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  return static_cast<bool>(stream);
}

// Both or neither: they are written under other names first.
bool write_both(const Arguments& arguments, const stalemate::kiss::Printed& printed) {
  std::error_code error;
  const bool is_written = write_beside(arguments.output, printed.source) &&
                          write_beside(arguments.table, stalemate::kiss::write_table(printed.table));
  if (is_written) std::filesystem::rename(arguments.output + ".new", arguments.output, error);
  if (is_written && !error) std::filesystem::rename(arguments.table + ".new", arguments.table, error);
  if (is_written && !error) return true;
  std::error_code ignored;
  std::filesystem::remove(arguments.output + ".new", ignored);
  std::filesystem::remove(arguments.table + ".new", ignored);
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  std::string problem;
  const auto arguments = read_arguments(argc, argv, problem);
  if (!arguments) return complain(problem, kUsersFault);
  stalemate::kiss::PrintOptions options;
  const std::string scheduler = arguments->request.share + "/scheduler.c";
  const auto text = contents_of(scheduler);
  if (!text) return complain(scheduler + ": cannot be read", kOursFault);
  options.scheduler = *text;
  if (!arguments->schedule.empty()) {
    const auto own = contents_of(arguments->schedule);
    if (!own) return complain(arguments->schedule + ": there is no such file", kUsersFault);
    options.own_schedule = *own;
  }
  const auto translated = stalemate::kiss::translate(arguments->request);
  if (const auto* refusal = std::get_if<Refusal>(&translated))
    return complain(refusal->sentence, kUsersFault);
  if (!write_both(*arguments, stalemate::kiss::print(std::get<Program>(translated), options)))
    return complain(arguments->output + ": cannot be written", kUsersFault);
  return 0;
}
