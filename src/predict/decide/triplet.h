// A read, the write that it saw and another that it might have seen; the verdict on it, and the limits of the
// work.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace stalemate::predict {

inline constexpr std::int64_t kInitial = -1;  // in place of the index of a write

enum class Verdict : std::uint8_t { kFeasible, kInfeasible, kUnknown };

// Why there is no such interleaving; the first that applies, cheapest first.
enum class Reason : std::uint8_t {
  kNone,
  kAfterRead,    // c can only come after r
  kOverwritten,  // another write of the variable is always between c and r
  kLocks,        // lock regions exclude each other in every suitable order
  kOtherReads,   // another read would have to see something else
  kExhausted,    // every interleaving was tried
};
inline constexpr std::size_t kReasons = 6;

struct Limits {
  // Only challengers so far from r are considered; what is earlier keeps its order, what is later is left
  // out. Empty: all.
  std::optional<std::size_t> window;
  // States that the search for one triplet may visit after the quick ways; then kUnknown. A number and not a
  // time, so that verdicts are always the same.
  std::uint64_t states_per_triplet = 4000;
  bool quick = false;  // quick ways only
  // At most this many triplets are searched for in all; later ones of long traces have the quick ways only.
  std::uint64_t searches = 20'000;
};

struct Triplet {
  std::size_t read = 0;
  std::int64_t writer = kInitial;      // what it saw
  std::int64_t challenger = kInitial;  // what it might have seen
  Verdict verdict = Verdict::kUnknown;
  Reason reason = Reason::kNone;
};

struct Counts {
  std::uint64_t feasible = 0, infeasible = 0, unknown = 0;
  std::array<std::uint64_t, kReasons> refuted{};  // the infeasible ones, by Reason
};

// Receives the triplets as they are decided: read by read in the order of the trace, challengers likewise,
// the initial value first. Schedules are made on demand, since millions of triplets have one.
class TripletSink {
 public:
  virtual ~TripletSink() = default;
  virtual void take(const Triplet& triplet) = 0;
};

}  // namespace stalemate::predict
