// Decides after the first execution of a search whether its atomic operations on memory of one thread are
// left out (ADR 37): only if there are enough of them, so that other searches need not start again. Observes
// the search in front of another observer.
//
// What it finds shared is a beginning: heap memory is left to the worker, which reports the code that uses
// it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "explore/engine/execution.h"
#include "model/log/log_view.h"

namespace stalemate::host {

class AtomicSurvey : public explore::Observer {
 public:
  AtomicSurvey(explore::Observer& next, bool wanted) : next_(next), wants_(wanted) {}

  // A log as it arrives, in any order.
  bool wants_logs() const { return wants_; }
  void arrived(const LogView& log);

  explore::Next on_execution(const explore::Execution& execution) override;
  bool wants_item(const wire::LogHeader& header) const override { return next_.wants_item(header); }

  // Not if the first execution ended the search for another reason.
  bool decided() const { return decided_; }
  // The search ended at its first execution: it is to start again, with operations on these words as steps.
  bool found_private() const { return found_; }
  const std::vector<std::uint64_t>& shared() const { return shared_; }

 private:
  struct Words {
    std::uint64_t private_steps = 0;
    std::vector<std::uint64_t> shared;  // in ascending order
  };
  static Words words_of(const LogView& log);

  explore::Observer& next_;
  bool wants_;
  bool decided_ = false;
  bool found_ = false;
  std::unordered_map<std::uint64_t, Words> arrived_;  // by item, until the first execution is emitted
  std::vector<std::uint64_t> shared_;
};

}  // namespace stalemate::host
