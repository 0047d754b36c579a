#include "worker/worker_pool.h"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>

#include "worker/bell.h"

namespace stalemate::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kFirstWindow = 2;
constexpr std::uint64_t kFirstItems = 16;
constexpr std::size_t kSmallestWindow = 8;
constexpr std::size_t kLargestWindow = 4096;
constexpr unsigned kSleepMs = 5;         // in case a bell is lost
constexpr unsigned kMostTries = 2;       // of an item that kills its server, or ends by SIGKILL
constexpr unsigned kMostIdleDeaths = 5;  // of servers, one after the other, without a log between
constexpr int kSpins = 2000;
constexpr std::size_t kFewLogs = 16;
constexpr auto kTellEvery = std::chrono::milliseconds(250);

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double busy_seconds(Worker& worker) {
  return 1e-9 * static_cast<double>(worker.channel().shared().worker_busy_ns.load());
}

}  // namespace

struct WorkerPool::Seat {
  std::unique_ptr<Worker> worker;
  bool ready = false;
  bool dirty = false;  // items were pushed or logs popped since it was last woken
  std::uint64_t taken = 0;
  unsigned idle_deaths = 0;
  bool given_up = false;  // its worker is dead, and could not be replaced
  Clock::time_point since;

  // How many items it may hold. Grows with the number of finished items: slow items are spread over all
  // workers, fast ones are batched, and few are run beyond a finding that ends the search.
  std::size_t window() const {
    if (taken < kFirstItems) return kFirstWindow;
    return std::clamp<std::size_t>(static_cast<std::size_t>(taken / 8), kSmallestWindow, kLargestWindow);
  }
};

WorkerPool::WorkerPool(StartWorker start, WorkerPoolOptions options)
    : start_(std::move(start)), options_(std::move(options)) {}

WorkerPool::~WorkerPool() = default;

namespace {

// Polling again at once would only take the cache line from the worker that is about to write it: taking logs
// in batches is cheaper.
void breathe() {
  for (int i = 0; i < 64; ++i) __builtin_ia32_pause();
}

}  // namespace

Result<WorkerPoolReport> WorkerPool::run(explore::Search& search) {
  search_ = &search;
  began_ = told_ = Clock::now();
  pause_at_ = began_ + options_.first_pause;
  // The first must start; the others are started when there is work for them.
  if (auto opened = open_next_seat(); !opened) return tl::unexpected<Error>(opened.error());
  if (auto ready = seats_[0]->worker->await_ready(); !ready) return tl::unexpected<Error>(ready.error());
  if (auto worked = work(); !worked) {
    report_.error = worked.error();
    search_->stop();
  }
  end_workers();
  return report_;
}

Result<void> WorkerPool::work() {
  const int spins = usable_cpus() > 1 ? kSpins : 0;
  int idle = 0;
  while (!search_->done() && !time_to_stop()) {
    std::size_t moved = 0;
    for (auto& seat : seats_) {
      const auto drained = drain(*seat);
      if (!drained) return tl::unexpected<Error>(drained.error());
      moved += *drained;
    }
    moved += fill();
    // One after the other: a short search ends before it has paid for workers that it does not need. If no
    // more can be started, fewer do the same work.
    if (have_next_ && seats_.size() < options_.jobs && seats_.back()->ready && !open_next_seat())
      options_.jobs = static_cast<unsigned>(seats_.size());
    for (auto& seat : seats_)
      if (std::exchange(seat->dirty, false)) seat->worker->channel().wake_worker();
    idle = moved != 0 ? 0 : idle + 1;
    if (spins != 0 && moved < kFewLogs && !options_.one_by_one) breathe();
    if (idle <= spins) continue;
    sleep();
    if (auto settled = settle_all(); !settled) return settled;
  }
  if (search_->summary().cut) time_to_stop();  // records why
  return {};
}

void WorkerPool::end_workers() {
  report_.seconds = seconds_since(began_);
  double lives = 0;
  for (auto& seat : seats_) {
    if (seat->given_up) continue;
    busy_seconds_ += busy_seconds(*seat->worker);
    report_.snapshots += seat->worker->channel().shared().snapshots.load();
    lives += seconds_since(seat->since);
    report_.taken.push_back(seat->taken);
    seat->worker->kill();
    report_.ledger.take(seat->worker->channel().shared());
  }
  report_.busy_share = lives > 0 ? std::min(1.0, busy_seconds_ / lives) : 0;
  seats_.clear();
}

Result<void> WorkerPool::settle_all() {
  for (auto& seat : seats_)
    if (auto settled = settle(*seat); !settled) return settled;
  std::erase_if(seats_, [](const auto& seat) { return seat->given_up; });
  return {};
}

Result<void> WorkerPool::give_up(Seat& seat, Error why) {
  seat.given_up = true;
  seat.ready = false;
  const auto works = [](const auto& other) { return !other->given_up; };
  options_.jobs = static_cast<unsigned>(std::ranges::count_if(seats_, works));
  if (options_.jobs != 0) return {};
  return tl::unexpected<Error>(std::move(why));
}

Result<void> WorkerPool::open_next_seat() {
  auto worker = start_(options_.config, options_.sizes);
  if (!worker) return tl::unexpected<Error>(worker.error());
  auto seat = std::make_unique<Seat>();
  seat->worker = std::move(*worker);
  seat->since = Clock::now();
  seats_.push_back(std::move(seat));
  return {};
}

// Handles a worker that was silent for a while.
Result<void> WorkerPool::settle(Seat& seat) {
  if (seat.given_up) return {};
  seat.dirty = true;  // a lost bell is rung again
  switch (seat.worker->state()) {
    case Worker::State::kReady: seat.ready = true; return {};
    case Worker::State::kStarting: return {};
    case Worker::State::kDead: break;
  }
  const Worker* const dead = seat.worker.get();
  const auto drained = drain(seat);  // what it published before it died counts
  if (!drained) return tl::unexpected<Error>(drained.error());
  if (seat.given_up) return {};
  return seat.worker.get() == dead ? replace(seat, false) : Result<void>();
}

Result<void> WorkerPool::replace(Seat& seat, bool scribbled) {
  const auto state = seat.worker->channel().shared().server_state.load(std::memory_order_acquire);
  const bool hopeless = ++seat.idle_deaths > kMostIdleDeaths || state == wire::ServerState::kRefused;
  ++report_.servers_lost;
  seat.worker->kill();
  Channel& old = seat.worker->channel();
  std::size_t first = 0;
  const auto partial = scribbled ? std::optional<LogView>() : old.partial_log();
  if (!old.in_flight().empty() && (scribbled || partial)) {
    const explore::WorkItem& item = old.in_flight().front();
    if (++tries_[item.id.value] >= kMostTries) {
      // The item kills the server every time: a crash, with the part of its log that exists.
      wire::LogHeader header = partial ? *partial->header : wire::LogHeader{};
      header.item = item.id.value;
      header.threads = std::max<std::uint16_t>(header.threads, 1);
      header.outcome = wire::Outcome::kCrash;
      const int status = seat.worker->wait_status();
      header.signal = static_cast<std::uint8_t>(!scribbled && WIFSIGNALED(status) ? WTERMSIG(status) : 0);
      const std::string text = scribbled ? "it overwrote the tool's memory: " + old.complaint()
                                         : std::string("it ended the whole server process");
      header.text_bytes = static_cast<std::uint32_t>(text.size());
      const LogView log{&header, partial ? partial->records : std::span<const wire::Record>(), text};
      take(log, item);
      first = 1;
    }
  }
  // Backwards: again_ gives the last one first.
  for (std::size_t n = old.in_flight().size(); n > first; --n) again_.push_back(old.in_flight().at(n - 1));
  busy_seconds_ += busy_seconds(*seat.worker);
  report_.snapshots += old.shared().snapshots.load();
  report_.ledger.take(old.shared());
  if (hopeless) return give_up(seat, seat.worker->start_error());
  auto worker = start_(options_.config, options_.sizes);
  if (!worker) return give_up(seat, worker.error());
  seat.worker = std::move(*worker);
  seat.ready = false;
  return {};
}

Result<std::size_t> WorkerPool::drain(Seat& seat) {
  if (seat.given_up) return 0;
  Channel& channel = seat.worker->channel();
  LogView log;
  std::size_t count = 0;
  Arrival arrival = Arrival::kNothing;
  // A bounded batch, so that no worker waits for another worker's many logs.
  while (count < kLargestWindow && !search_->done() && (arrival = channel.peek(log)) == Arrival::kLog) {
    ++count;
    if (!retried(log, channel.in_flight().front())) {
      const bool remarkable = (options_.every_log && options_.every_log()) ||
                              log.header->outcome != wire::Outcome::kFinished || log.header->races != 0 ||
                              log.header->leaks != 0 || (log.header->uses_state & wire::kStatesOnTheWay) != 0;
      if (remarkable && options_.on_failure) options_.on_failure(log);
      search_->finished(ItemId{log.header->item}, log);
    }
    channel.pop();
    if (count % kFewLogs == 0 && time_to_stop()) break;  // long logs take long
  }
  if (count != 0) {
    channel.release_logs();
    seat.taken += count;
    seat.idle_deaths = 0;
    seat.dirty = true;
  }
  if (arrival != Arrival::kScribbled) return count;
  if (auto replaced = replace(seat, true); !replaced) return tl::unexpected<Error>(replaced.error());
  return count + 1;
}

void WorkerPool::take(const LogView& log, explore::WorkItem item) {
  if (options_.on_failure) options_.on_failure(log);
  search_->finished(item.id, log);
}

// SIGKILL comes from outside, most likely for lack of memory: the first is retried, the second reported.
bool WorkerPool::retried(const LogView& log, const explore::WorkItem& item) {
  if (log.header->outcome != wire::Outcome::kCrash || log.header->signal != SIGKILL) return false;
  if (++tries_[item.id.value] >= kMostTries) return false;
  again_.push_back(item);
  return true;
}

bool WorkerPool::next_item() {
  if (have_next_) return true;
  if (!again_.empty()) {
    next_ = std::move(again_.back());
    again_.pop_back();
    return have_next_ = true;
  }
  return have_next_ = search_->next(next_);
}

// Gives items to the workers in turn while there are items and room.
std::size_t WorkerPool::fill() {
  std::size_t pushed = 0;
  std::size_t refused = 0;  // seats in a row that could not take one
  std::size_t turn = 0;
  while (refused < seats_.size() && next_item()) {
    Seat& seat = *seats_[turn++ % seats_.size()];
    Channel& channel = seat.worker->channel();
    if (!seat.ready && !seat.given_up) seat.ready = seat.worker->state() == Worker::State::kReady;
    if (!seat.ready || channel.in_flight().size() >= seat.window() || !channel.push(next_)) {
      ++refused;
      continue;
    }
    have_next_ = false;
    refused = 0;
    seat.dirty = true;
    ++pushed;
  }
  return pushed;
}

void WorkerPool::sleep() {
  std::array<Bell, 128> bells;
  const std::size_t count = std::min(bells.size(), seats_.size());
  bool arrived = false;
  for (std::size_t n = 0; n < count; ++n) {
    wire::Channel& shared = seats_[n]->worker->channel().shared();
    bells[n] = {&shared.host_bell, shared.host_bell.load(std::memory_order_seq_cst)};
    shared.host_sleeps.store(1, std::memory_order_seq_cst);
    LogView log;
    arrived = arrived || seats_[n]->worker->channel().peek(log) != Arrival::kNothing;
  }
  if (!arrived) sleep_on({bells.data(), count}, kSleepMs);
  for (std::size_t n = 0; n < count; ++n)
    seats_[n]->worker->channel().shared().host_sleeps.store(0, std::memory_order_relaxed);
}

void WorkerPool::pause() {
  WorkerPoolReport so_far = report_;
  so_far.seconds = seconds_since(began_);
  for (auto& seat : seats_) {
    const wire::Channel& shared = seat->worker->channel().shared();
    so_far.snapshots += shared.snapshots.load();
    so_far.ledger.take(shared);  // everything that belongs to returned logs is complete
  }
  const auto next = options_.on_pause(so_far);
  pause_at_ = Clock::now() + next;
}

bool WorkerPool::time_to_stop() {
  if (options_.interrupted != nullptr && options_.interrupted->load(std::memory_order_relaxed)) {
    report_.end = PoolEnd::kInterrupted;
  } else if (!options_.deadline && !options_.on_progress && !options_.on_pause) {
    return false;
  } else {
    const auto now = Clock::now();
    if (options_.on_progress && now - told_ >= kTellEvery) {
      told_ = now;
      const explore::Summary& so_far = search_->summary();
      options_.on_progress({so_far.executions, so_far.completed, seconds_since(began_), search_->estimate()});
    }
    if (options_.on_pause && now >= pause_at_) pause();
    if (!options_.deadline || now < *options_.deadline) return false;
    report_.end = PoolEnd::kDeadline;
  }
  search_->stop();
  return true;
}

}  // namespace stalemate::host
