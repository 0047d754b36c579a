// What a repeated execution shows of a witness: whether the events of the witness happened, which write the
// read saw, and what it read. Takes both executions as traces, and trusts only the second one. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "predict/predict.h"
#include "trace/event_trace.h"

namespace stalemate::predict {

struct ReplayVerdict {
  bool shown = false;       // the read happened, saw the challenger, and read its value
  std::string why_not;      // a clause
  std::uint64_t value = 0;  // that it read
};

// `events`: those of the witness, in its order, the read last, as numbers of `recorded`. `expected`: the
// predicted value; empty: unknown. Unseen writes (Event::unseen) need not be detected again.
ReplayVerdict judge_replay(const trace::EventTrace& recorded, const trace::EventTrace& repeated,
                           const std::vector<std::size_t>& events, std::int64_t challenger,
                           std::optional<std::uint64_t> expected = std::nullopt);

}  // namespace stalemate::predict
