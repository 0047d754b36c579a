#include "oracle.h"

#include <map>

namespace stalemate::predict_test {

using trace::Event;
using trace::EventKind;
using trace::EventTrace;

namespace {

bool reads(const Event& event) { return event.kind == EventKind::kRead || event.kind == EventKind::kUpdate; }
bool writes(const Event& event) {
  return event.kind == EventKind::kWrite || event.kind == EventKind::kUpdate;
}

bool others_have(const LockState& lock, std::size_t thread, bool count_shares) {
  if (lock.owner != -1 && lock.owner != static_cast<int>(thread)) return true;
  if (count_shares)
    for (std::size_t t = 0; t < lock.shares.size(); ++t)
      if (t != thread && lock.shares[t] > 0) return true;
  return false;
}

// Everything but notifications, which may go several ways.
bool step_one_way(const EventTrace& trace, OracleState& s, const Event& e, std::int64_t index,
                  const std::vector<char>& ended) {
  const std::size_t t = e.thread, o = e.object;
  const int me = static_cast<int>(t);
  switch (e.kind) {
    case EventKind::kRead:
    case EventKind::kOther: return true;
    case EventKind::kWrite:
    case EventKind::kUpdate: s.last[o] = index; return true;
    case EventKind::kAcquire:
      if (others_have(s.locks[o], t, true)) return false;
      s.locks[o].owner = me;
      ++s.locks[o].levels;
      return true;
    case EventKind::kRelease:
      if (s.locks[o].owner != me) return false;
      if (--s.locks[o].levels == 0) s.locks[o].owner = -1;
      return true;
    case EventKind::kReadAcquire:
      if (others_have(s.locks[o], t, false)) return false;
      ++s.locks[o].shares[t];
      return true;
    case EventKind::kReadRelease: return s.locks[o].shares[t]-- > 0;
    case EventKind::kTryFailed: return others_have(s.locks[o], t, true);
    case EventKind::kFork: s.started[o] = 1; return true;
    case EventKind::kJoin: return s.started[o] && ended[o];
    case EventKind::kWait:
      if (s.locks[e.lock].owner != me) return false;
      s.saved_levels[t] = s.locks[e.lock].levels;
      s.locks[e.lock].owner = -1;
      s.locks[e.lock].levels = 0;
      s.waits_for[t] = static_cast<int>(o);
      s.notified[t] = 0;
      return true;
    case EventKind::kWake:
      if (others_have(s.locks[e.lock], t, true)) return false;
      if (e.timed_out == static_cast<bool>(s.notified[t])) return false;
      s.locks[e.lock].owner = me;
      s.locks[e.lock].levels = s.saved_levels[t];
      s.waits_for[t] = -1;
      s.notified[t] = 0;
      s.saved_levels[t] = 0;
      return true;
    case EventKind::kNotifyAll: return true;
    case EventKind::kPost: ++s.counts[o]; return true;
    case EventKind::kDown: return s.counts[o]-- > 0;
    case EventKind::kArrive:
      s.inside[o].insert(t);
      if (++s.arrived[o] == trace.barrier_parties[o]) {
        s.passed[o].insert(s.inside[o].begin(), s.inside[o].end());
        s.inside[o].clear();
        s.arrived[o] = 0;
      }
      return true;
    case EventKind::kLeave: return s.passed[o].erase(t) > 0;
    case EventKind::kNotify: break;
  }
  return false;
}

bool right(const EventTrace& trace, const OracleState& state, const std::vector<std::int64_t>& writers,
           std::size_t index) {
  const Event& event = trace.events[index];
  return !reads(event) || state.last[event.object] == writers[index];
}

struct Threads {
  explicit Threads(const EventTrace& trace) : events(trace.threads.size()), writers(trace.events.size(), -1) {
    std::map<std::uint32_t, std::int64_t> last;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      const Event& event = trace.events[i];
      events[event.thread].push_back(i);
      if (reads(event) && last.count(event.object)) writers[i] = last[event.object];
      if (writes(event)) last[event.object] = static_cast<std::int64_t>(i);
    }
  }
  std::vector<OracleState> after(const EventTrace& trace, const OracleState& state,
                                 std::size_t thread) const {
    std::vector<char> may_time_out(events.size(), 0), ended(events.size(), 0);
    for (std::size_t t = 0; t < events.size(); ++t) {
      ended[t] = state.done[t] == events[t].size();
      may_time_out[t] = !ended[t] && trace.events[events[t][state.done[t]]].timed_out;
    }
    const std::size_t index = events[thread][state.done[thread]];
    return steps(trace, state, trace.events[index], static_cast<std::int64_t>(index), may_time_out, ended);
  }
  std::vector<std::vector<std::size_t>> events;
  std::vector<std::int64_t> writers;
};

// Visits every state of strict prefixes once.
template <class Visit>
void each_state(const EventTrace& trace, const Threads& threads, Visit&& visit) {
  std::set<OracleState> known{initial_state(trace)};
  std::vector<OracleState> todo(known.begin(), known.end());
  while (!todo.empty()) {
    const OracleState state = std::move(todo.back());
    todo.pop_back();
    visit(state);
    for (std::size_t t = 0; t < threads.events.size(); ++t) {
      if (state.done[t] == threads.events[t].size()) continue;
      if (!right(trace, state, threads.writers, threads.events[t][state.done[t]])) continue;
      for (OracleState& next : threads.after(trace, state, t))
        if (known.insert(next).second) todo.push_back(std::move(next));
    }
  }
}

}  // namespace

OracleState initial_state(const EventTrace& trace) {
  OracleState state;
  const std::size_t threads = trace.threads.size();
  state.done.assign(threads, 0);
  state.started.assign(threads, 1);
  for (const Event& event : trace.events)
    if (event.kind == EventKind::kFork) state.started[event.object] = 0;
  state.waits_for.assign(threads, -1);
  state.notified.assign(threads, 0);
  state.saved_levels.assign(threads, 0);
  state.locks.resize(trace.locks.size());
  for (LockState& lock : state.locks) lock.shares.assign(threads, 0);
  state.last.assign(trace.variables.size(), -1);
  state.counts = trace.semaphore_counts;
  state.arrived.assign(trace.barriers.size(), 0);
  state.inside.resize(trace.barriers.size());
  state.passed.resize(trace.barriers.size());
  return state;
}

std::vector<OracleState> steps(const EventTrace& trace, const OracleState& state, const Event& event,
                               std::int64_t index, const std::vector<char>& may_time_out,
                               const std::vector<char>& ended) {
  if (!state.started[event.thread]) return {};
  OracleState next = state;
  ++next.done[event.thread];
  if (event.kind != EventKind::kNotify && event.kind != EventKind::kNotifyAll) {
    if (!step_one_way(trace, next, event, index, ended)) return {};
    return {next};
  }
  // Those who may have timed out already are chosen or not, one by one; of the others notify takes one.
  std::vector<OracleState> all;
  bool somebody_must = false;
  std::vector<std::size_t> waiters;
  for (std::size_t t = 0; t < next.waits_for.size(); ++t)
    if (next.waits_for[t] == static_cast<int>(event.object) && !next.notified[t]) waiters.push_back(t);
  if (event.kind == EventKind::kNotifyAll) {
    all.push_back(next);
    for (const std::size_t t : waiters) {
      const std::size_t before = all.size();
      for (std::size_t i = 0; i < before; ++i) {
        if (may_time_out[t]) all.push_back(all[i]);
        all[i].notified[t] = 1;
      }
    }
    return all;
  }
  for (const std::size_t t : waiters) {
    somebody_must = somebody_must || !may_time_out[t];
    all.push_back(next);
    all.back().notified[t] = 1;
  }
  if (!somebody_must) all.push_back(next);
  return all;
}

Seen all_seen(const EventTrace& trace) {
  const Threads threads(trace);
  Seen seen;
  each_state(trace, threads, [&](const OracleState& state) {
    for (std::size_t t = 0; t < threads.events.size(); ++t) {
      if (state.done[t] == threads.events[t].size() || !state.started[t]) continue;
      const std::size_t next = threads.events[t][state.done[t]];
      if (reads(trace.events[next])) seen.insert({next, state.last[trace.events[next].object]});
    }
  });
  return seen;
}

Seen all_final(const EventTrace& trace) {
  const Threads threads(trace);
  Seen seen;
  each_state(trace, threads, [&](const OracleState& state) {
    for (std::size_t t = 0; t < threads.events.size(); ++t)
      if (state.done[t] != threads.events[t].size()) return;
    for (std::size_t v = 0; v < state.last.size(); ++v) seen.insert({v, state.last[v]});
  });
  return seen;
}

bool accepts(const EventTrace& trace, const std::vector<std::uint16_t>& schedule, std::size_t read,
             std::int64_t write) {
  const Threads threads(trace);
  std::set<OracleState> states{initial_state(trace)};
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    std::set<OracleState> next;
    for (const OracleState& state : states) {
      if (state.done[schedule[i]] == threads.events[schedule[i]].size()) continue;
      const std::size_t event = threads.events[schedule[i]][state.done[schedule[i]]];
      const bool last = i + 1 == schedule.size();
      if (last && (event != read || state.last[trace.events[event].object] != write)) continue;
      if (!last && (event == read || !right(trace, state, threads.writers, event))) continue;
      for (OracleState& each : threads.after(trace, state, schedule[i])) next.insert(std::move(each));
    }
    states = std::move(next);
  }
  return !states.empty() && !schedule.empty();
}

bool could_happen(const EventTrace& trace) {
  const Threads threads(trace);
  std::set<OracleState> states{initial_state(trace)};
  for (const Event& event : trace.events) {
    std::set<OracleState> next;
    for (const OracleState& state : states)
      for (OracleState& each : threads.after(trace, state, event.thread)) next.insert(std::move(each));
    states = std::move(next);
  }
  return !states.empty();
}

std::string std_lines(const EventTrace& trace) {
  std::string text;
  for (std::size_t s = 0; s < trace.semaphores.size(); ++s)
    text += "T0|sem(s" + std::to_string(s) + "," + std::to_string(trace.semaphore_counts[s]) + ")|0\n";
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const Event& e = trace.events[i];
    const std::string o = std::to_string(e.object), l = ",l" + std::to_string(e.lock) + ")";
    static const char* const kBegin[] = {"r(x",    "w(x",      "u(x",      "acq(l",       "rel(l",
                                         "racq(l", "rrel(l",   "try(l",    "fork(T",      "join(T",
                                         "wait(c", "wake(c",   "notify(c", "notifyall(c", "post(s",
                                         "down(s", "arrive(b", "leave(b",  "dummy("};
    std::string op = (e.timed_out ? "timeout(c" : kBegin[static_cast<std::size_t>(e.kind)]) + o;
    if (e.kind == EventKind::kWait || e.kind == EventKind::kWake)
      op += l;
    else if (e.kind == EventKind::kArrive || e.kind == EventKind::kLeave)
      op += "," + std::to_string(trace.barrier_parties[e.object]) + ")";
    else
      op += ")";
    text += "T" + std::to_string(e.thread) + "|" + op + "|" + std::to_string(i) + "\n";
  }
  return text;
}

}  // namespace stalemate::predict_test
