// One execution as an engine emits it, and the observer that it is emitted to.
#pragma once

#include <cstdint>
#include <functional>

#include "explore/engine/work_item.h"
#include "model/wire/wire.h"

namespace stalemate::explore {

struct Budget {
  std::uint64_t executions = 0;  // 0 = no limit
  // Called within long computations: true ends the search at once, and then it cannot be saved. What was
  // found is emitted before. Empty: never.
  std::function<bool()> cut = {};
};

// One execution, as passed to the observer, in canonical order.
struct Execution {
  std::uint64_t number = 0;        // 1, 2, 3, … in canonical order
  const WorkItem* item = nullptr;  // nullptr if the observer does not want it
  // An equivalent execution with the fewest preemptions, if the search knows one that has fewer.
  const WorkItem* cheaper = nullptr;
  const wire::LogHeader* header = nullptr;
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;
  bool prefix_differs = false;  // the log differs from its parent's: the program is not deterministic
  bool malformed = false;       // the log contradicts itself, or does not follow the item
};

// What an observer wants next.
enum class Next { kGoOn, kStop };

class Observer {
 public:
  virtual ~Observer() = default;
  virtual Next on_execution(const Execution& execution) = 0;
  // Whether on_execution() reads the item of an execution that fits and ended like this. Rebuilding an item
  // costs as much as reading its log.
  virtual bool wants_item(const wire::LogHeader&) const { return true; }
};

}  // namespace stalemate::explore
