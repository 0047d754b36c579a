#include "paper_oracle.h"

#include <set>
#include <string>
#include <vector>

#include "predict/paper/order.h"

namespace stalemate::predict::paper {
namespace {

using trace::Event;
using trace::EventKind;

struct State {
  std::vector<std::size_t> at;      // by thread: how many of its events have happened
  std::vector<std::int64_t> last;   // by variable
  std::vector<int> owner;           // by lock, -1: free
  std::vector<std::uint8_t> waits;  // by thread: 0 no, 1 yes, 2 notified
  std::vector<bool> happened;       // by event
  bool writer_first = false, read = false;
  std::string key() const {
    std::string text;
    for (const auto value : at) text += static_cast<char>(value);
    for (const auto value : last) text += static_cast<char>(value);
    for (const auto value : owner) text += static_cast<char>(value);
    for (const auto value : waits) text += static_cast<char>(value);
    text += static_cast<char>(writer_first);
    text += static_cast<char>(read);
    return text;
  }
};

class Search {
 public:
  Search(const trace::EventTrace& trace, const Witness& witness, const Rules& rules)
      : trace_(trace), witness_(witness), rules_(rules), order_(order_of(trace)) {
    if (!rules.half_open_scopes)
      cut_ = cut_without(order_, vertex_of(witness.writer), static_cast<Vertex>(witness.read));
  }

  bool found() {
    // The initial values are there from the beginning and never again.
    if (witness_.writer == kInitial && witness_.order != Case::kWriterOverridden) return false;
    if (witness_.challenger == kInitial && witness_.order == Case::kWriterOverridden) return false;
    State state;
    state.at.resize(trace_.threads.size());
    state.last.assign(trace_.variables.size(), kInitial);
    state.owner.assign(trace_.locks.size(), -1);
    state.waits.resize(trace_.threads.size());
    state.happened.resize(trace_.events.size());
    return search(state);
  }

 private:
  bool has(const State& state, std::int64_t write) const {
    return write == kInitial || state.happened[static_cast<std::size_t>(write)];
  }

  bool search(const State& state) {
    if (!met_.insert(state.key()).second) return false;
    for (std::size_t thread = 0; thread < trace_.threads.size(); ++thread) {
      if (state.at[thread] == order_.events[thread].size()) continue;
      const Vertex vertex = order_.events[thread][state.at[thread]];
      const bool beyond = thread == order_.thread[witness_.read] && vertex > witness_.read;
      if (beyond && rules_.stop_at_read) continue;
      if (may_happen(state, vertex) && happen(state, vertex)) return true;
    }
    return false;
  }

  bool may_happen(const State& state, Vertex vertex) const {
    const Event& event = trace_.events[vertex];
    for (const Vertex cause : order_.sync_in[vertex]) {
      const EventKind kind = trace_.events[cause].kind;
      const bool notification = kind == EventKind::kNotify || kind == EventKind::kNotifyAll;
      if (notification && rules_.waits_before_notify && !rules_.observed_matching) continue;
      if (!state.happened[cause]) return false;
    }
    switch (event.kind) {
      case EventKind::kRead:
      case EventKind::kUpdate:
        if (vertex == witness_.read) return true;
        return rules_.write_exclusion ? state.last[event.object] == order_.writer[vertex]
                                      : has(state, order_.writer[vertex]);
      case EventKind::kAcquire: return state.owner[event.object] == -1;
      case EventKind::kWake:
        return state.owner[event.lock] == -1 &&
               (state.waits[event.thread] == 2 || !rules_.waits_before_notify);
      default: return true;
    }
  }

  bool opens(Vertex vertex) const {
    return rules_.half_open_scopes || !is_cut(order_, cut_, order_.scopes[order_.begins[vertex]]);
  }

  bool happen(State state, Vertex vertex) {
    const Event& event = trace_.events[vertex];
    if (vertex == witness_.writer && witness_.order == Case::kWithoutWriter) return false;
    ++state.at[event.thread];
    state.happened[vertex] = true;
    if (vertex == witness_.challenger) state.writer_first = has(state, witness_.writer);
    if (vertex == witness_.read) {
      if (!has(state, witness_.challenger)) return false;
      if (witness_.order == Case::kWriterOverridden) return state.writer_first;
      if (witness_.order == Case::kWithoutWriter) return true;
      if (has(state, witness_.writer)) return false;
      state.read = true;
    }
    if (vertex == witness_.writer && witness_.order == Case::kReadBeforeWriter) return state.read;
    if (event.kind == EventKind::kWrite || event.kind == EventKind::kUpdate)
      state.last[event.object] = vertex;
    synchronize(state, event, vertex);
    if (event.kind != EventKind::kNotify) return search(state);
    bool anybody = false;  // a notification wakes any one of those who wait
    for (std::size_t thread = 0; thread < state.waits.size(); ++thread) {
      if (state.waits[thread] != 1 || waits_for(state, thread) != event.object) continue;
      anybody = true;
      State woken = state;
      woken.waits[thread] = 2;
      if (search(woken)) return true;
    }
    return !anybody && search(state);
  }

  std::uint32_t waits_for(const State& state, std::size_t thread) const {
    return trace_.events[order_.events[thread][state.at[thread] - 1]].object;
  }

  void synchronize(State& state, const Event& event, Vertex vertex) const {
    switch (event.kind) {
      case EventKind::kAcquire:
        if (opens(vertex)) state.owner[event.object] = event.thread;
        break;
      case EventKind::kWake:
        if (opens(vertex)) state.owner[event.lock] = event.thread;
        state.waits[event.thread] = 0;
        break;
      case EventKind::kRelease:
        if (state.owner[event.object] == event.thread) state.owner[event.object] = -1;
        break;
      case EventKind::kWait:
        if (state.owner[event.lock] == event.thread) state.owner[event.lock] = -1;
        state.waits[event.thread] = 1;
        break;
      case EventKind::kNotifyAll:
        for (std::size_t thread = 0; thread < state.waits.size(); ++thread)
          if (state.waits[thread] == 1 && waits_for(state, thread) == event.object) state.waits[thread] = 2;
        break;
      default: break;
    }
  }

  const trace::EventTrace& trace_;
  const Witness& witness_;
  const Rules& rules_;
  const Order order_;
  Cut cut_;
  std::set<std::string> met_;
};

}  // namespace

bool is_feasible(const trace::EventTrace& trace, const Witness& witness, const Rules& rules) {
  return Search(trace, witness, rules).found();
}

}  // namespace stalemate::predict::paper
