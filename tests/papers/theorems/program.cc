#include "program.h"

#include <algorithm>

namespace stalemate::test {

namespace {

using Code = std::vector<Instruction>;

class Author {
 public:
  explicit Author(std::mt19937& random) : random_(random), theme_(static_cast<Theme>(below(kThemes))) {}

  Program write() {
    Program program;
    const std::uint32_t workers = below(4) == 0 ? 3 : 2;
    waiter_ = below(3) == 0 ? 1 + below(workers) : kThreads;
    for (std::uint32_t t = 1; t <= workers; ++t) {
      Code& code = program.threads[t];
      const std::uint32_t length = workers == 2 ? 3 + below(4) : 2 + below(2);
      if (t == waiter_) wait(code);
      while (code.size() < length) statement(code);
      if (waiter_ != kThreads && t != waiter_ && below(3) != 0) notify(code);
    }
    Code& main = program.threads[0];
    if (below(4) == 0) access(main);
    for (std::uint32_t t = 1; t <= workers; ++t) put(main, Instruction::kCreate, t);
    if (below(3) == 0) statement(main);
    for (std::uint32_t t = 1; t <= workers; ++t) put(main, Instruction::kJoin, t);
    if (below(2) == 0) access(main);
    return program;
  }

 private:
  // What the threads agree on, if anything. Where all keep to one primitive, each of its edges decides about
  // a race.
  enum Theme { kMutex, kReadWriteLock, kSemaphore, kMessages, kWindows, kMixed, kCareless, kThemes };

  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

  std::uint32_t any_variable() { return theme_ == kMessages ? 0 : below(kFlag); }
  std::uint32_t any_atomic() { return theme_ == kMessages ? 0 : below(kAtomics); }

  Order any_order() {
    constexpr Order kOrders[] = {Order::kRelaxed, Order::kAcquire, Order::kRelease, Order::kAcqRel,
                                 Order::kSeqCst};
    return kOrders[below(5)];
  }

  Instruction& put(Code& code, Instruction::Kind kind, std::uint32_t object, bool with_last = false) {
    if (!with_last) ++group_;
    return code.emplace_back(Instruction{kind, object, Order::kSeqCst, group_});
  }

  void access(Code& code) {
    const std::uint32_t variable = any_variable();
    const std::uint32_t what = below(4);
    if (what == 3) {
      put(code, Instruction::kRead, variable);
      put(code, Instruction::kAdd, variable, true);
    } else {
      put(code, what == 0 ? Instruction::kWrite : Instruction::kRead, variable);
    }
  }

  // Orders that the operation may have: C++ knows no load that releases.
  void atomic(Code& code) {
    constexpr Instruction::Kind kKinds[] = {Instruction::kLoad, Instruction::kStore, Instruction::kModify};
    Instruction& i = put(code, kKinds[below(3)], below(kAtomics));
    i.order = any_order();
    if (i.kind == Instruction::kLoad && (i.order == Order::kRelease || i.order == Order::kAcqRel))
      i.order = Order::kAcquire;
    if (i.kind == Instruction::kStore && (i.order == Order::kAcquire || i.order == Order::kAcqRel))
      i.order = Order::kRelease;
  }

  // A message: something is written, then published; passed on; looked for, and used if it is there.
  // Sometimes an order is too weak, and sometimes a fence makes up for it.
  void publish(Code& code) {
    put(code, Instruction::kWrite, any_variable());
    const std::uint32_t how = below(4);
    if (how == 0) put(code, Instruction::kFence, 0).order = Order::kRelease;
    put(code, Instruction::kStore, any_atomic()).order = how < 2 ? Order::kRelaxed : Order::kRelease;
  }
  void pass_on(Code& code) { put(code, Instruction::kModify, any_atomic()).order = any_order(); }
  void look(Code& code) {
    const std::uint32_t how = below(4);
    put(code, Instruction::kLoad, any_atomic()).order = how < 2 ? Order::kRelaxed : Order::kAcquire;
    if (how == 0) put(code, Instruction::kFence, 0, true).order = Order::kAcquire;
    put(code, Instruction::kUnless, 0, true);
    put(code, below(2) == 0 ? Instruction::kRead : Instruction::kWrite, any_variable(), true);
  }

  // Something that is to be seen only while others can see it: a race that needs a preemption.
  void window(Code& code) {
    const std::uint32_t variable = any_variable(), atomic_variable = any_atomic();
    put(code, Instruction::kStore, atomic_variable);
    put(code, below(2) == 0 ? Instruction::kRead : Instruction::kWrite, variable, true);
    put(code, Instruction::kClear, atomic_variable, true);
  }

  void fence(Code& code) {
    constexpr Order kOrders[] = {Order::kAcquire, Order::kRelease, Order::kAcqRel, Order::kSeqCst};
    put(code, Instruction::kFence, 0).order = kOrders[below(4)];
  }

  void between(Code& code, Instruction::Kind begin, Instruction::Kind end, std::uint32_t object, bool nest) {
    const std::uint32_t group = ++group_;
    code.push_back({begin, object, Order::kSeqCst, group});
    if (nest && begin == Instruction::kLock && below(2) == 0)
      between(code, Instruction::kLock, Instruction::kUnlock, 1 - object, false);
    else
      access(code);
    code.push_back({end, object, Order::kSeqCst, group});
  }

  void message(Code& code) {
    switch (below(4)) {
      case 0: return publish(code);
      case 1: return pass_on(code);
      default: return look(code);
    }
  }

  void read_or_write_lock(Code& code) {
    if (below(2) == 0) return between(code, Instruction::kWriteLock, Instruction::kWriteUnlock, 0, false);
    const std::uint32_t group = ++group_;
    code.push_back({Instruction::kReadLock, 0, Order::kSeqCst, group});
    put(code, below(6) == 0 ? Instruction::kWrite : Instruction::kRead, any_variable());  // seldom a mistake
    code.push_back({Instruction::kReadUnlock, 0, Order::kSeqCst, group});
  }

  void statement(Code& code) {
    const bool exception = below(10) == 0;
    switch (exception ? kMixed : theme_) {
      case kMutex: return between(code, Instruction::kLock, Instruction::kUnlock, 0, false);
      case kReadWriteLock: return read_or_write_lock(code);
      case kSemaphore: return between(code, Instruction::kTake, Instruction::kPost, 0, false);
      case kMessages: return message(code);
      case kWindows: return below(2) == 0 ? window(code) : look(code);
      default: return anything(code);
    }
  }

  void anything(Code& code) {
    switch (below(theme_ == kCareless ? 10 : 8)) {
      case 0: return atomic(code);
      case 1: return message(code);
      case 2: return fence(code);
      case 3: return read_or_write_lock(code);
      case 4: return between(code, Instruction::kLock, Instruction::kUnlock, below(kLocks), true);
      case 5: return between(code, Instruction::kTake, Instruction::kPost, 0, false);
      case 6: put(code, Instruction::kPost, 0); return;
      case 7: return window(code);
      default: return access(code);
    }
  }

  void wait(Code& code) {
    put(code, Instruction::kLock, 0);
    put(code, Instruction::kTest, kFlag, true);
    put(code, Instruction::kWait, 0, true);
    put(code, Instruction::kUnlock, 0, true);
    if (below(2) == 0) access(code);
  }

  void notify(Code& code) {
    put(code, Instruction::kLock, 0);
    put(code, Instruction::kWrite, kFlag, true);
    put(code, Instruction::kNotify, 0, true);
    put(code, Instruction::kUnlock, 0, true);
  }

  std::mt19937& random_;
  Theme theme_;
  std::uint32_t group_ = 0;
  std::uint32_t waiter_ = kThreads;
};

}  // namespace

Program random_program(std::mt19937& random) {
  for (;;) {
    Program program = Author(random).write();
    const bool fits = std::all_of(std::begin(program.threads), std::end(program.threads),
                                  [](const Code& code) { return code.size() <= kLongest; });
    if (fits) return program;
  }
}

std::uint32_t groups_of(const Program& program) {
  std::uint32_t most = 0;
  for (const Code& code : program.threads)
    for (const Instruction& i : code) most = std::max(most, i.group);
  return most + 1;
}

bool leave_out(Program& program, std::uint32_t group) {
  bool any = false;
  for (Code& code : program.threads) {
    const auto rest = std::remove_if(code.begin(), code.end(), [group](const Instruction& i) {
      const bool keeps_threads = i.kind == Instruction::kCreate || i.kind == Instruction::kJoin;
      return i.group == group && !keeps_threads;
    });
    any = any || rest != code.end();
    code.erase(rest, code.end());
  }
  return any;
}

std::string text_of(const Program& program) {
  static const char* const names[] = {
      "read",       "write",        "add",    "test", "lock",  "unlock", "read_lock", "read_unlock",
      "write_lock", "write_unlock", "take",   "post", "wait",  "notify", "load",      "store",
      "clear",      "modify",       "create", "join", "fence", "unless"};
  static const char* const orders[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  std::string text;
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    if (program.threads[t].empty() && t != 0) continue;
    text += "thread " + std::to_string(t) + ":";
    for (const Instruction& i : program.threads[t]) {
      text += std::string(" ") + names[i.kind];
      const bool ordered = i.kind == Instruction::kFence || i.is_atomic();
      if (i.kind < Instruction::kFence) text += " " + std::to_string(i.object);
      if (ordered) text += std::string(" ") + orders[static_cast<int>(i.order)];
      text += ";";
    }
    text += "\n";
  }
  return text;
}

}  // namespace stalemate::test
