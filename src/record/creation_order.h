// Which steps come before which in every execution, by the creation and the joining of threads alone. Cheap:
// a thread's clock changes only where it is created or joins another.
#pragma once

#include <cstdint>
#include <vector>

#include "record/logged_steps.h"

namespace stalemate::tools {

class ForkJoinOrder {
 public:
  explicit ForkJoinOrder(const LoggedSteps& log);

  // Numbers of steps; those of one thread are ordered as they are.
  bool before(std::size_t earlier, std::size_t later) const;

 private:
  using Clock = std::vector<std::uint32_t>;  // by thread: how many of its steps

  void create(std::uint32_t parent, std::uint32_t child);
  void join(std::uint32_t joiner, std::uint32_t joined);

  std::vector<std::uint16_t> thread_;  // by step
  std::vector<std::uint32_t> number_;  // by step: among those of its thread
  std::vector<std::uint32_t> clock_;   // by step
  std::vector<Clock> clocks_;
  std::vector<std::uint32_t> current_, done_;  // by thread
};

}  // namespace stalemate::tools
