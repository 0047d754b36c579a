#include "predict_traces.h"

#include <random>
#include <string>

namespace stalemate {

using trace::Event;
using trace::EventKind;
using trace::EventTrace;

namespace {

class RandomProgram {
 public:
  RandomProgram(const TraceShape& shape, std::uint64_t seed)
      : shape_(shape), random_(seed), held_(shape.threads), owner_(shape.locks, -1) {
    for (std::uint16_t t = 0; t < shape.threads; ++t) trace_.threads.push_back("T" + std::to_string(t));
    for (std::uint32_t v = 0; v < shape.variables; ++v) trace_.variables.push_back("x" + std::to_string(v));
    for (std::uint32_t l = 0; l < shape.locks; ++l) trace_.locks.push_back("l" + std::to_string(l));
    trace_.locations.push_back("0");
  }

  EventTrace run() {
    for (std::uint16_t t = 1; t < shape_.threads; ++t) add(0, EventKind::kFork, t);
    std::uint16_t thread = 0;
    while (trace_.events.size() + shape_.threads < shape_.events) {
      if (below(1000) < shape_.switches) thread = static_cast<std::uint16_t>(below(shape_.threads));
      if (!step(thread)) thread = static_cast<std::uint16_t>(below(shape_.threads));
    }
    for (std::uint16_t t = 1; t < shape_.threads; ++t) add(0, EventKind::kJoin, t);
    return trace_;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  void add(std::uint16_t thread, EventKind kind, std::uint32_t object) {
    Event event;
    event.kind = kind;
    event.thread = thread;
    event.object = object;
    trace_.events.push_back(event);
  }

  bool step(std::uint16_t thread) {
    auto& held = held_[thread];
    const std::uint64_t dice = below(100);
    if (dice < 14 && held.size() < 2) {
      // Upwards only, so that no two threads wait for each other for ever.
      const std::uint32_t least = held.empty() ? 0 : held.back() + 1;
      if (least >= shape_.locks) return true;
      const auto lock = static_cast<std::uint32_t>(least + below(shape_.locks - least));
      if (owner_[lock] != -1) return false;
      owner_[lock] = thread;
      held.push_back(lock);
      add(thread, EventKind::kAcquire, lock);
    } else if (dice < 36 && !held.empty()) {
      owner_[held.back()] = -1;
      add(thread, EventKind::kRelease, held.back());
      held.pop_back();
    } else {
      access(thread, held);
    }
    return true;
  }

  // In a section mostly what its lock protects.
  void access(std::uint16_t thread, const std::vector<std::uint32_t>& held) {
    std::uint32_t variable = 0;
    if (!held.empty() && below(100) < 80) {
      const std::uint32_t each = shape_.variables / shape_.locks + 1;
      variable = static_cast<std::uint32_t>((held.back() * each + below(each)) % shape_.variables);
    } else if (below(100) < shape_.hot) {
      variable = static_cast<std::uint32_t>(below(shape_.variables / 10 + 1));
    } else {
      variable = static_cast<std::uint32_t>(below(shape_.variables));
    }
    const bool read = below(100) < 65;
    if (read && shape_.apart) {
      if (trace_.events.back().thread != thread || trace_.events.back().kind != EventKind::kWrite) return;
      variable = trace_.events.back().object;
    }
    add(thread, read ? EventKind::kRead : EventKind::kWrite, variable);
  }

  const TraceShape& shape_;
  std::mt19937_64 random_;
  EventTrace trace_;
  std::vector<std::vector<std::uint32_t>> held_;
  std::vector<int> owner_;
};

}  // namespace

EventTrace make_trace(const TraceShape& shape, std::uint64_t seed) {
  return RandomProgram(shape, seed).run();
}

}  // namespace stalemate
