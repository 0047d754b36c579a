// Drives one search with a number of workers: hands out items, takes logs, replaces workers that die and
// issues their unanswered items again. Never waits on a full item ring without draining logs. What is
// explored does not depend on the number of workers or on timing.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "explore/search.h"
#include "worker/ledger.h"
#include "worker/worker.h"

namespace stalemate::host {

struct Progress {
  std::uint64_t executions = 0;
  std::optional<std::uint32_t> completed;  // bound
  double seconds = 0;
  std::optional<explore::Estimate> estimate;  // of the bound after that
};

enum class PoolEnd { kDone, kDeadline, kInterrupted };

struct WorkerPoolReport {
  PoolEnd end = PoolEnd::kDone;
  std::optional<Error> error;  // no worker stays alive: the search is not finished
  double seconds = 0;
  double busy_share = 0;             // of the workers' time, not spent waiting for us
  std::uint64_t servers_lost = 0;    // died and replaced
  std::uint64_t snapshots = 0;       // sessions that could undo executions
  std::vector<std::uint64_t> taken;  // logs per worker
  Ledger ledger;                     // what the workers could not control
};

struct WorkerPoolOptions {
  unsigned jobs = 1;
  wire::Config config;
  RingSizes sizes;
  bool one_by_one = false;  // each log decides what is run next: logs are not batched
  std::optional<std::chrono::steady_clock::time_point> deadline;
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const Progress&)> on_progress;  // a few times per second
  // Gets every log that is not a normal end, has races or leaks or records states, when it arrives, before
  // the search does.
  std::function<void(const LogView&)> on_failure;
  // Empty, or whether on_failure gets the next log whatever it contains.
  std::function<bool()> every_log;
  // Between two logs, now and then: what the report would contain now. Returns when to be called again.
  std::function<std::chrono::milliseconds(const WorkerPoolReport&)> on_pause;
  std::chrono::milliseconds first_pause{};
};

class WorkerPool {
 public:
  WorkerPool(StartWorker start, WorkerPoolOptions options);
  ~WorkerPool();

  // Until the search is done, time is up, the user interrupts, or no worker is left and none can be started:
  // then the report has an error, and the search what was found before. Fails if the first worker does not
  // start. Ends all workers.
  Result<WorkerPoolReport> run(explore::Search& search);

 private:
  struct Seat;  // a worker and its state

  Result<void> work();
  Result<void> settle(Seat& seat);
  Result<void> settle_all();
  // The others take over the items of the worker at this seat.
  Result<void> give_up(Seat& seat, Error why);
  void end_workers();
  Result<void> open_next_seat();
  Result<void> replace(Seat& seat, bool scribbled);
  Result<std::size_t> drain(Seat& seat);
  void take(const LogView& log, explore::WorkItem item);
  bool retried(const LogView& log, const explore::WorkItem& item);
  std::size_t fill();
  bool next_item();
  void sleep();
  bool time_to_stop();
  void pause();

  StartWorker start_;
  WorkerPoolOptions options_;
  explore::Search* search_ = nullptr;
  std::vector<std::unique_ptr<Seat>> seats_;
  std::vector<explore::WorkItem> again_;               // to be issued before anything new
  std::unordered_map<std::uint64_t, unsigned> tries_;  // of items whose worker died over them
  explore::WorkItem next_;
  bool have_next_ = false;
  std::chrono::steady_clock::time_point began_, told_, pause_at_;
  WorkerPoolReport report_;
  double busy_seconds_ = 0;
};

}  // namespace stalemate::host
