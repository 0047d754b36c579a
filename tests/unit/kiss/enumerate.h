// Prints programs, compiles them with the C compiler and runs all their paths with enumerate.c, which knows
// nothing of our own engine; and the words in which programs are built by hand.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kiss/print.h"
#include "kiss/program.h"

namespace stalemate::kiss {

enum Failed { kAssertion = 1, kAbort, kRace, kDeadlock, kMisuse };
enum Ended { kExited = 1, kBlocked, kLoopsCut, kLongLoopCut, kRecursionCut, kThreadsFull };

struct Seen {
  long paths = 0;
  std::map<std::pair<int, int>, long> failures;  // by kind and statement
  std::map<int, long> ends;
  std::set<std::pair<int, int>> observed;   // what observe() was called with
  std::vector<std::pair<int, int>> events;  // of the first path that fails

  long failed(Failed kind) const;
};

struct EnumerateBounds {
  int ts = 0;
  std::string race = {};  // the name of a variable
  int loops = 4;
  int recursion = 100;
};

// Aborts the test where the program does not compile without a warning.
class Enumerated {
 public:
  explicit Enumerated(const Program& program, const std::string& own_schedule = {});
  ~Enumerated();
  Enumerated(const Enumerated&) = delete;
  Enumerated& operator=(const Enumerated&) = delete;

  Seen run(const EnumerateBounds& bounds) const;
  const Printed& printed() const { return printed_; }

 private:
  Printed printed_;
  std::string folder_;
};

// Whether the compiler takes it with -std=c11 -Wall -Wextra and says nothing; else what it says.
std::string complaints(const std::string& compiler, const std::string& source);

Statement local(const std::string& text);
Statement read(const std::string& text, const std::string& lvalue, const std::string& variable = {});
Statement write(const std::string& text, const std::string& lvalue, const std::string& variable = {});
Statement call(const std::string& text);
Statement model_call(const std::string& text);
Statement assert_that(const std::string& text);
Statement assume(const std::string& text);
Statement begin();
Statement end();
Statement give_back(const std::string& text = {});
Statement branch(const std::string& text, std::vector<Statement> body, std::vector<Statement> otherwise = {});
Statement plain(StatementKind kind, const std::string& text = {}, std::vector<Statement> body = {});

Function function(const std::string& result, const std::string& name, const std::string& parameters,
                  std::vector<std::string> locals, std::vector<Statement> body);

// pthread_create without its handle: "create(start, argument)".
Function create_model();
// "join(number)"
Function join_model();
// lock_acquire and lock_release of section 3, of an int.
Function acquire_model();
Function release_model();

}  // namespace stalemate::kiss
