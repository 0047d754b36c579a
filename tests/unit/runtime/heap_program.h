// A program for tests of the heap: threads that allocate and free, one call at a time, without a scheduler.
// What the heap asks of other parts of the runtime is answered here.
#pragma once

#include <cstdint>
#include <vector>

#include "model/wire/wire.h"
#include "runtime/core/fiber.h"

namespace stalemate::test {

// Thrown where the runtime would end the execution.
struct ForeignFree {};
struct DoubleFree {};

struct Range {
  std::uint64_t begin;
  std::size_t bytes;
  friend bool operator==(const Range&, const Range&) = default;
};

class HeapProgram {
 public:
  static constexpr std::uint32_t kThreads = 3;
  static constexpr std::uint32_t kSlots[kThreads] = {0, 1, 4100};  // the last is that of a hashed path

  HeapProgram();
  ~HeapProgram();

  // A new execution begins.
  void begin(bool reuse);
  std::uint64_t allocate(std::uint32_t thread, std::size_t bytes, std::size_t alignment,
                         std::uintptr_t pc = 1);
  void release(std::uint32_t thread, std::uint64_t block, std::uintptr_t pc = 1);
  std::uint64_t reallocate(std::uint32_t thread, std::uint64_t block, std::size_t bytes);

  // What the heap has said that begins anew (forget_objects_in).
  static std::vector<Range> begun_anew;

 private:
  wire::Channel channel_;
  rt::Fiber fibers_[kThreads];
};

}  // namespace stalemate::test
