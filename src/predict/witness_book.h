// Makes a page of a million witnesses: groups by the places of writer, read and challenger, a few witnesses
// of each from which the best is chosen, the first ones of all, and totals. Takes the triplets of an Analysis
// and stores as many as its limits allow.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "predict/predict.h"

namespace stalemate::predict {

struct BookLimits {
  std::size_t listed = 1000;    // witnesses, in the order of the trace
  std::size_t groups = 10'000;  // more are counted only
  std::size_t candidates = 16;  // of a group
};

struct WitnessGroup {
  std::uint64_t witnesses = 0, reads = 0;
  std::uint64_t equal = 0;  // the challenger has the value that was read
  std::uint32_t variable = 0;
  bool several_variables = false;
  std::vector<Triplet> candidates;
  std::size_t last_read = ~std::size_t{0};
};

class WitnessBook final : public TripletSink {
 public:
  // `writers` as of Analysis::writers().
  WitnessBook(const trace::EventTrace& trace, const std::vector<std::int64_t>& writers, BookLimits limits);

  void take(const Triplet& triplet) override;

  const std::vector<WitnessGroup>& groups() const { return groups_; }  // in the order of their first witness
  std::uint64_t groups_in_all() const { return groups_in_all_; }
  const std::vector<Triplet>& listed() const { return listed_; }
  std::uint64_t open_reads() const { return open_reads_; }

  // What the write leaves in the variable of the read, the initial value included if a read saw it.
  std::optional<std::uint64_t> value_of(std::int64_t write, std::uint32_t variable) const;

 private:
  using Key = std::array<std::int64_t, 4>;
  Key key_of(const Triplet& triplet) const;
  WitnessGroup* group_of(const Triplet& triplet);

  const trace::EventTrace& trace_;
  const BookLimits limits_;
  std::vector<std::optional<std::uint64_t>> initial_;  // by variable
  std::map<Key, std::size_t> by_places_;
  std::vector<WitnessGroup> groups_;
  std::vector<Triplet> listed_;
  std::uint64_t groups_in_all_ = 0, open_reads_ = 0;
  std::size_t last_read_ = ~std::size_t{0};
};

// How often the thread changes.
std::size_t switches_of(const std::vector<std::uint16_t>& schedule);

// Reads, and their possible alternatives: every other write of the variable, and the initial value.
struct Questions {
  std::uint64_t reads = 0, alternatives = 0;
};
Questions questions_of(const trace::EventTrace& trace);

}  // namespace stalemate::predict
