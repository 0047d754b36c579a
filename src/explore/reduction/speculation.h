// Runs that were issued before it was known that they are needed, and the logs of those that are back. A run
// is identified by its prescribed choices. They affect only how long a search takes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/log/log_view.h"

namespace stalemate::explore {

class Speculation {
 public:
  struct Run {
    std::uint64_t id = 0;     // of its item
    std::uint64_t node = 0;   // the choices up to the state from which it steps, hashed
    std::uint64_t under = 0;  // and up to the state that it was issued for
    std::uint64_t key = 0;    // and the step
    bool back = false;
  };
  struct Log {
    wire::LogHeader header;
    std::vector<wire::Record> records;
    std::string text;
    LogView view() const { return {&header, records, text}; }
  };

  std::size_t size() const { return used_; }
  // Valid until the next change; nullptr: there is none.
  const Run* find(std::uint64_t key) const;
  void add(const Run& run);
  // A log came back. False: it is no longer needed.
  bool take(std::uint64_t id, const LogView& log);
  void remove(std::uint64_t key);
  // Removes it as well.
  void move_log(std::uint64_t key, Log& log);
  // No run that steps from this state will be needed any more.
  void forget_node(std::uint64_t node);
  void clear() { used_ = 0; }

 private:
  void remove_at(std::size_t at);

  // The first used_ are in use; the others keep their memory.
  std::vector<Run> runs_;
  std::vector<Log> logs_;
  std::size_t used_ = 0;
};

}  // namespace stalemate::explore
