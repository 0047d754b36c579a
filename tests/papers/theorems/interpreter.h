// Runs a program of program.h over the real primitives, and records its steps. Compiled for Stalemate.
#pragma once

#include <semaphore.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>

#include "program.h"
#include "recording.h"

namespace stalemate::test {

// Code of its own for each place in a program, as a compiler would make it: places are what is promoted.
template <std::size_t Site>
[[gnu::noinline]] std::int32_t read_at(const std::int32_t* variable) {
  asm volatile("" : : "i"(Site));
  return *variable;
}
template <std::size_t Site>
[[gnu::noinline]] void write_at(std::int32_t* variable, std::int32_t value) {
  asm volatile("" : : "i"(Site));
  *variable = value;
}

struct Sites {
  std::int32_t (*read[kThreads * kLongest])(const std::int32_t*);
  void (*write[kThreads * kLongest])(std::int32_t*, std::int32_t);
};
template <std::size_t... Site>
constexpr Sites make_sites(std::index_sequence<Site...>) {
  return {{read_at<Site>...}, {write_at<Site>...}};
}
inline constexpr Sites kSites = make_sites(std::make_index_sequence<kThreads * kLongest>());

// Orders are constants to the compiler: others it takes for seq_cst.
template <class Operation>
void with_order(Order order, Operation operation) {
  switch (order) {
    case Order::kRelaxed:
      return operation(std::integral_constant<std::memory_order, std::memory_order_relaxed>());
    case Order::kConsume:
    case Order::kAcquire:
      return operation(std::integral_constant<std::memory_order, std::memory_order_acquire>());
    case Order::kRelease:
      return operation(std::integral_constant<std::memory_order, std::memory_order_release>());
    case Order::kAcqRel:
      return operation(std::integral_constant<std::memory_order, std::memory_order_acq_rel>());
    case Order::kSeqCst:
      return operation(std::integral_constant<std::memory_order, std::memory_order_seq_cst>());
  }
}

class Interpreter {
 public:
  explicit Interpreter(const Program& program) : program_(program) {
    sem_init(&semaphore_, 0, 1);
    recording_.begin(variables_, atomics_);
  }

  std::int32_t* variables() { return variables_; }

  void run(std::uint32_t thread) {
    recording_.meet(thread);
    if (thread != 0) recording_.step(thread);
    Local local{thread, 0, 0, 0};
    const auto& code = program_.threads[thread];
    while (local.place < code.size()) {
      const Instruction& instruction = code[local.place];
      perform(local, instruction);
      if (!instruction.is_local()) recording_.step(thread);
      recording_.now(thread, local.place, local.seen);
    }
    if (thread == 0) recording_.end();
  }

 private:
  struct Local {
    std::uint32_t thread, place;
    std::int32_t last;
    std::uint64_t seen;
    void read(std::int32_t value) {
      last = value;
      seen = fold(seen, value);
    }
  };

  void perform(Local& local, const Instruction& i) {
    if (i.is_plain()) return access(local, i);
    if (i.is_atomic()) return perform_atomic(local, i);
    ++local.place;
    switch (i.kind) {
      case Instruction::kLock: return locks_[i.object].lock();
      case Instruction::kUnlock: return locks_[i.object].unlock();
      case Instruction::kReadLock: return read_write_lock_.lock_shared();
      case Instruction::kReadUnlock: return read_write_lock_.unlock_shared();
      case Instruction::kWriteLock: return read_write_lock_.lock();
      case Instruction::kWriteUnlock: return read_write_lock_.unlock();
      case Instruction::kTake: sem_wait(&semaphore_); return;
      case Instruction::kPost: sem_post(&semaphore_); return;
      case Instruction::kWait: return wait(local, i.object);
      case Instruction::kNotify: return condition_.notify_all();
      case Instruction::kCreate:
        threads_[i.object] = std::thread([this, thread = i.object] { run(thread); });
        return;
      case Instruction::kJoin: return threads_[i.object].join();
      case Instruction::kFence:
        return with_order(i.order, [](auto order) { std::atomic_thread_fence(order); });
      case Instruction::kUnless: local.place += local.last == 0 ? 1 : 0; return;
      default: return;
    }
  }

  void access(Local& local, const Instruction& i) {
    const std::uint32_t site = local.thread * kLongest + local.place;
    std::int32_t* variable = &variables_[i.object];
    switch (i.kind) {
      case Instruction::kWrite: kSites.write[site](variable, value_of(local.thread, local.place)); break;
      case Instruction::kAdd: kSites.write[site](variable, local.last + 1); break;
      default: local.read(kSites.read[site](variable));
    }
    if (i.kind == Instruction::kTest && local.last != 0) ++local.place;
    ++local.place;
  }

  void perform_atomic(Local& local, const Instruction& i) {
    std::atomic<std::int32_t>& variable = atomics_[i.object];
    const std::int32_t value = i.kind == Instruction::kClear ? 0 : value_of(local.thread, local.place);
    with_order(i.order, [&](auto order) {
      if (i.kind == Instruction::kModify) local.read(variable.fetch_add(1, order));
      if constexpr (order != std::memory_order_release && order != std::memory_order_acq_rel)
        if (i.kind == Instruction::kLoad) local.read(variable.load(order));
      if constexpr (order != std::memory_order_acquire && order != std::memory_order_acq_rel)
        if (i.kind == Instruction::kStore || i.kind == Instruction::kClear) variable.store(value, order);
    });
    ++local.place;
  }

  void wait(Local& local, std::uint32_t mutex) {
    recording_.before_wait(local.thread);
    std::unique_lock<std::mutex> lock(locks_[mutex], std::adopt_lock);
    condition_.wait(lock);
    lock.release();
    local.place -= 2;
  }

  const Program& program_;
  Recording& recording_ = Recording::shared();
  std::int32_t variables_[kVariables] = {};
  std::atomic<std::int32_t> atomics_[kAtomics] = {};
  std::mutex locks_[kLocks];
  std::shared_mutex read_write_lock_;
  sem_t semaphore_;
  std::condition_variable condition_;
  std::thread threads_[kThreads];
};

}  // namespace stalemate::test
