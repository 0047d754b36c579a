// One thread's state of a worksharing loop: iterations 0 to count - 1, given out in chunks. The entry points
// map them to the program's values (first value, step).
#pragma once

#include <cstdint>

namespace stalemate::omp {

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
  bool in_turn = false;           // ordered: every iteration before the chunk is finished
  bool has_chunk = false;         // there is a chunk that is not finished
  unsigned dimensions = 0;        // doacross
  std::uint64_t extents[8] = {};  // doacross: iterations of each loop of the nest; and, if the caller
  std::int64_t firsts[8] = {};    // names iterations by their values, the first one and the step
  std::int64_t steps[8] = {};
  Work* nest = nullptr;  // doacross
  std::uint64_t value_of(std::uint64_t iteration) const { return first + iteration * step; }
};

}  // namespace stalemate::omp
