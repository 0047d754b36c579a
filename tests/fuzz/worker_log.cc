// The log of a worker that writes what it likes: every reader of logs has to survive it.
#include <cstring>

#include "campaign/findings/observation.h"
#include "campaign/rerun/failure.h"
#include "explore/search.h"
#include "explore/strategy/strategies.h"
#include "fuzz.h"
#include "model/log/log_walk.h"
#include "trace/execution.h"
#include "worker/channel.h"

using namespace stalemate;

namespace {

class Silent final : public explore::Observer {
 public:
  explore::Next on_execution(const explore::Execution&) override { return explore::Next::kGoOn; }
};

// The same log for every item of a search.
void search(const LogView& log, explore::Reduced how) {
  explore::ReductionPlan plan;
  plan.how = how;
  Silent observer;
  explore::Search search(explore::make_strategy(how == explore::Reduced::kDpor ? "dpor" : "icb", {}), {},
                         observer, {}, plan);
  explore::WorkItem item;
  for (int n = 0; n < 20 && search.next(item); ++n) {
    wire::LogHeader header = *log.header;
    header.item = item.id.value;
    search.finished(item.id, {&header, log.records, log.text});
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint32_t kThreads = 8;
  if (size < 2) return 0;
  std::vector<wire::Record> records((size - 2) / sizeof(wire::Record));
  if (records.empty()) return 0;
  std::memcpy(static_cast<void*>(records.data()), data + 2, records.size() * sizeof(wire::Record));
  if (!host::sound_records(records, kThreads)) return 0;
  wire::LogHeader header;
  header.outcome = static_cast<wire::Outcome>(1 + data[0] % (static_cast<unsigned>(wire::kLastOutcome)));
  header.threads = kThreads;
  header.records = static_cast<std::uint32_t>(records.size());
  header.uses_state = wire::kStatesLogged;
  const LogView log{&header, records, {}};
  LogWalk walk;
  walk.start(log);
  while (walk.next()) {
  }
  (void)trace::read_execution(log);
  auto observations = host::observations_of(log);
  host::find_meetings(log, observations);
  (void)host::failure_of(log);
  constexpr explore::Reduced kHow[] = {explore::Reduced::kNone, explore::Reduced::kCache,
                                       explore::Reduced::kPor, explore::Reduced::kDpor};
  search(log, kHow[data[1] % 4]);
  return 0;
}
