#include "campaign/rerun/rerun.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstring>

#include "worker/bell.h"

namespace stalemate::host {
namespace {

constexpr std::uint32_t kLargestWatch = 4096;

}  // namespace

void take_steps(Recording& recording, const wire::Config& config) {
  recording.promoted.assign(config.promoted, config.promoted + config.promoted_count);
  recording.private_atomics = config.private_atomics != 0;
  recording.left_out_tries =
      config.pure_loops == wire::kNoFailedTries && (recording.header.tries & wire::kTriesLeftOut) != 0;
  recording.shared.clear();
  if (recording.private_atomics) recording.shared.assign(config.shared, config.shared + config.shared_count);
}

Rerunner::Rerunner(StartWorker start, wire::Config config, const std::atomic<bool>* interrupted)
    : start_(std::move(start)), config_(config), interrupted_(interrupted) {}

Rerunner::Rerunner(StartWorker start, wire::Config config, const TimeLimits& limits)
    : start_(std::move(start)), config_(config), limits_(&limits) {}

bool Rerunner::has_to_stop() const {
  if (limits_ != nullptr) return limits_->over_finally();
  return interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed);
}

Result<void> Rerunner::need_worker() {
  if (worker_ && worker_->state() == Worker::State::kReady) return {};
  auto worker = start_(config_, ring_sizes(config_.step_limit, true));
  if (!worker) return tl::unexpected<Error>(worker.error());
  worker_ = std::move(*worker);
  return worker_->await_ready();
}

Result<Recording> Rerunner::run(const explore::WorkItem& item) {
  if (auto ready = need_worker(); !ready) return tl::unexpected<Error>(ready.error());
  Channel& channel = worker_->channel();
  if (wire::item_bytes(static_cast<std::uint32_t>(item.deviations.size())) >
      channel.mapping().item_ring_bytes())
    return fail(Code::kBadFile, "the schedule is longer than its step limit allows",
                "raise the limit in its line `option steps`");
  STALEMATE_CHECK(channel.push(item), "a fresh ring takes one item");
  wire::Channel& shared = channel.shared();
  for (;;) {
    const Bell bell{&shared.host_bell, shared.host_bell.load(std::memory_order_seq_cst)};
    shared.host_sleeps.store(1, std::memory_order_seq_cst);
    channel.wake_worker();
    const bool dead = worker_->state() == Worker::State::kDead;  // before reading: it may publish, then die
    LogView log;
    const Arrival arrival = channel.peek(log);
    if (arrival == Arrival::kLog) {
      Recording recording = record(log);
      channel.pop();
      channel.release_logs();
      shared.host_sleeps.store(0, std::memory_order_relaxed);
      return recording;
    }
    if (dead || arrival == Arrival::kScribbled) return death(item);
    if (has_to_stop()) {
      worker_.reset();  // its current run answers no later item
      return fail(Code::kInterrupted, "the time limit ended the repetition of a finding");
    }
    channel.trim_capture();
    sleep_on({&bell, 1}, 5);
  }
}

Result<Recording> Rerunner::run_detailed(explore::WorkItem item) {
  item.flags |= wire::kItemDetailed | wire::kItemCapture;
  auto recording = run(item);
  if (!recording || item.watch_bytes != 0) return recording;
  const auto fault = std::ranges::find(recording->records, wire::RecordKind::kFault, &wire::Record::kind);
  if (fault == recording->records.end()) return recording;
  // A free concerns the whole block, whose size is not recorded beyond what fits.
  const std::uint32_t bytes = fault->value & wire::kAccessBytes;
  item.watch = fault->object;
  item.watch_bytes = bytes == wire::kAccessBytes ? kLargestWatch : std::max(bytes, 1u);
  return run(item);
}

Result<std::string> Rerunner::modules() {
  if (auto ready = need_worker(); !ready) return tl::unexpected<Error>(ready.error());
  const wire::Channel& shared = worker_->channel().shared();
  return std::string(shared.modules, std::min<std::uint64_t>(shared.module_bytes, wire::kModuleBytes));
}

Recording Rerunner::record(const LogView& log) const {
  Recording recording;
  recording.header = *log.header;
  recording.records.assign(log.records.begin(), log.records.end());
  recording.text = log.text;
  recording.output = worker_->channel().captured();
  const wire::Channel& shared = worker_->channel().shared();
  recording.image_base = shared.image_base;
  recording.modules.assign(shared.modules, std::min<std::uint64_t>(shared.module_bytes, wire::kModuleBytes));
  recording.ledger.take(shared);
  take_steps(recording, config_);
  return recording;
}

// The execution killed its server, or overwrote its own log.
Recording Rerunner::death(const explore::WorkItem& item) {
  worker_->kill();
  const auto partial = worker_->channel().partial_log();
  wire::LogHeader header = partial ? *partial->header : wire::LogHeader{};
  header.item = item.id.value;
  header.outcome = wire::Outcome::kCrash;
  const int status = worker_->wait_status();
  header.signal = static_cast<std::uint8_t>(WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  Recording recording = record({&header, partial ? partial->records : std::span<const wire::Record>(), {}});
  worker_.reset();
  return recording;
}

}  // namespace stalemate::host
