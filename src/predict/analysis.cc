#include <algorithm>

#include "base/check.h"
#include "predict/decide/decide.h"
#include "predict/predict.h"

namespace stalemate::predict {

struct Analysis::State {
  State(const trace::EventTrace& trace, Limits limits)
      : index(trace), cones(index), decide(index, cones, limits) {
    writers.assign(index.size(), kInitial);
    for (std::uint32_t i = 0; i < index.size(); ++i)
      if (index.writer(i) != kNone) writers[i] = index.writer(i);
  }

  TraceIndex index;
  Cones cones;
  Decide decide;
  std::vector<std::int64_t> writers;
};

Analysis::Analysis(const trace::EventTrace& trace, Limits limits)
    : state_(std::make_unique<State>(trace, limits)) {}
Analysis::~Analysis() = default;

const std::vector<std::int64_t>& Analysis::writers() const { return state_->writers; }

Counts Analysis::run(TripletSink& sink) {
  Counts counts;
  std::vector<Answer> answers;
  for (std::uint32_t read = 0; read < state_->index.size(); ++read) {
    if (!is_read(state_->index.event(read))) continue;
    answers.clear();
    state_->decide.read(read, answers);
    for (const Answer& answer : answers) {
      (answer.verdict == Verdict::kFeasible     ? counts.feasible
       : answer.verdict == Verdict::kInfeasible ? counts.infeasible
                                                : counts.unknown)++;
      if (answer.verdict == Verdict::kInfeasible) ++counts.refuted[static_cast<std::size_t>(answer.reason)];
      sink.take({read, state_->writers[read],
                 answer.challenger == kNone ? kInitial : std::int64_t{answer.challenger}, answer.verdict,
                 answer.reason});
    }
  }
  return counts;
}

std::vector<std::uint16_t> Analysis::schedule(std::size_t read, std::int64_t challenger) {
  STALEMATE_CHECK(
      read < state_->index.size() && is_read(state_->index.event(static_cast<std::uint32_t>(read))),
      "the read has to be one");
  return state_->decide.schedule({static_cast<std::uint32_t>(read),
                                  challenger == kInitial ? kNone : static_cast<std::uint32_t>(challenger),
                                  state_->index.event(static_cast<std::uint32_t>(read)).object});
}

std::vector<Analysis::Final> Analysis::final_values(std::size_t most_states) {
  std::vector<Final> finals;
  for (std::uint32_t variable = 0; variable < state_->index.trace().variables.size(); ++variable) {
    const auto writes = state_->index.writes_of(variable);
    if (writes.empty()) continue;
    finals.push_back({variable, writes.back(), kInitial, Verdict::kInfeasible});
    for (const std::uint32_t challenger : writes.first(writes.size() - 1))
      finals.push_back({variable, writes.back(), challenger,
                        state_->decide.final_value(variable, challenger, most_states)});
  }
  return finals;
}

}  // namespace stalemate::predict
