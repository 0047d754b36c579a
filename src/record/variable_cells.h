// Bytes to variables. The bytes that an execution accesses are cut into cells, such that each access is of
// whole cells: cells connected only by a wide access stay separate. An access of several cells is several
// events of one step, which no other thread's may come between: where another thread could, all accesses of
// these cells hold a lock (a group), which expresses just that.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "record/logged_steps.h"

namespace stalemate::tools {

// The bytes that a step reads or writes; 0: it is not an access.
std::uint32_t accessed_bytes(const Step& step);

// A trace with more events than this is refused (trace/std_format.h).
inline constexpr std::uint64_t kMostEvents = 50'000'000;

using ByteRange = std::pair<std::uint64_t, std::uint64_t>;  // the second is the first one behind it
std::vector<ByteRange> accessed_ranges(const std::vector<Step>& steps);

class TracedMemory {
 public:
  // `also`: ranges whose ends cut too, such as those of an execution that this one is compared with.
  explicit TracedMemory(const LoggedSteps& log, const std::vector<ByteRange>& also = {});

  // Numbers of cells, from the first to the one behind the last.
  std::pair<std::size_t, std::size_t> cells_of(const Step& step) const;
  std::uint64_t begin_of(std::size_t cell) const { return cuts_[cell]; }
  std::uint64_t end_of(std::size_t cell) const { return cuts_[cell + 1]; }
  // The first cell of the group that the access must lock; empty: nothing can come in between.
  std::optional<std::size_t> group_of(std::size_t step) const;
  std::uint64_t events() const { return events_; }  // of all accesses together

 private:
  struct Use {  // of a cell by a thread
    std::uint16_t thread;
    bool writes;
    std::size_t first, last;  // steps
  };

  void note_uses();
  void find_groups();
  std::size_t root_of(std::size_t cell) const;

  const LoggedSteps& log_;
  std::vector<std::uint64_t> cuts_;
  std::vector<std::vector<Use>> uses_;  // by cell; only until groups are known
  std::vector<std::size_t> above_;      // by cell: towards the first one of its group
  std::vector<bool> grouped_;           // by cell
  std::vector<bool> splittable_;        // by step
  std::uint64_t events_ = 0;
};

// The value of so many bytes at an offset of the access, if `value` (before or after it) was its first word.
// More than a word is a hash, which only distinguishes contents. Empty: the log does not contain it.
std::optional<std::uint64_t> part_of_value(const LoggedSteps& log, const Step& step,
                                           std::optional<std::uint64_t> value, std::uint64_t offset,
                                           std::uint64_t bytes);

}  // namespace stalemate::tools
