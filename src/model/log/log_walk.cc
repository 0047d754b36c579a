#include "model/log/log_walk.h"

namespace stalemate {

void LogWalk::start(const LogView& log) {
  at_ = log.records.data();
  end_ = at_ + log.records.size();
  at_point_ = false;
  malformed_ = false;
  last_ = kMainThread;
  hash_ = 0;
  counts_ = LogCounts{};
  enabled_.clear();
  paths_.clear();
}

}  // namespace stalemate
