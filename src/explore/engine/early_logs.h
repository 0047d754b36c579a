// Early logs, which came back before their turn, by a number: of their entry in the window, or of their leaf.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/log/log_view.h"

namespace stalemate::explore {

class EarlyLogs {
 public:
  void keep(std::uint64_t entry, const LogView& log) {
    const Log& kept =
        logs_.try_emplace(entry, Log{*log.header, {log.records.begin(), log.records.end()}}).first->second;
    bytes_ += bytes_of(kept);
  }
  bool has(std::uint64_t entry) const { return logs_.count(entry) != 0; }
  // Without the text.
  LogView view(std::uint64_t entry) const {
    const Log& kept = logs_.at(entry);
    return {&kept.header, kept.records, {}};
  }
  void drop(std::uint64_t entry) {
    const auto kept = logs_.find(entry);
    bytes_ -= bytes_of(kept->second);
    logs_.erase(kept);
  }
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Log {
    wire::LogHeader header;
    std::vector<wire::Record> records;
  };
  static std::uint64_t bytes_of(const Log& log) {
    return sizeof log + log.records.size() * sizeof(wire::Record);
  }

  std::unordered_map<std::uint64_t, Log> logs_;
  std::uint64_t bytes_ = 0;
};

}  // namespace stalemate::explore
