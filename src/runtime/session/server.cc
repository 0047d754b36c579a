#include "runtime/session/server.h"

#include <fcntl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/check.h"
#include "model/wire/entry.h"
#include "runtime/core/cxx_library.h"
#include "runtime/core/ending.h"
#include "runtime/core/own_signals.h"
#include "runtime/core/state.h"
#include "runtime/core/test_frameworks.h"
#include "runtime/isolation/kernel_state.h"
#include "runtime/log/ledger.h"
#include "runtime/log/ring.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/modules.h"
#include "runtime/platform/originals.h"
#include "runtime/platform/pages.h"
#include "runtime/session/self_check.h"
#include "runtime/session/session.h"
#include "runtime/uninstrumented/unseen_library.h"

namespace stalemate::rt {

namespace {

Ring* ring = nullptr;  // in kept memory: its positions are not restored with an execution
Program program;
volatile sig_atomic_t ticks = 0;
struct sigaction programs_alarm;  // the program's handler of SIGALRM, restored in its sessions

void on_tick(int) { ticks = ticks + 1; }

// A clock for the watchdog; sessions do not inherit it.
void start_ticking() {
  struct sigaction action = {};
  action.sa_handler = on_tick;  // no SA_RESTART: waiting for the session is interrupted
  real().sigaction(SIGALRM, &action, &programs_alarm);
  itimerval every = {{0, 250000}, {0, 250000}};
  kernel::call(SYS_setitimer, ITIMER_REAL, kernel::word(&every));
}

struct Watch {
  std::uint64_t progress = 0;
  std::uint64_t idle_ticks = 0;
  bool killed = false;  // it was probed, and did not answer
};

// Whether a process computes. One that waits in the kernel does not poll, and a probe would end its wait.
bool is_running(pid_t process) {
  char path[32], text[512];
  std::snprintf(path, sizeof path, "/proc/%d/stat", process);
  const int file = kernel::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const long got = kernel::read(file, text, sizeof text - 1);
  kernel::close(file);
  if (got <= 0) return false;
  text[got] = 0;
  const char* name_end = std::strrchr(text, ')');  // "pid (name) state …"
  return name_end != nullptr && name_end[1] == ' ' && name_end[2] == 'R';
}

// No step for too long: first asks the session whether it polls a plain variable (plain_polls.h), then to
// report where it is, then ends it.
void look_after(pid_t session, Watch& watch) {
  wire::Channel& channel = *ring->channel;
  const std::uint64_t progress = channel.progress.load(std::memory_order_relaxed);
  if (progress != watch.progress || channel.waiting.load() != 0) {
    watch = Watch{progress, 0, false};
    return;
  }
  const std::uint64_t limit = channel.config.watchdog_ms / 250;
  ++watch.idle_ticks;
  const bool early = watch.idle_ticks == limit / 4 + 1 && is_running(session);
  if (early || watch.idle_ticks > limit) kernel::send(session, kHangProbe);
  if (watch.idle_ticks <= limit + 8) return;
  kernel::send(session, SIGKILL);
  watch.killed = true;
}

struct SessionEnd {
  int status = 0;
  bool by_watchdog = false;
};

SessionEnd await_session(pid_t session) {
  Watch watch;
  int status = 0;
  while (real().waitpid(session, &status, 0) != session) {
    if (errno != EINTR) break;
    look_after(session, watch);
  }
  return {status, watch.killed};
}

// Counts what a session could not count itself.
void count_records(wire::LogHeader& header) {
  const auto* record = reinterpret_cast<const wire::Record*>(&header + 1);
  header.threads = 1;
  for (const auto* end = record + header.records; record != end; ++record) {
    const bool step = record->kind == wire::RecordKind::kStep;
    if (step) header.failing_thread = record->thread;
    header.steps += step ? 1 : 0;
    header.points += step || record->kind == wire::RecordKind::kChoice ? 1 : 0;
    if (record->thread >= header.threads) header.threads = static_cast<std::uint16_t>(record->thread + 1);
  }
}

// The channel has the reason.
[[noreturn]] void refuse(int status) {
  ring->set_state(wire::ServerState::kRefused);
  kernel::exit(status);
}

bool ends_with_exit(const wire::LogHeader& header) {
  const auto* const records = reinterpret_cast<const wire::Record*>(&header + 1);
  for (const auto* record = records + header.records; record-- != records;)
    if (record->kind == wire::RecordKind::kStep) return record->op == OpKind::kExit;
  return false;
}

// The process ended without the step that ends it (exec passes it): the program made the system call by an
// instruction. The steps that come before it in other orders are not explored, and nothing may be concluded
// from it.
void note_unseen_exit(wire::LogHeader& header) {
  if (ends_with_exit(header)) return;
  note_uncontrolled(wire::Uncontrolled::kSystemCall, 0, "exit_group, by an instruction");
  if (ring->channel->config.effects == 0 || header.steps == 0) return;
  auto* const end = reinterpret_cast<wire::Record*>(&header + 1) + header.records++;
  *end = {wire::RecordKind::kEffect, OpKind::kNone, static_cast<std::uint16_t>(header.failing_thread), 0, 0};
}

// Another session would end in the same way.
void end_at_fault(int status) {
  if (!WIFEXITED(status) || WEXITSTATUS(status) != kFaultStatus || ring->channel->refusal[0] == 0) return;
  refuse(kFaultStatus);
}

// The session ended in the middle of an execution: records how, as far as known.
void complete_log_of(SessionEnd session) {
  wire::LogHeader* header = ring->header_under_way();
  if (header == nullptr) return;
  const int status = session.status;
  const std::uint64_t start = ring->channel->log_head.load();
  const std::uint64_t end = ring->channel->log_write.load();
  if (header->outcome == wire::Outcome::kRunning) {
    const std::uint64_t bytes = end - start - sizeof(wire::LogHeader);
    const bool sound = bytes <= ring->longest_log();  // else it was overwritten
    header->records = sound ? static_cast<std::uint32_t>(bytes / sizeof(wire::Record)) : 0;
    header->text_bytes = 0;
    count_records(*header);
  }
  if (WIFSIGNALED(status)) {
    header->signal = static_cast<std::uint8_t>(WTERMSIG(status));
    header->outcome = WTERMSIG(status) == SIGABRT ? wire::Outcome::kAbort : wire::Outcome::kCrash;
    // The probe ends a program that replaced the session by exec.
    if (session.by_watchdog || WTERMSIG(status) == kHangProbe) header->outcome = wire::Outcome::kHang;
  } else if (header->outcome == wire::Outcome::kRunning) {
    header->outcome = wire::Outcome::kFinished;
    header->exit_code = WEXITSTATUS(status);
    note_unseen_exit(*header);
  }
  ring->publish();
}

// The number of undone executions shows whether snapshots pay. If there is hardly one per session, most
// sessions take no snapshot.
class SnapshotPolicy {
 public:
  bool try_now() { return waiting_ == 0 || --waiting_ == 0; }
  void session_ended(bool tried, std::uint64_t undone) {
    if (!tried) return;
    futile_ = undone < 2 ? futile_ + 1 : 0;
    if (futile_ >= kPatience) waiting_ = kRest;
  }

 private:
  static constexpr std::uint32_t kPatience = 3, kRest = 64;
  std::uint32_t futile_ = 0;  // sessions in a row
  std::uint32_t waiting_ = 0;
};

SnapshotPolicy snapshot_policy;

void serve_sessions(int capture_fd) {
  while (ring->await_item()) {
    ring->channel->sessions.fetch_add(1);
    put_back_file_positions();
    program.undo = snapshot_policy.try_now();
    const std::uint64_t undone = ring->channel->undone.load();
    const pid_t session = real().fork();
    if (session == 0) {
      kernel::die_with_parent();
      real().sigaction(SIGALRM, &programs_alarm, nullptr);
      if (program.running) return enter_session(*ring, program, capture_fd);
      run_session(*ring, program, capture_fd);
    }
    STALEMATE_CHECK(session > 0, "the system refuses to start another process");
    ring->channel->child_pid.store(static_cast<std::uint32_t>(session));
    const SessionEnd end = await_session(session);
    end_at_fault(end.status);
    complete_log_of(end);
    snapshot_policy.session_ended(program.undo, ring->channel->undone.load() - undone);
  }
}

}  // namespace

void serve(void* mapping, std::uint64_t, int capture_fd, const Program& what) {
  kernel::die_with_parent();
  ring = static_cast<Ring*>(kept_pages(sizeof(Ring)));
  ring->attach(mapping);
  program = what;
  g.whole_program = what.whole;
  g.channel = ring->channel;
  describe_modules(*ring->channel);
  const char* problem = self_check();
  if (find_library_calls != nullptr) find_library_calls();
  if (problem == nullptr && watch_test_frameworks != nullptr) problem = watch_test_frameworks(program.whole);
  if (problem == nullptr) problem = prepare_session();
  if (problem != nullptr) {
    std::snprintf(ring->channel->refusal, sizeof ring->channel->refusal, "%s", problem);
    refuse(5);
  }
  if (!program.running) note_unseen_code();
  remember_file_positions();
  start_ticking();
  ring->set_state(wire::ServerState::kReady);
  serve_sessions(capture_fd);
  if (g.active) return;  // this is the session
  ring->set_state(wire::ServerState::kStopped);
  kernel::exit(0);
}

void publish_log() { ring->publish(); }

}  // namespace stalemate::rt

extern "C" __attribute__((visibility("default"))) int stalemate_rt_serve(void* mapping, unsigned long bytes,
                                                                         int capture_fd, void (*body)(void*),
                                                                         void* argument) {
  stalemate::rt::serve(mapping, bytes, capture_fd, {body, argument, false, false});
  __builtin_unreachable();
}
