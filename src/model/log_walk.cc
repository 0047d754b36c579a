#include "model/log_walk.h"

namespace stalemate {

using wire::RecordKind;

void LogWalk::start(const LogView& log) {
  at_ = log.records.data();
  end_ = at_ + log.records.size();
  at_point_ = false;
  malformed_ = false;
  last_ = kMainThread.value;
  hash_ = 0;
  counts_ = LogCounts{};
  enabled_.clear();
  paths_.clear();
}

bool LogWalk::next() {
  if (at_point_ && !leave_point()) return fail();
  at_point_ = false;
  while (at_ < end_) {
    switch (at_->kind) {
      case RecordKind::kEnabled:
      case RecordKind::kDisabled:
        if (!change_enabled()) return fail();
        ++at_;
        break;
      case RecordKind::kStep:
      case RecordKind::kChoice:
        if (!enter_point()) return fail();
        at_point_ = true;
        return true;
      case RecordKind::kName: {  // the name's bytes lie in the records after it
        const auto records = std::ptrdiff_t{1} + (std::ptrdiff_t{at_->value} + 15) / 16;
        if (records > end_ - at_) return fail();
        at_ += records;
        break;
      }
      default: ++at_; break;
    }
  }
  counts_.threads = paths_.size();
  return false;
}

bool LogWalk::change_enabled() {
  const wire::Record& r = *at_;
  if (r.thread >= paths_.size()) {
    if (r.kind != RecordKind::kEnabled || r.thread != paths_.size()) return false;
    paths_.add(kMainThread.value);
  }
  mix(word_of(r, r.value));
  if (r.kind == RecordKind::kEnabled) {
    enabled_.enable(r.thread, r.value == 1, paths_);
  } else {
    enabled_.disable(r.thread, paths_);
  }
  return true;
}

bool LogWalk::enter_point() {
  if (at_->kind == RecordKind::kChoice) return at_->value < at_->object;
  return enabled_.contains(at_->thread);
}

bool LogWalk::leave_point() {
  const wire::Record& r = *at_;
  ++at_;
  ++counts_.points;
  if (r.kind == RecordKind::kChoice) {
    mix(word_of(r, r.value) ^ r.object << 16);
    return true;
  }
  mix(word_of(r, 0));
  ++counts_.steps;
  counts_.blocking += may_block(r.op);
  if (r.thread != last_) {
    ++counts_.switches;
    counts_.preemptions += enabled_.runs_on(last_);
    last_ = r.thread;
  }
  if (r.op == OpKind::kCreate && r.value != 0) {  // 0: the creation failed, or the worker died in it
    if (r.value != paths_.size()) return false;
    paths_.add(r.thread);
  }
  return true;
}

}  // namespace stalemate
