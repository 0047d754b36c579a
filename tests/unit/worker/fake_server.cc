#include "fake_server.h"

#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <new>

#include "model/wire/entry.h"

namespace stalemate::host {
namespace {

void wait_on(std::atomic<std::uint32_t>& word, std::uint32_t seen) {
  const timespec limit{0, 5000000};
  syscall(SYS_futex, &word, FUTEX_WAIT, seen, &limit, nullptr, 0);
}

bool due(const std::atomic<std::uint64_t>& every, std::uint64_t count) {
  const std::uint64_t n = every.load(std::memory_order_relaxed);
  return n != 0 && count % n == 0;
}

class Server : public RecordSink {
 public:
  Server(void* mapping, int capture, const FakeProgram& program)
      : channel_(*static_cast<wire::Channel*>(mapping)),
        items_(static_cast<std::byte*>(mapping) + wire::item_ring_offset()),
        logs_(static_cast<std::byte*>(mapping) + wire::log_ring_offset(channel_.item_ring_bytes)),
        capture_(capture),
        program_(program),
        mischief_(program.mischief != nullptr ? *program.mischief : none_) {}

  [[noreturn]] void serve() {
    if (mischief_.silent != 0) _exit(3);
    if (mischief_.refuse != 0) {
      std::strcpy(channel_.refusal, "it is a fake");
      channel_.server_state = wire::ServerState::kRefused;
      _exit(0);
    }
    channel_.server_state = wire::ServerState::kReady;
    ring_host();
    for (;;) {
      if (!wait_for_item()) _exit(0);
      const pid_t server = getpid();
      const pid_t child = fork();
      if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != server) _exit(0);
        session(server);
      }
      ++channel_.sessions;
      int status = 0;
      waitpid(child, &status, 0);
      complete(status);
    }
  }

  void add(const wire::Record& record) override {
    std::memcpy(logs_ + (write_ & (channel_.log_ring_bytes - 1)), &record, sizeof record);
    write_ += sizeof record;
    channel_.log_write.store(write_, std::memory_order_release);
    ++records_;
    if (records_ == strike_at_) strike();
  }

 private:
  bool wait_for_item() {
    while (channel_.item_head.load() == channel_.item_tail.load()) {
      if (channel_.shutdown != 0) return false;
      ring_host();
      const std::uint32_t seen = channel_.worker_bell.load();
      channel_.worker_sleeps = 1;
      if (channel_.item_head.load() == channel_.item_tail.load() && channel_.shutdown == 0)
        wait_on(channel_.worker_bell, seen);
      channel_.worker_sleeps = 0;
    }
    return true;
  }

  void wait_for_log_room(std::uint64_t bytes) {
    while (channel_.log_head.load() + bytes - channel_.log_tail.load() > channel_.log_ring_bytes) {
      ring_host();
      const std::uint32_t seen = channel_.worker_bell.load();
      channel_.worker_sleeps = 1;
      if (channel_.log_head.load() + bytes - channel_.log_tail.load() > channel_.log_ring_bytes)
        wait_on(channel_.worker_bell, seen);
      channel_.worker_sleeps = 0;
    }
  }

  void ring_host() {
    rung_at_ = channel_.log_head.load();
    if (channel_.host_sleeps.load() == 0) return;
    channel_.host_bell.fetch_add(1);
    syscall(SYS_futex, &channel_.host_bell, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  }

  [[noreturn]] void session(pid_t server) {
    server_ = server;
    while (wait_for_item()) {
      execute();
      if (channel_.config.isolation == wire::Isolation::kFork) _exit(0);
    }
    _exit(0);
  }

  void execute() {
    const std::uint64_t tail = channel_.item_tail.load(std::memory_order_relaxed);
    const std::byte* const at = items_ + (tail & (channel_.item_ring_bytes - 1));
    const auto& item = *reinterpret_cast<const wire::ItemHeader*>(at);
    const std::uint64_t most_records = 3ull * program_.toy.threads * program_.toy.steps + 64;
    wait_for_log_room(sizeof(wire::LogHeader) + most_records * sizeof(wire::Record) + 256);
    const std::uint64_t begin = channel_.log_head.load(std::memory_order_relaxed);
    auto& header = *new (logs_ + (begin & (channel_.log_ring_bytes - 1))) wire::LogHeader;
    header.item = item.id;
    header.threads = static_cast<std::uint16_t>(program_.toy.threads);
    write_ = begin + sizeof header;
    records_ = 0;
    channel_.log_write.store(write_, std::memory_order_release);
    count_ = 1 + mischief_.executions.fetch_add(1, std::memory_order_relaxed);
    choose_strike(item.id);
    if ((item.flags & wire::kItemCapture) != 0) capture_output();
    ToyProgram toy = program_.toy;
    if (due(mischief_.flicker_every, count_) || (mischief_.flicker_calls != 0 && calls_++ > 0))
      toy.steps += 1;
    const ToyEnd end = run_toy(toy, item, reinterpret_cast<const wire::Deviation*>(at + sizeof item), *this);
    std::memcpy(logs_ + (write_ & (channel_.log_ring_bytes - 1)), end.text.data(), end.text.size());
    header.outcome = end.outcome;
    header.records = records_;
    header.text_bytes = static_cast<std::uint32_t>(end.text.size());
    header.points = header.steps = end.points;
    header.divergence = end.divergence;
    if (end.outcome == wire::Outcome::kAssertion) header.failing_thread = program_.toy.loser;
    if (due(mischief_.scribble_every, count_) && !mischief_.struck[item.id & 0xffff].exchange(true))
      header.magic = 0;
    channel_.log_head.store(begin + wire::log_bytes(header.records, header.text_bytes));
    if (due(mischief_.die_after_publish_every, count_)) kill(getpid(), SIGKILL);
    channel_.item_tail.store(tail + wire::item_bytes(item.deviations));
    if (channel_.log_head.load(std::memory_order_relaxed) - rung_at_ > channel_.log_ring_bytes / 8)
      ring_host();
  }

  void choose_strike(std::uint64_t item) {
    item_ = item;
    const bool at_random =
        due(mischief_.kill_child_every, count_) || due(mischief_.kill_server_every, count_);
    const bool strikes = item == mischief_.crash_item || item == mischief_.murder_item ||
                         (at_random && !mischief_.struck[item & 0xffff].exchange(true));
    strike_at_ = strikes ? program_.toy.threads + 2 : 0;
  }

  void strike() {
    if (item_ == mischief_.crash_item) raise(SIGSEGV);
    if (item_ == mischief_.murder_item || due(mischief_.kill_server_every, count_)) kill(server_, SIGKILL);
    kill(getpid(), SIGKILL);
  }

  void capture_output() {
    if (ftruncate(capture_, 0) != 0 || lseek(capture_, 0, SEEK_SET) != 0) _exit(9);
    dup2(capture_, 1);
    dup2(capture_, 2);
    if (write(1, program_.toy.output.data(), program_.toy.output.size()) < 0) _exit(9);
  }

  // The child is gone: if it left an item half done, its log is finished here.
  void complete(int status) {
    if (channel_.item_head.load() == channel_.item_tail.load() || status == 0) return;
    const std::uint64_t tail = channel_.item_tail.load(), begin = channel_.log_head.load();
    const auto& item = *reinterpret_cast<wire::ItemHeader*>(items_ + (tail & (channel_.item_ring_bytes - 1)));
    auto& header = *reinterpret_cast<wire::LogHeader*>(logs_ + (begin & (channel_.log_ring_bytes - 1)));
    const std::uint64_t write = channel_.log_write.load();
    if (write <= begin) {  // it had published, and not taken the item off
      channel_.item_tail.store(tail + wire::item_bytes(item.deviations));
      return;
    }
    header.records = static_cast<std::uint32_t>((write - begin - sizeof header) / sizeof(wire::Record));
    const auto* records = reinterpret_cast<const wire::Record*>(&header + 1);
    for (std::uint32_t n = 0; n < header.records; ++n)
      header.points += records[n].kind == wire::RecordKind::kStep;
    header.steps = header.points;
    header.text_bytes = 0;
    header.outcome = wire::Outcome::kCrash;
    header.signal = static_cast<std::uint8_t>(WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    channel_.log_head.store(begin + wire::log_bytes(header.records, 0));
    channel_.item_tail.store(tail + wire::item_bytes(item.deviations));
    ring_host();
  }

  wire::Channel& channel_;
  std::byte* items_;
  std::byte* logs_;
  int capture_;
  const FakeProgram& program_;
  Mischief none_;
  Mischief& mischief_;
  pid_t server_ = 0;
  std::uint64_t write_ = 0, count_ = 0, item_ = 0, rung_at_ = 0;
  std::uint32_t records_ = 0, strike_at_ = 0, calls_ = 0;
};

}  // namespace

Mischief* shared_mischief() {
  void* const memory =
      mmap(nullptr, sizeof(Mischief), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return new (memory) Mischief;
}

int fake_serve(void* mapping, unsigned long, int capture_fd, void (*)(void*), void* argument) {
  Server(mapping, capture_fd, *static_cast<const FakeProgram*>(argument)).serve();
}

}  // namespace stalemate::host
