// Runs single items with all details: call stacks, values, output. On a separate worker; with isolation fork
// every execution starts from a fresh process, so that it is not affected by earlier ones.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "trace/race.h"
#include "worker/ledger.h"
#include "worker/time_limits.h"
#include "worker/worker.h"

namespace stalemate::host {

// An execution log that owns its bytes, and what is needed to symbolize its addresses.
struct Recording {
  wire::LogHeader header;
  std::vector<wire::Record> records;
  std::string text;
  std::string output;   // with kItemCapture
  std::string modules;  // one "start end offset path" per line, hex
  std::uint64_t image_base = 0;
  Ledger ledger;                        // of the worker, so far
  std::vector<std::uint64_t> promoted;  // code addresses whose accesses were steps (S13)
  bool private_atomics = false;         // atomic operations on other words than these were no steps (ADR 37)
  std::vector<std::uint64_t> shared;
  bool left_out_tries = false;  // threads waited where a try would have failed (S10)
  trace::RacingCode race;       // the finding is this race, not how the execution ended
  std::uint64_t leak = 0;       // the finding is the leak of the block at this address

  bool is_of_its_end() const { return !race && leak == 0; }

  LogView view() const { return {&header, records, text}; }
};

// What was a step under this configuration.
void take_steps(Recording& recording, const wire::Config& config);

class Rerunner {
 public:
  // A run that is under way when the user interrupts, or when the grace period ends, ends with
  // Code::kInterrupted.
  Rerunner(StartWorker start, wire::Config config, const std::atomic<bool>* interrupted);
  Rerunner(StartWorker start, wire::Config config, const TimeLimits& limits);

  Result<Recording> run(const explore::WorkItem& item);
  // With everything recorded; if the execution fails by its use of the heap, that includes the history of the
  // block.
  Result<Recording> run_detailed(explore::WorkItem item);
  // The modules of the program, as in a recording.
  Result<std::string> modules();

 private:
  Result<void> need_worker();
  Recording record(const LogView& log) const;
  Recording death(const explore::WorkItem& item);
  bool has_to_stop() const;

  StartWorker start_;
  wire::Config config_;
  const std::atomic<bool>* interrupted_ = nullptr;
  const TimeLimits* limits_ = nullptr;
  std::unique_ptr<Worker> worker_;
};

}  // namespace stalemate::host
