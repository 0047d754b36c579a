// Theorem 1 at the level of C: `stalemate kiss` on random programs fails where a balanced execution fails and
// nowhere else, with races likewise; and of two threads it misses no execution with at most two context
// switches.
//
//     kiss_theorem STALEMATE FIRST COUNT [OPTION…]     programs FIRST to FIRST + COUNT - 1; options are
//     kiss's
//
// A program on which it differs is made smaller and shown.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

#include "executions.h"

namespace theorem {
namespace {

namespace fs = std::filesystem;

enum class Question : std::uint8_t { kEnds, kAsserts, kRaces, kDeadlocks };
constexpr unsigned kQuestions = 4;
constexpr int kUnbounded = 3;  // as many as there are threads

struct Case {
  Program program;
  Question question = Question::kAsserts;
  int ts = kUnbounded;
};

struct Answer {
  bool fails = false, deadlock = false;
  std::vector<std::string> races;
  std::string trouble;  // no answer
};

class Command {
 public:
  Command(std::string stalemate, fs::path directory, std::string options)
      : stalemate_(std::move(stalemate)), directory_(std::move(directory)), options_(std::move(options)) {}

  Answer ask(const Case& asked) const {
    const fs::path source = directory_ / "program.c", json = directory_ / "result.json",
                   log = directory_ / "log";
    std::ofstream(source) << c_text(asked.program);
    fs::remove(json);
    const std::string command = "cd " + directory_.string() + " && " + stalemate_ +
                                " kiss --quiet --jobs 1 --ts " + std::to_string(asked.ts) + " --json " +
                                json.string() + (asked.question == Question::kRaces ? " --race all " : " ") +
                                options_ + " " + source.string() + " > " + log.string() + " 2>&1";
    const int status = system(command.c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 255;
    std::ifstream said(log);
    const std::string words((std::istreambuf_iterator<char>(said)), {});
    if (code > 1) {
      Answer none;
      none.trouble = "it ended with " + std::to_string(code) + ": " + words;
      return none;
    }
    return read(nlohmann::json::parse(std::ifstream(json)), code);
  }

 private:
  static Answer read(const nlohmann::json& result, int code) {
    Answer answer;
    for (const auto& finding : result.at("findings")) {
      answer.fails |= finding.at("kind") == "assertion";
      answer.deadlock |= finding.at("kind") == "deadlock";
      if (finding.at("kind") == "crash") answer.trouble = "it found a crash";
      if (finding.contains("confirmed") && finding.at("confirmed") == false)
        answer.trouble = "a finding is not confirmed";
    }
    if (result.contains("fields"))
      for (const auto& field : result.at("fields"))
        if (field.at("verdict") == "race") answer.races.push_back(field.at("name"));
    if (code == 0 && result.at("coverage") == "partial") answer.trouble = "it is not complete";
    return answer;
  }

  std::string stalemate_;
  fs::path directory_;
  std::string options_;
};

// Where main ends in a certain state: one that balanced executions reach, or one that only others do.
std::optional<std::pair<int, int>> interesting_end(const Program& program, bool unbalanced,
                                                   std::mt19937& random) {
  const Behaviours all = behaviours_of(program, Which::kAll),
                   balanced = behaviours_of(program, Which::kBalanced);
  if (all.too_large || balanced.too_large || all.ends.empty()) return std::nullopt;
  std::vector<std::pair<int, int>> others;
  std::set_difference(all.ends.begin(), all.ends.end(), balanced.ends.begin(), balanced.ends.end(),
                      std::back_inserter(others));
  std::vector<std::pair<int, int>> among(balanced.ends.begin(), balanced.ends.end());
  if (unbalanced) among = others;
  if (among.empty()) return std::nullopt;
  return among[random() % among.size()];
}

std::optional<Case> make_case(std::uint32_t number) {
  for (std::uint32_t attempt = 0; attempt < 300; ++attempt) {
    const std::uint32_t seed = number * 300 + attempt;
    std::mt19937 random(seed);
    Case made;
    made.question = static_cast<Question>(number % kQuestions);
    Shape shape;
    shape.threads = made.question == Question::kEnds && random() % 2 == 0 ? 2 : 3;
    shape.joins =
        made.question == Question::kEnds || made.question == Question::kDeadlocks || random() % 2 == 0;
    shape.asserts = made.question != Question::kEnds;
    shape.deadlocks = made.question == Question::kDeadlocks;
    made.program = random_program(seed, shape);
    made.ts = shape.threads == 2 ? 1 : kUnbounded;
    if (made.question == Question::kEnds) {
      made.program.never = interesting_end(made.program, number % 8 >= 4, random);
      if (!made.program.never) continue;
    }
    if (behaviours_of(made.program, Which::kAll).too_large) continue;
    // Every other program fails, and not without threads that stop before their end.
    if (made.question == Question::kAsserts && number % 8 >= kQuestions &&
        (!behaviours_of(made.program, Which::kBalanced).fails ||
         behaviours_of(made.program, Which::kToTheEnd).fails))
      continue;
    return made;
  }
  return std::nullopt;
}

std::string shown(const std::set<int>& races) {
  std::string text;
  for (int variable : races) text += variable == 0 ? "x " : "y ";
  return text;
}

// What is wrong with the answer; empty where nothing is.
std::string difference(const Case& asked, const Answer& answer) {
  if (!answer.trouble.empty()) return answer.trouble;
  const Behaviours balanced = behaviours_of(asked.program, Which::kBalanced);
  const Behaviours all = behaviours_of(asked.program, Which::kAll);
  if (asked.question == Question::kRaces) {
    std::set<int> found;
    for (const std::string& name : answer.races)
      if (name == "x" || name == "y") found.insert(name == "x" ? 0 : 1);
    return found == balanced.races
               ? ""
               : "races on " + shown(found) + "found, and balanced ones on " + shown(balanced.races);
  }
  if (answer.fails && !balanced.fails) return "a failure that no balanced execution has";
  if (answer.deadlock && !all.deadlock) return "a deadlock that no execution has";
  // The first failure ends the search, and may be a deadlock.
  if (balanced.fails && !answer.fails && !answer.deadlock) return "a balanced execution fails, unseen";
  if (asked.program.threads.size() == 2 && behaviours_of(asked.program, Which::kTwoSwitches).fails &&
      !answer.fails && !answer.deadlock)
    return "an execution with two context switches fails, unseen";
  return "";
}

Case shrunk(Case wrong, const Command& command) {
  for (int left = 80; left > 0;) {
    bool shorter = false;
    for (Program& program : smaller(wrong.program)) {
      if (--left <= 0) break;
      Case candidate = wrong;
      candidate.program = std::move(program);
      if (difference(candidate, command.ask(candidate)).empty()) continue;
      wrong = std::move(candidate);
      shorter = true;
      break;
    }
    if (!shorter) break;
  }
  return wrong;
}

int run(const Command& command, std::uint32_t first, std::uint32_t count) {
  unsigned asked = 0, failing = 0, racing = 0, stuck = 0, unbalanced = 0;
  for (std::uint32_t number = first; number < first + count; ++number) {
    const std::optional<Case> made = make_case(number);
    if (!made) continue;
    const Answer answer = command.ask(*made);
    const std::string wrong = difference(*made, answer);
    ++asked;
    failing += answer.fails;
    racing += !answer.races.empty();
    stuck += answer.deadlock;
    unbalanced += !answer.fails && behaviours_of(made->program, Which::kAll).fails;
    if (wrong.empty()) continue;
    const Case small = shrunk(*made, command);
    std::printf("program %u: %s\nmade smaller: %s\n%s", number, wrong.c_str(),
                difference(small, command.ask(small)).c_str(), c_text(small.program).c_str());
    return 1;
  }
  std::printf("%u programs: %u fail, %u race, %u deadlock, %u fail in unbalanced executions only\n", asked,
              failing, racing, stuck, unbalanced);
  const bool telling = failing > 0 && failing < asked && racing > 0;
  if (!telling && count >= 20) std::puts("they tell nothing");
  return telling || count < 20 ? 0 : 1;
}

}  // namespace
}  // namespace theorem

int main(int count, char** arguments) {
  if (count < 4) {
    std::fputs("kiss_theorem STALEMATE FIRST COUNT [OPTION…]\n", stderr);
    return 2;
  }
  std::string options;
  for (int i = 4; i < count; ++i) options += std::string(" ") + arguments[i];
  std::string name = std::filesystem::temp_directory_path() / "kiss-theorem-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) return 2;
  const theorem::Command command(arguments[1], name, options);
  const int result = theorem::run(command, static_cast<std::uint32_t>(std::atoi(arguments[2])),
                                  static_cast<std::uint32_t>(std::atoi(arguments[3])));
  std::filesystem::remove_all(name);
  return result;
}
