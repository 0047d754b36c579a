// Measures how coverage grows, in the canonical order (S4) and so the same with any number of workers:
// classes (S8), the prefixes of happens-before graphs, and the states that the program reports. For any
// strategy, reduced or not; the worker must log effects (wire::Config::effects).
//
// Uses up to 24 bytes for each graph, and stops counting prefixes if there are too many.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "campaign/findings/collector.h"
#include "explore/engine/hash_table.h"
#include "explore/graph/graph_hash.h"
#include "explore/search.h"
#include "model/coverage.h"

namespace stalemate::host {

class CoverageWatch : public explore::Observer {
 public:
  // `by_bound`: the strategy finishes one bound after the other.
  CoverageWatch(Collector& collector, bool by_bound, explore::MemorySource memory)
      : collector_(collector), by_bound_(by_bound), graphs_(memory), ends_(memory) {}

  // The search that has the bounds; before its first execution.
  void watch(const explore::Search& search) { search_ = &search; }
  // Every log as it arrives, in any order, before the search sees it.
  void arrived(const LogView& log);
  explore::Next on_execution(const explore::Execution& execution) override;
  bool wants_item(const wire::LogHeader& header) const override { return collector_.wants_item(header); }

  // With the last execution, after the search.
  CoverageGrowth growth() const;

 private:
  struct Seen {
    Hash128 hash;
    bool used() const { return hash != Hash128{}; }
  };
  using Table = explore::HashTable<Seen>;
  // The prefixes of an execution that were unknown when it arrived, and its end.
  struct Fresh {
    std::vector<Hash128> graphs;
    Hash128 end;
    bool clear = false;
  };

  static void insert(Table& table, Hash128 hash);
  void count(const wire::LogHeader& header);
  void count_within(std::vector<CoverageSample>& bounds) const;

  Collector& collector_;
  bool by_bound_;
  const explore::Search* search_ = nullptr;
  explore::GraphHash graph_;
  Table graphs_, ends_;
  std::unordered_map<std::uint64_t, Fresh> fresh_;  // of items not yet emitted
  bool counts_graphs_ = true, counts_classes_ = true;
  std::uint64_t next_sample_ = 1;
  CoverageSample now_;
  CoverageGrowth growth_;
};

}  // namespace stalemate::host
