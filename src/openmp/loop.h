// Worksharing loops: iterations 0 to count - 1, given out in chunks. What they mean to the program (first
// value, step) is a matter of the entry points.
#pragma once

#include <cstdint>

namespace stalemate::omp {

struct Member;
struct Work;

enum class Schedule : std::uint8_t { kStatic, kDynamic, kGuided };

struct Loop {
  Work* work = nullptr;
  std::uint64_t count = 0;
  std::uint64_t chunk = 0;  // 0 of a static one: one block for each thread
  std::uint64_t first = 0;  // value of iteration 0, and the step between two, modulo 2^64
  std::uint64_t step = 1;
  std::uint64_t begin = 0, end = 0;  // the chunk that is being done
  std::uint64_t rounds = 0;          // static: chunks taken so far
  Schedule schedule = Schedule::kStatic;
  bool ordered = false;
  bool in_turn = false;           // ordered: every iteration before the chunk is through
  bool has_chunk = false;         // there is a chunk that is not finished
  unsigned dimensions = 0;        // doacross
  std::uint64_t extents[8] = {};  // doacross: iterations of each loop of the nest; and, where the caller
  std::int64_t firsts[8] = {};    // names iterations by their values, the first one and the step
  std::int64_t steps[8] = {};
  Work* nest = nullptr;  // doacross
  std::uint64_t value_of(std::uint64_t iteration) const { return first + iteration * step; }
};

// Iterations from `first` to before `end`; 0 where there are none.
std::uint64_t count_up(std::int64_t first, std::int64_t end, std::int64_t step);
std::uint64_t count_unsigned(bool up, std::uint64_t first, std::uint64_t end, std::uint64_t step);

// Enters a loop, which `loop` describes, as the member's next worksharing construct.
void enter_loop(Member& member, const Loop& loop);
// The member's next chunk is in its loop's `begin` and `end`; false: there is none left.
bool next_chunk(Member& member);

// The ordered part of an iteration. Chunks have their turn one after another; a chunk is through when its
// thread asks for the next one.
void begin_ordered(Member& member);

// Doacross: iterations of a nest by their numbers, the outermost first.
void post_iteration(Member& member, const std::uint64_t* numbers);
void wait_for_iteration(Member& member, const std::uint64_t* numbers);

}  // namespace stalemate::omp
