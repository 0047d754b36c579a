// What must come before what, beyond the cones, if the read is to see the challenger: a write that precedes a
// read precedes the write that the read sees, one that follows that write follows the read; and of two
// sections that exclude each other, one that begins before the other ends must end before the other begins.
// Repeated until nothing is added. A contradiction is a proof that there is no such interleaving.
#pragma once

#include <cstdint>
#include <vector>

#include "predict/decide/cones.h"
#include "predict/decide/ideal.h"

namespace stalemate::predict {

class Saturation {
 public:
  Saturation(const TraceIndex& index, const Cones& cones)
      : index_(index),
        cones_(cones),
        slot_(index.size(), kNone),
        writes_(index.trace().variables.size(), 0),
        begun_(index.trace().locks.size(), 0) {}

  // The reason of a contradiction, or kNone; then `required` has grown by what locks force. Only events of
  // the trace from `from` on are considered, which can miss contradictions but not invent any.
  Reason saturate(Goal goal, std::uint32_t from, Ideal& required);

 private:
  Clock clock(std::uint32_t event) const {
    return slot_[event] == kNone ? cones_.of(event)
                                 : Clock(clocks_.data() + slot_[event] * index_.threads(), index_.threads());
  }
  bool precedes(std::uint32_t earlier, std::uint32_t later) const {
    return clock(later)[index_.event(earlier).thread] > index_.position(earlier);
  }
  void lay_out();
  void find_constraints();
  void forget();
  // These return false on a contradiction.
  bool order(std::uint32_t earlier, std::uint32_t later);
  bool raise(std::uint32_t event, Clock by);
  bool pass();
  bool follow_cones(std::uint32_t event);
  bool follow_reads(std::uint32_t read);
  bool follow_challenger();
  bool follow_section(const Section& section);
  bool end_before(const Section& other, const Section& section);

  const TraceIndex& index_;
  const Cones& cones_;
  Goal goal_;
  std::uint32_t from_ = 0;
  Ideal required_;
  std::vector<std::uint32_t> events_;  // required, from from_ on, in the order of the trace
  std::vector<std::uint32_t> slot_, clocks_;
  std::vector<std::uint32_t> writes_, begun_;  // how many among the events, by variable and by lock
  // Reads and sections among the events that something else among them could order.
  std::vector<std::uint32_t> reads_, sections_;
  struct Edge {
    std::uint32_t earlier, later;
  };
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> held_;
  bool changed_ = false, grew_ = false, by_locks_ = false;
};

}  // namespace stalemate::predict
