// Lines 9 to 14 of Figure 9 for one witness after the other. take_couple() comes before the witnesses of a
// read couple.
#pragma once

#include <memory>

#include "predict/paper/graph.h"

namespace stalemate::predict::paper {

class Decider {
 public:
  virtual ~Decider() = default;
  virtual void take_couple(Vertex writer, Vertex read) = 0;
  // Fills in verdict, phase and counts of graphs.
  virtual void decide(Witness& witness) = 0;
};

std::unique_ptr<Decider> as_written(const Order& order, std::size_t most_choice_graphs);
// Shared: the couple is deleted once for all of its witnesses, not for each.
std::unique_ptr<Decider> optimised(const Order& order, std::size_t most_choice_graphs, bool shared);

}  // namespace stalemate::predict::paper
