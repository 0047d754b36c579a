#include "predict/paper/order.h"

#include <algorithm>

namespace stalemate::predict::paper {
namespace {

using trace::Event;
using trace::EventKind;

// Walks the trace once; its state of locks, waits and so on is that before the event.
class Reading {
 public:
  Reading(const trace::EventTrace& trace, Order& order) : trace_(trace), order_(order) {
    order_.threads = trace.threads.size();
    order_.locks = trace.locks.size();
    order_.events.resize(order_.threads);
    order_.by_lock.resize(order_.locks * order_.threads);
    order_.writes.resize(trace.variables.size());
    order_.initially.resize(trace.variables.size());
    const std::size_t events = trace.events.size();
    order_.sync_out.resize(events);
    order_.sync_in.resize(events);
    order_.reads.resize(events);
    order_.writer.assign(events, kInitial);
    order_.readers.resize(events);
    order_.held.resize(events);
    order_.begins.assign(events, kNoScope);
    order_.ends.assign(events, kNoScope);
    last_write_.assign(trace.variables.size(), kInitial);
    open_.resize(order_.threads);
    levels_.resize(order_.threads);
    posts_.resize(trace.semaphores.size());
    downs_.resize(trace.semaphores.size());
    rounds_.resize(trace.barriers.size());
    arrivals_.resize(trace.barriers.size());
    my_round_.resize(trace.barriers.size() * order_.threads);
  }

  void read() {
    for (Vertex at = 0; at < trace_.events.size(); ++at) {
      const Event& event = trace_.events[at];
      order_.thread.push_back(event.thread);
      order_.events[event.thread].push_back(at);
      order_.place.push_back(static_cast<std::uint32_t>(order_.events[event.thread].size()));
      scope_before(event, at);
      order_.held[at] = open_[event.thread];
      scope_after(event, at);
      access(event, at);
      signal(event, at);
    }
    forks_and_joins();
    notifications();
  }

 private:
  void sync(Vertex from, Vertex to) {
    order_.sync_out[from].push_back(to);
    order_.sync_in[to].push_back(from);
  }

  struct Levels {
    std::uint32_t exclusive = 0, shared = 0;
  };
  Levels& levels(const Event& event) {
    auto& mine = levels_[event.thread];
    if (mine.empty()) mine.resize(order_.locks);
    return mine[event.object];
  }

  // Scopes of a lock in a thread do not overlap: a thread that has it both ways has it exclusively.
  void set_levels(const Event& event, Vertex at, Levels now) {
    Levels& before = levels(event);
    const auto exclusively = [](const Levels& of) { return of.exclusive > 0; };
    const auto at_all = [](const Levels& of) { return of.exclusive + of.shared > 0; };
    const bool changes = exclusively(before) != exclusively(now) || at_all(before) != at_all(now);
    if (changes && at_all(before)) end_scope(event.thread, event.object, at);
    if (changes && at_all(now)) begin_scope(event.thread, event.object, !exclusively(now), at);
    before = now;
  }

  void begin_scope(std::uint16_t thread, std::uint32_t lock, bool shared, Vertex at) {
    const auto id = static_cast<std::uint32_t>(order_.scopes.size());
    order_.scopes.push_back({lock, thread, shared, at, kEnd});
    order_.begins[at] = id;
    ScopeList& list = order_.by_lock[lock * order_.threads + thread];
    list.all.push_back(id);
    if (!shared) list.exclusive.push_back(id);
    open_[thread].push_back(id);
  }

  void end_scope(std::uint16_t thread, std::uint32_t lock, Vertex at) {
    auto& open = open_[thread];
    const auto found = std::find_if(open.rbegin(), open.rend(),
                                    [&](std::uint32_t id) { return order_.scopes[id].lock == lock; });
    if (found == open.rend()) return;
    order_.scopes[*found].last = at;
    order_.ends[at] = *found;
    open.erase(std::next(found).base());
  }

  void scope_before(const Event& event, Vertex at) {
    switch (event.kind) {
      case EventKind::kAcquire:
        set_levels(event, at, {levels(event).exclusive + 1, levels(event).shared});
        break;
      case EventKind::kReadAcquire:
        set_levels(event, at, {levels(event).exclusive, levels(event).shared + 1});
        break;
      case EventKind::kWake: begin_scope(event.thread, event.lock, false, at); break;
      default: break;
    }
  }

  void scope_after(const Event& event, Vertex at) {
    switch (event.kind) {
      case EventKind::kRelease:
        set_levels(event, at, {std::max(levels(event).exclusive, 1U) - 1, levels(event).shared});
        break;
      case EventKind::kReadRelease:
        set_levels(event, at, {levels(event).exclusive, std::max(levels(event).shared, 1U) - 1});
        break;
      case EventKind::kWait: end_scope(event.thread, event.lock, at); break;  // its levels come back later
      default: break;
    }
  }

  void access(const Event& event, Vertex at) {
    if (event.kind == EventKind::kRead || event.kind == EventKind::kUpdate) {
      order_.reads[at] = true;
      const std::int64_t writer = last_write_[event.object];
      order_.writer[at] = writer;
      (writer == kInitial ? order_.initially[event.object] : order_.readers[vertex_of(writer)]).push_back(at);
    }
    if (event.kind == EventKind::kWrite || event.kind == EventKind::kUpdate) {
      order_.writes[event.object].push_back(at);
      last_write_[event.object] = at;
    }
  }

  void signal(const Event& event, Vertex at) {
    switch (event.kind) {
      case EventKind::kPost: posts_[event.object].push_back(at); break;
      case EventKind::kDown: {
        const std::size_t before = downs_[event.object]++;
        const std::size_t initial =
            event.object < trace_.semaphore_counts.size() ? trace_.semaphore_counts[event.object] : 0;
        if (before >= initial && before - initial < posts_[event.object].size())
          sync(posts_[event.object][before - initial], at);
        break;
      }
      case EventKind::kArrive: {
        const std::size_t parties = std::max<std::size_t>(trace_.barrier_parties[event.object], 1);
        const std::size_t round = arrivals_[event.object]++ / parties;
        auto& rounds = rounds_[event.object];
        if (rounds.size() <= round) rounds.resize(round + 1);
        rounds[round].push_back(at);
        my_round_[event.object * order_.threads + event.thread] = round;
        break;
      }
      case EventKind::kLeave: leave(event, at); break;
      default: break;
    }
  }

  void leave(const Event& event, Vertex at) {
    const std::size_t round = my_round_[event.object * order_.threads + event.thread];
    if (round >= rounds_[event.object].size()) return;
    for (const Vertex arrival : rounds_[event.object][round])
      if (trace_.events[arrival].thread != event.thread) sync(arrival, at);
  }

  void forks_and_joins() {
    for (Vertex at = 0; at < trace_.events.size(); ++at) {
      const Event& event = trace_.events[at];
      if (event.kind != EventKind::kFork && event.kind != EventKind::kJoin) continue;
      const auto& child = order_.events[event.object];
      if (child.empty()) continue;
      if (event.kind == EventKind::kFork)
        sync(at, child.front());
      else
        sync(child.back(), at);
    }
  }

  // The trace does not contain which thread a notification woke: the first of the waiters to wake, which is
  // possible whenever anything is. Only "notification before wake" becomes an edge; that the wait must have
  // begun before it is what the paper omits.
  void notifications() {
    struct Waiting {
      Vertex wait, wake;
    };
    std::vector<Waiting> waits;
    std::vector<Vertex> last(order_.threads, kEnd);
    for (Vertex at = 0; at < trace_.events.size(); ++at) {
      const Event& event = trace_.events[at];
      if (event.kind == EventKind::kWait) last[event.thread] = at;
      if (event.kind == EventKind::kWake && !event.timed_out && last[event.thread] != kEnd)
        waits.push_back({last[event.thread], at});
    }  // in the order of their wakes
    for (Vertex at = 0; at < trace_.events.size(); ++at) {
      const Event& event = trace_.events[at];
      if (event.kind != EventKind::kNotify && event.kind != EventKind::kNotifyAll) continue;
      for (auto waiting = waits.begin(); waiting != waits.end();) {
        const bool woken =
            waiting->wait < at && at < waiting->wake && trace_.events[waiting->wait].object == event.object;
        if (!woken) {
          ++waiting;
          continue;
        }
        sync(at, waiting->wake);
        waiting = waits.erase(waiting);
        if (event.kind == EventKind::kNotify) break;
      }
    }
  }

  const trace::EventTrace& trace_;
  Order& order_;
  std::vector<std::int64_t> last_write_;
  std::vector<std::vector<std::uint32_t>> open_;  // by thread: scopes
  std::vector<std::vector<Levels>> levels_;       // by thread and lock
  std::vector<std::vector<Vertex>> posts_;
  std::vector<std::size_t> downs_;
  std::vector<std::vector<std::vector<Vertex>>> rounds_;  // by barrier: arrived threads
  std::vector<std::size_t> arrivals_;
  std::vector<std::size_t> my_round_;  // by barrier and thread
};

}  // namespace

Order order_of(const trace::EventTrace& trace) {
  Order order;
  Reading(trace, order).read();
  return order;
}

Cut no_cut(const Order& order) { return Cut(order.threads, UINT32_MAX); }

Cut cut_without(const Order& order, Vertex write, Vertex read) {
  Cut cut = no_cut(order);
  if (write == kStart) return Cut(order.threads, 0);
  std::vector<Vertex> work{write};
  while (!work.empty()) {
    const Vertex from = work.back();
    work.pop_back();
    const std::uint16_t thread = order.thread[from];
    const std::uint32_t end =
        std::min<std::uint32_t>(cut[thread], static_cast<std::uint32_t>(order.events[thread].size()) + 1);
    if (order.place[from] >= end) continue;
    cut[thread] = order.place[from];
    for (std::uint32_t place = order.place[from]; place < end; ++place) {
      const Vertex left_out = order.events[thread][place - 1];
      work.insert(work.end(), order.sync_out[left_out].begin(), order.sync_out[left_out].end());
      for (const Vertex reader : order.readers[left_out])
        if (left_out != write || reader != read) work.push_back(reader);
    }
  }
  return cut;
}

void add_witness_edges(const Order& order, Vertex one, Vertex other, std::vector<Edge>& edges) {
  const auto add = [&](Edge edge) {
    if (std::ranges::find(edges, edge) == edges.end()) edges.push_back(edge);
  };
  static const std::vector<std::uint32_t> nil;
  const auto& before = one >= kEnd ? nil : order.held[one];
  const auto& after = other >= kEnd ? nil : order.held[other];
  if (before.empty() || after.empty()) return add({one, other});  // Figure 4(c): a nil scope equals no other
  for (const std::uint32_t first : before)
    for (const std::uint32_t second : after) {
      const Scope &left = order.scopes[first], &right = order.scopes[second];
      if (left.lock != right.lock || (left.shared && right.shared)) {
        add({one, other});  // Figure 4(c)
      } else if (first != second) {
        add({left.last, right.first});  // Figure 4(b)
      } else if (one >= other) {
        add({one, other});  // Figure 4(a) draws them in their program order; against it is a cycle
      }
    }
}

std::vector<Edge> witness_edges(const Order& order, const Witness& witness) {
  std::vector<Edge> edges;
  const Vertex write = vertex_of(witness.writer), challenger = vertex_of(witness.challenger);
  const auto read = static_cast<Vertex>(witness.read);
  switch (witness.order) {
    case Case::kReadBeforeWriter:
      add_witness_edges(order, challenger, read, edges);
      add_witness_edges(order, read, write, edges);
      add_witness_edges(order, challenger, write, edges);
      break;
    case Case::kWriterOverridden:
      add_witness_edges(order, write, challenger, edges);
      add_witness_edges(order, challenger, read, edges);
      add_witness_edges(order, write, read, edges);
      break;
    case Case::kWithoutWriter: add_witness_edges(order, challenger, read, edges); break;
  }
  return edges;
}

}  // namespace stalemate::predict::paper
