#include <vector>

#include "base/check.h"
#include "predict/paper.h"

namespace stalemate::predict::paper {
namespace {

// Exact verdicts by read, challengers in the order that both algorithms have: a byte for each triplet.
struct ExactVerdicts : TripletSink {
  explicit ExactVerdicts(std::size_t events) : first(events, 0) {}
  void take(const Triplet& triplet) override {
    if (verdicts.empty() || triplet.read != read) first[triplet.read] = verdicts.size();
    read = triplet.read;
    verdicts.push_back(triplet.verdict);
    challengers.push_back(triplet.challenger);
  }
  std::vector<std::size_t> first;  // by event that reads
  std::vector<Verdict> verdicts;
  std::vector<std::int64_t> challengers;
  std::size_t read = 0;
};

class Comparing : public WitnessSink {
 public:
  Comparing(const ExactVerdicts& exact, Comparison& comparison) : exact_(exact), comparison_(comparison) {}

  void take(const Witness& witness) override {
    if (!any_ || witness.read != read_) begin_read(witness.read);
    if (witness.order == Case::kReadBeforeWriter) said_ = Verdict::kInfeasible;
    if (witness.verdict == Verdict::kFeasible) said_ = Verdict::kFeasible;
    if (witness.verdict == Verdict::kUnknown && said_ != Verdict::kFeasible) said_ = Verdict::kUnknown;
    if (witness.order != Case::kWithoutWriter) return;
    const std::size_t at = exact_.first[read_] + triplets_of_read_++;
    STALEMATE_CHECK(at < exact_.challengers.size() && exact_.challengers[at] == witness.challenger,
                    "both algorithms take the same triplets in the same order");
    count(exact_.verdicts[at]);
  }

  void end_read() {
    if (!any_ || !decided_) return;
    ++comparison_.reads;
    comparison_.false_reads += said_of_read_ && !is_of_read_;
    comparison_.missed_reads += is_of_read_ && !said_of_read_;
  }

 private:
  void begin_read(std::size_t read) {
    end_read();
    any_ = decided_ = true;
    said_of_read_ = is_of_read_ = false;
    read_ = read;
    triplets_of_read_ = 0;
  }

  void count(Verdict exact) {
    if (exact == Verdict::kUnknown || said_ == Verdict::kUnknown) {
      ++comparison_.undecided;
      decided_ = false;
      return;
    }
    const bool said = said_ == Verdict::kFeasible, is = exact == Verdict::kFeasible;
    ++comparison_.triplets;
    comparison_.false_alarms += said && !is;
    comparison_.misses += is && !said;
    said_of_read_ |= said;
    is_of_read_ |= is;
  }

  const ExactVerdicts& exact_;
  Comparison& comparison_;
  bool any_ = false, decided_ = true, said_of_read_ = false, is_of_read_ = false;
  std::size_t read_ = 0, triplets_of_read_ = 0;
  Verdict said_ = Verdict::kInfeasible;
};

}  // namespace

Comparison compare(const trace::EventTrace& trace, Options options, const Limits& limits) {
  Comparison comparison;
  ExactVerdicts exact(trace.events.size());
  Analysis(trace, limits).run(exact);
  options.way = Way::kShared;  // samples whole reads
  Comparing comparing(exact, comparison);
  comparison.totals = run(trace, options, comparing);
  comparing.end_read();
  return comparison;
}

}  // namespace stalemate::predict::paper
