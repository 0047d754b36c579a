#include "runtime/libc/calls/blocking_calls.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/wire/op_kind.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/outside_state.h"
#include "runtime/scheduler/scheduler.h"

namespace stalemate::rt {

namespace {

struct BlockingCall {
  const char* name;
  long first;
  const std::uint64_t* words;
  std::uintptr_t pc;

  int number(int n) const { return static_cast<int>(words[n]); }
};

// Of all such calls of one kind of object: more order than necessary.
SyncObject* order_of(Outside what) {
  static const char places[16] = {};
  return object_at(&places[static_cast<std::size_t>(what) % sizeof places]);
}

void note_use(const BlockingCall& call, Outside what, std::uint64_t which) {
  use_outside(what, which, OutsideUse::kChange, call.name, call.pc);
  release_to(order_of(what));
}

void defer(const BlockingCall& call, OpKind op) {
  note_uncontrolled(wire::Uncontrolled::kBlocking, call.pc, call.name);
  announce(op, 0, call.pc);
  pass_outside();
}

std::uint64_t file_of(long fd) {
  struct stat found = {};
  if (kernel::call(SYS_fstat, fd, kernel::word(&found)) != 0) return 0;
  return mix_outside(found.st_dev, found.st_ino);
}

// `try_it` returns whether the call would not wait; it may lock already.
template <class Try>
void lock(const BlockingCall& call, bool waits, bool unlocks, Try try_it) {
  note_use(call, Outside::kLock, file_of(call.first));
  if (waits && !unlocks && !try_it()) defer(call, OpKind::kLock);
  if (!unlocks) acquire_from(order_of(Outside::kLock));
}

void lock_file(const BlockingCall& call) {
  const int what = call.number(1);
  lock(call, (what & LOCK_NB) == 0, (what & LOCK_UN) != 0,
       [&] { return kernel::call(SYS_flock, call.first, what | LOCK_NB) != -EWOULDBLOCK; });
}

void lock_part(const BlockingCall& call) {
  const int what = call.number(1);
  if (what == F_TEST) return;
  lock(call, what == F_LOCK, what == F_ULOCK, [&] {
    struct flock part = {};
    part.l_type = F_WRLCK;
    part.l_whence = SEEK_CUR;
    part.l_len = static_cast<off_t>(call.words[2]);
    const long result = kernel::call(SYS_fcntl, call.first, F_SETLK, kernel::word(&part));
    return result != -EAGAIN && result != -EACCES;
  });
}

// F_OFD_SETLK and F_OFD_SETLKW have locks that threads can wait for.
void lock_by_fcntl(const BlockingCall& call, const CheckedCall& checked_call, bool checked) {
  const int command = call.number(1);
  auto* const part = reinterpret_cast<struct flock*>(call.words[2]);
  const bool asks = command == F_GETLK || command == F_OFD_GETLK;
  const bool sets =
      command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
  if ((!asks && !sets) || part == nullptr) return;
  if (checked) asks ? checked_call.write(part, sizeof *part) : checked_call.read(part, sizeof *part);
  if (asks) return;
  const bool own = command == F_OFD_SETLK || command == F_OFD_SETLKW;
  const bool waits = command == F_SETLKW || command == F_OFD_SETLKW;
  lock(call, waits, part->l_type == F_UNLCK, [&] {
    struct flock copy = *part;
    const long result = kernel::call(SYS_fcntl, call.first, own ? F_OFD_SETLK : F_SETLK, kernel::word(&copy));
    return result != -EAGAIN && result != -EACCES;
  });
}

bool is_ready(long fd, short events) {
  if ((kernel::call(SYS_fcntl, fd, F_GETFL) & O_NONBLOCK) != 0) return true;
  pollfd one = {static_cast<int>(fd), events, 0};
  return kernel::call(SYS_poll, kernel::word(&one), 1, 0) != 0;
}

void use_queue(const BlockingCall& call, bool ready, OpKind op) {
  note_use(call, Outside::kQueue, static_cast<std::uint64_t>(call.first));
  if (!ready) defer(call, op);
  acquire_from(order_of(Outside::kQueue));
}

msqid_ds state_of(long queue) {
  msqid_ds state = {};
  kernel::call(SYS_msgctl, queue, IPC_STAT, kernel::word(&state));
  return state;
}

// Of one type, it is not known without receiving it.
bool has_message(const BlockingCall& call) {
  return (call.number(4) & IPC_NOWAIT) != 0 || (call.words[3] == 0 && state_of(call.first).msg_qnum > 0);
}

bool has_room(const BlockingCall& call) {
  const msqid_ds state = state_of(call.first);
  return (call.number(3) & IPC_NOWAIT) != 0 || state.__msg_cbytes + call.words[2] <= state.msg_qbytes;
}

bool only_adds(const BlockingCall& call) {
  const auto* const operations = reinterpret_cast<const sembuf*>(call.words[1]);
  for (std::uint64_t n = 0; n < call.words[2]; ++n)
    if (operations[n].sem_op <= 0 && (operations[n].sem_flg & IPC_NOWAIT) == 0) return false;
  return true;
}

}  // namespace

void before_blocking_call(char letter, long first, const std::uint64_t* words, const CheckedCall& call,
                          bool checked) {
  BlockingCall made = {"", first, words, call.pc()};
  const auto named = [&](const char* name) -> const BlockingCall& {
    made.name = name;
    return made;
  };
  switch (letter) {
    case 'f': return lock_file(named("flock"));
    case 'l': return lock_part(named("lockf"));
    case 'c': return lock_by_fcntl(named("fcntl"), call, checked);
    case 'r': return use_queue(named("mq_receive"), is_ready(first, POLLIN), OpKind::kRead);
    case 's': return use_queue(named("mq_send"), is_ready(first, POLLOUT), OpKind::kWrite);
    case 'm': return use_queue(named("msgrcv"), has_message(made), OpKind::kRead);
    case 'n': return use_queue(named("msgsnd"), has_room(made), OpKind::kWrite);
    default: return use_queue(named("semop"), only_adds(made), OpKind::kRead);
  }
}

}  // namespace stalemate::rt
