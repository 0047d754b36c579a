#include "predict/replay_plan.h"

#include <algorithm>
#include <limits>

namespace stalemate::predict {
namespace {

using trace::Event;
using trace::EventKind;

constexpr std::uint32_t kNoNumber = ~0u;
constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

// "0.10.2" in the order of creation paths: parents before children, siblings by number.
std::vector<std::uint32_t> path_of(const std::string& name) {
  std::vector<std::uint32_t> path(1);
  for (const char c : name) {
    if (c == '.')
      path.push_back(0);
    else
      path.back() = path.back() * 10 + static_cast<std::uint32_t>(static_cast<unsigned char>(c) - '0');
  }
  return path;
}

class Planner {
 public:
  Planner(const trace::EventTrace& trace, const trace::Schedule& recorded,
          const std::vector<std::uint16_t>& order)
      : trace_(trace),
        recorded_(recorded),
        order_(order),
        last_point_(trace.threads.size(), kNoNumber),
        numbers_(trace.threads.size(), kNoNumber),
        waiters_(trace.conditions.size()),
        arrived_(trace.barriers.size()),
        completed_(trace.threads.size()) {
    if (!numbers_.empty()) numbers_[0] = 0;  // main
  }

  Result<ReplayPlan> plan() {
    if (trace_.points.size() != trace_.events.size())
      return fail(Code::kBadFile, "the trace does not record the step of each event");
    if (!list_events()) return fail(Code::kInternal, "the witness has more events than the trace");
    for (at_ = 0; at_ < plan_.events.size(); ++at_) {
      const std::size_t event = plan_.events[at_];
      if (trace_.points[event] >= recorded_.choices.size())
        return fail(Code::kBadFile, "the schedule of the trace is shorter than the trace");
      take(event);
    }
    return std::move(plan_);
  }

 private:
  bool list_events() {
    std::vector<std::vector<std::size_t>> of_thread(trace_.threads.size());
    for (std::size_t i = 0; i < trace_.events.size(); ++i) of_thread[trace_.events[i].thread].push_back(i);
    std::vector<std::size_t> next(trace_.threads.size());
    for (const std::uint16_t thread : order_) {
      if (thread >= next.size() || next[thread] == of_thread[thread].size()) return false;
      plan_.events.push_back(of_thread[thread][next[thread]++]);
    }
    return true;
  }

  void choose(std::uint32_t choice) {
    plan_.deviations.push_back({static_cast<std::uint32_t>(plan_.deviations.size()), choice});
  }

  bool begins_step(const Event& event, std::uint32_t point) {
    if (event.kind == EventKind::kLeave) return !completed_[event.thread];
    return last_point_[event.thread] != point;
  }

  void take(std::size_t number) {
    const Event& event = trace_.events[number];
    const std::uint32_t point = trace_.points[number];
    const bool begins = begins_step(event, point);
    last_point_[event.thread] = point;
    if (begins) choose(numbers_[event.thread]);
    // A wait that times out takes a step for that, and another one to lock its mutex.
    if (begins && event.kind == EventKind::kWake && event.timed_out) choose(numbers_[event.thread]);
    switch (event.kind) {
      case EventKind::kFork: numbers_[event.object] = next_number_++; break;
      case EventKind::kWait: waiters_[event.object].push_back({event.thread, wakes(event.thread)}); break;
      case EventKind::kWake: stop_waiting(event.object, event.thread); break;
      case EventKind::kNotify: return notify(event.object);
      case EventKind::kNotifyAll: waiters_[event.object].clear(); break;
      case EventKind::kArrive: arrive(event); break;
      default: break;
    }
    if (!begins) return;
    for (std::size_t i = point + 1; i < recorded_.choices.size() && recorded_.choices[i].is_value; ++i)
      choose(recorded_.choices[i].chosen);
  }

  void arrive(const Event& event) {
    completed_[event.thread] = ++arrived_[event.object] == trace_.barrier_parties[event.object];
    if (completed_[event.thread]) arrived_[event.object] = 0;
  }

  // When the wait that begins now ends by a notification: threads that time out, or never wake in the
  // witness, leave it to others.
  std::size_t wakes(std::uint16_t thread) const {
    for (std::size_t i = at_ + 1; i < plan_.events.size(); ++i) {
      const Event& event = trace_.events[plan_.events[i]];
      if (event.thread != thread) continue;
      return event.timed_out ? kNever : i;
    }
    return kNever - 1;
  }

  void stop_waiting(std::uint32_t condition, std::uint16_t thread) {
    std::erase_if(waiters_[condition], [&](const Waiter& waiter) { return waiter.thread == thread; });
  }

  // The program chooses only if there are several, and counts them by creation path.
  void notify(std::uint32_t condition) {
    std::vector<Waiter>& waiters = waiters_[condition];
    if (waiters.empty()) return;
    const auto first = std::ranges::min_element(waiters, {}, &Waiter::wakes);
    const auto path = path_of(trace_.threads[first->thread]);
    if (waiters.size() > 1)
      choose(static_cast<std::uint32_t>(std::ranges::count_if(
          waiters, [&](const Waiter& other) { return path_of(trace_.threads[other.thread]) < path; })));
    waiters.erase(first);
  }

  struct Waiter {
    std::uint16_t thread;
    std::size_t wakes;
  };

  const trace::EventTrace& trace_;
  const trace::Schedule& recorded_;
  const std::vector<std::uint16_t>& order_;
  ReplayPlan plan_;
  std::vector<std::uint32_t> last_point_;  // by thread
  std::vector<std::uint32_t> numbers_;     // by thread
  std::uint32_t next_number_ = 1;
  std::vector<std::vector<Waiter>> waiters_;  // by condition
  std::vector<std::uint32_t> arrived_;        // by barrier
  std::vector<bool> completed_;               // by thread: it was the last to arrive
  std::size_t at_ = 0;
};

}  // namespace

Result<ReplayPlan> plan_replay(const trace::EventTrace& trace, const trace::Schedule& recorded,
                               const std::vector<std::uint16_t>& order) {
  return Planner(trace, recorded, order).plan();
}

}  // namespace stalemate::predict
