// Whether states are remembered, and how many engines walk, changes no verdict: every program of
// tests/command/kiss/programs is translated and compiled once, and checked by one engine with and without its states,
// and by three.
//
//     kiss_cache STALEMATE ENGINE SHARE PROGRAMS PART PARTS    rows PART, PART + PARTS, … of
//     PROGRAMS/expected.txt
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/scratch.h"
#include "kiss/check/check.h"

namespace {

using namespace stalemate::kiss;
namespace fs = std::filesystem;

struct Row {
  std::string source, macros, options;
  std::uint32_t ts = 0;
};

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' '), end = text.find_last_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

std::vector<Row> rows_of(const fs::path& programs) {
  std::vector<Row> rows;
  std::ifstream lines(programs / "expected.txt");
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> fields;
    std::istringstream parts(line);
    for (std::string field; std::getline(parts, field, '|');) fields.push_back(trimmed(field));
    Row row{programs / fields.at(0), fields.at(1), fields.at(4),
            static_cast<std::uint32_t>(std::stoul(fields.at(3)))};
    for (std::size_t at; (at = row.options.find('@')) != std::string::npos;)
      row.options.replace(at, 1, programs.string() + "/");
    // A race is a question of its own; what is translated is the same.
    if (const std::size_t race = row.options.find("--race"); race != std::string::npos)
      row.options.erase(race, row.options.find(' ', race + 7) - race);
    rows.push_back(row);
  }
  return rows;
}

class Comparison {
 public:
  Comparison(std::string stalemate, std::string engine, std::string share, fs::path directory)
      : stalemate_(std::move(stalemate)),
        engine_(std::move(engine)),
        share_(std::move(share)),
        directory_(std::move(directory)) {}

  bool agrees(const Row& row) {
    const fs::path emitted = directory_ / "program.c";
    const std::string command = stalemate_ + " kiss --quiet --emit " + emitted.string() + " " + row.options +
                                " " + row.macros + " " + row.source + " > " + (directory_ / "log").string() +
                                " 2>&1";
    if (system(command.c_str()) != 0) return differs(row, "it is not translated");
    const auto compiled = compile(emitted, share_, directory_ / "program.so");
    if (!compiled) return differs(row, compiled.error().sentence);
    Bounds bounds;
    bounds.ts = row.ts;
    bounds.lowest_input = -1;
    const auto cached = check(*compiled, engine_, bounds, resources(true, 1));
    const auto plain = check(*compiled, engine_, bounds, resources(false, 1));
    const auto shared = check(*compiled, engine_, bounds, resources(false, 3));
    if (!cached || !plain || !shared) return differs(row, "it cannot be checked");
    return compare(row, *cached, *plain, *shared);
  }

  unsigned complete() const { return complete_; }
  unsigned failing() const { return failing_; }

 private:
  static Resources resources(bool cache, std::uint32_t jobs) {
    Resources resources;
    resources.cache = cache;
    resources.jobs = jobs;
    resources.paths = 150'000;
    return resources;
  }

  bool compare(const Row& row, const CheckResult& cached, const CheckResult& plain,
               const CheckResult& shared) {
    if (plain.paths != shared.paths || plain.ending != shared.ending || plain.blocked != shared.blocked)
      return differs(row, "three engines end otherwise than one");
    if (plain.failure && plain.failure->choices != shared.failure->choices)
      return differs(row, "three engines find another failure");
    // A search that ran out of paths says nothing; with states it may have come further.
    if (plain.ending == Ending::kOutOfResources || cached.ending == Ending::kOutOfResources) return true;
    if (plain.ending != cached.ending) return differs(row, "remembering states changes the verdict");
    if (cached.paths > plain.paths) return differs(row, "remembering states costs paths");
    ++(plain.failure ? failing_ : complete_);
    if (plain.failure && (plain.failure->kind != cached.failure->kind || plain.failure->events.empty()))
      return differs(row, "remembering states changes the failure");
    return true;
  }

  static bool differs(const Row& row, const std::string& how) {
    std::printf("%s %s: %s\n", row.source.c_str(), row.macros.c_str(), how.c_str());
    return false;
  }

  std::string stalemate_, engine_, share_;
  fs::path directory_;
  unsigned complete_ = 0, failing_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 7) {
    std::fputs("kiss_cache STALEMATE ENGINE SHARE PROGRAMS PART PARTS\n", stderr);
    return 2;
  }
  const stalemate::Scratch scratch;
  if (scratch.path().empty()) return 2;
  Comparison comparison(arguments[1], arguments[2], arguments[3], scratch.path());
  const std::vector<Row> rows = rows_of(arguments[4]);
  bool agree = true;
  for (std::size_t i = std::stoul(arguments[5]); i < rows.size(); i += std::stoul(arguments[6]))
    agree = comparison.agrees(rows[i]) && agree;
  std::printf("%u complete, %u failing\n", comparison.complete(), comparison.failing());
  return agree && comparison.complete() > 5 && comparison.failing() > 5 ? 0 : 1;
}
