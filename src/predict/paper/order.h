// The partial order graph G of a trace with what the paper stores beside it: read couples and locked scopes.
//
// Where the paper is silent this is one reading of it: a scope reaches from its acquire to its release event,
// both included; only the outermost level of a re-entrant lock counts; a wait ends a scope and its wake
// begins another; a scope that the trace does not close lasts to the end of every execution; shared scopes
// exclude exclusive ones only, and a lock that a thread has both ways it has exclusively; failed attempts
// order nothing. Sync edges are as observed: a notification before the wakes it caused, posts before the
// downs that needed them, arrivals before the leaves of their round.
#pragma once

#include <cstdint>
#include <vector>

#include "predict/paper.h"

namespace stalemate::predict::paper {

using Vertex = std::uint32_t;                   // an event, by its place in the trace
inline constexpr Vertex kStart = UINT32_MAX;    // the initial values: before everything
inline constexpr Vertex kEnd = UINT32_MAX - 1;  // the end of an execution: after everything

inline constexpr std::uint32_t kNoScope = UINT32_MAX;

struct Edge {
  Vertex from = 0, to = 0;
  friend bool operator==(const Edge&, const Edge&) = default;
};

struct Scope {
  std::uint32_t lock = 0;
  std::uint16_t thread = 0;
  bool shared = false;
  Vertex first = 0, last = kEnd;
};

// Scopes of one lock in one thread, in program order.
struct ScopeList {
  std::vector<std::uint32_t> all, exclusive;
};

struct Order {
  std::size_t threads = 0, locks = 0;
  std::vector<std::uint16_t> thread;          // by event
  std::vector<std::uint32_t> place;           // by event: its place in its thread, from 1
  std::vector<std::vector<Vertex>> events;    // by thread
  std::vector<std::vector<Vertex>> sync_out;  // by event
  std::vector<std::vector<Vertex>> sync_in;
  std::vector<bool> reads;                     // by event
  std::vector<std::int64_t> writer;            // by event that reads
  std::vector<std::vector<Vertex>> readers;    // by event that writes
  std::vector<std::vector<Vertex>> writes;     // by variable
  std::vector<std::vector<Vertex>> initially;  // by variable: readers of the initial value
  std::vector<Scope> scopes;
  std::vector<std::vector<std::uint32_t>> held;  // by event: the scopes that it lies in, outermost first
  std::vector<std::uint32_t> begins, ends;       // by event: the scope that does there, or kNoScope
  std::vector<ScopeList> by_lock;                // [lock * threads + thread]

  const ScopeList& scopes_of(std::uint32_t lock, std::size_t thread_of) const {
    return by_lock[lock * threads + thread_of];
  }
  bool exclude(const Scope& one, const Scope& other) const {
    return one.lock == other.lock && one.thread != other.thread && !(one.shared && other.shared);
  }
  // Places count from 1: kStart is before all of them, kEnd behind.
  std::uint32_t place_of(Vertex vertex) const {
    return vertex == kStart ? 0 : vertex == kEnd ? UINT32_MAX - 1 : place[vertex];
  }
};

Order order_of(const trace::EventTrace& trace);

inline Vertex vertex_of(std::int64_t write) {
  return write == kInitial ? kStart : static_cast<Vertex>(write);
}

// From where on each thread's events are left out, by place; UINT32_MAX: nowhere.
using Cut = std::vector<std::uint32_t>;
Cut no_cut(const Order& order);
// Without w: w, and all that comes after it by program order, sync edges and read couples other than (w, r).
// Not by induced edges: a scope whose release is left out is no longer a scope (so half-open scopes are
// lost).
Cut cut_without(const Order& order, Vertex write, Vertex read);
inline bool is_cut(const Order& order, const Cut& cut, Vertex vertex) {
  return order.place[vertex] >= cut[order.thread[vertex]];
}
inline bool is_cut(const Order& order, const Cut& cut, const Scope& scope) {
  return order.place_of(scope.last) >= cut[scope.thread];
}

// Figure 4: what "one before other" adds for each pair of their scopes, a nil scope for an event in none.
void add_witness_edges(const Order& order, Vertex one, Vertex other, std::vector<Edge>& edges);
// All witness order edges of a case, each once.
std::vector<Edge> witness_edges(const Order& order, const Witness& witness);

}  // namespace stalemate::predict::paper
