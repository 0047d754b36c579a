// Small multithreaded programs of C: as values, made at random and made smaller, and as text for the
// compiler.
//
// Two shared integers, two mutexes, one local integer in each thread. Thread 0 is main; each other thread is
// created once, by a thread with a lower number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace theorem {

struct Statement {
  enum class Kind : std::uint8_t {
    kSet,        // v = n;
    kCopy,       // v = w + n;
    kIncrement,  // v += n;
    kAtomicAdd,  // __atomic_fetch_add(&v, n, __ATOMIC_SEQ_CST);
    kLoad,       // l = v;
    kStore,      // v = l + n;
    kIf,         // if (v == n) body else otherwise
    kIfLocal,    // if (l == n) body else otherwise
    kTwice,      // for (i = 0; i < 2; i++) body
    kLocked,     // lock mutex v; body; unlock
    kAssert,     // assert(v != n);
    kAssertLocal,
    kCreate,  // thread n
    kJoin,
  };
  Kind kind = Kind::kSet;
  int variable = 0, other = 0, number = 0;
  std::vector<Statement> body, otherwise;
};
using Body = std::vector<Statement>;

struct Program {
  std::vector<Body> threads;
  // At the end of main: assert(!(x == first && y == second)).
  std::optional<std::pair<int, int>> never;
};

struct Shape {
  int threads = 3;
  bool joins = true;       // main waits for all that it created
  bool deadlocks = false;  // mutexes in any order
  bool asserts = true;     // inside the threads
};

Program random_program(std::uint32_t seed, const Shape& shape);
std::string c_text(const Program& program);

// All programs with one statement less, or with what is inside of a statement in its place.
std::vector<Program> smaller(const Program& program);

}  // namespace theorem
