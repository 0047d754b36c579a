// The findings that every reporter is shown: logs written by hand, with the source they would come from.
#pragma once

#include <string>

#include "fake_source.h"
#include "log_builder.h"
#include "model/wire/layout.h"
#include "report/describe.h"
#include "report/kiss_result.h"

namespace stalemate::testing {

inline constexpr std::uint64_t kA = 0x601000, kB = 0x601040, kCount = 0x601080;

inline FakeSource bank_source() {
  FakeSource source;
  source.data(kA, "bank.a");
  source.data(kB, "bank.b");
  source.data(kCount, "served");
  source.code(0x10, "main", "src/bank.cc", 40);
  source.code(0x11, "main", "src/bank.cc", 41);
  source.code(0x12, "main", "src/bank.cc", 42);
  source.code(0x20, "std::mutex::lock", "/usr/include/c++/12/bits/std_mutex.h", 100);
  source.code(0x20, "transfer", "src/bank.cc", 10);
  source.code(0x21, "transfer", "src/bank.cc", 11);
  source.code(0x22, "refund", "src/bank.cc", 20);
  source.code(0x23, "refund", "src/bank.cc", 21);
  source.code(0x2f, "main::{lambda}", "src/bank.cc", 41);
  source.code(0x30, "Queue::pop", "src/queue.cc", 57);
  source.code(0x31, "Queue::size", "src/queue.cc", 12);
  return source;
}

inline std::string bank_line(const std::string& file, std::uint32_t line) {
  if (file != "src/bank.cc") return {};
  switch (line) {
    case 10: return "std::lock_guard first(a);";
    case 11: return "std::lock_guard second(b);";
    case 20: return "std::lock_guard first(b);";
    case 21: return "std::lock_guard second(a);  // the wrong order";
    case 40: return "std::thread one(transfer);";
    case 41: return "std::thread two([&] { refund(); });";
    case 42: return "one.join();";
    default: return {};
  }
}

// Two locks taken in two orders; one preemption.
inline LogBuilder deadlock_log() {
  LogBuilder log;
  log.enabled(0).step(0, OpKind::kStart);
  log.step(0, OpKind::kCreate, 1, 1).frames(0, {0x10}).enabled(1);
  log.step(0, OpKind::kCreate, 2, 2).frames(0, {0x11}).enabled(2).blocked(0);
  log.step(1, OpKind::kStart);
  log.step(1, OpKind::kLock, kA).frames(1, {0x20});
  log.step(2, OpKind::kStart);
  log.step(2, OpKind::kLock, kB).frames(2, {0x22, 0x2f}).blocked(1).blocked(2);
  log.waits(0, OpKind::kJoin, 1, 1).frames(0, {0x12});
  log.waits(1, OpKind::kLock, kB, 2).frames(1, {0x21}).held_at(1, 0x22);
  log.waits(2, OpKind::kLock, kA, 1).frames(2, {0x23, 0x2f}).held_at(2, 0x20);
  log.ends(wire::Outcome::kDeadlock);
  return log;
}

// An assertion, with a data choice, values, and objects on the heap and on a stack.
inline LogBuilder assertion_log() {
  const std::uint64_t heap = layout::kHeapRegion + layout::kHeapStride + 0x40;
  const std::uint64_t stack = layout::kStackRegion + 0x7000;
  LogBuilder log;
  log.enabled(0).step(0, OpKind::kStart);
  log.step(0, OpKind::kCreate, 1, 1).frames(0, {0x10}).enabled(1);
  log.step(0, OpKind::kLoad, kCount).frames(0, {0x31, 0x11}).datum(0, 3);
  log.step(1, OpKind::kStart).step(1, OpKind::kLock, heap).frames(1, {0x20});
  log.step(1, OpKind::kSignal, stack, 0).frames(1, {0x21}).choice(1, 1, 3);
  log.step(1, OpKind::kStore, kCount).frames(1, {0x22}).datum(1, 4).blocked(0);
  log.step(1, OpKind::kCas, kCount, 0).frames(1, {0x22}).datum(1, 4);
  log.step(1, OpKind::kUnlock, heap).frames(1, {0x23}).finished(1).enabled(0);
  log.step(0, OpKind::kLock, heap).frames(0, {0x30, 0x11});
  log.frames(0, {0x30, 0x12});
  log.ends(wire::Outcome::kAssertion, 0, "assertion failed: !items.empty()");
  return log;
}

// One thread does a hundred things in a row, then another crashes.
inline LogBuilder long_log() {
  LogBuilder log;
  log.enabled(0).step(0, OpKind::kStart).create(0, 1, 1);
  for (int i = 0; i < 100; ++i)
    log.step(0, OpKind::kRmw, kCount).frames(0, {0x12}).datum(0, 7u + unsigned(i));
  log.step(1, OpKind::kStart).ends(wire::Outcome::kCrash, 1, "null pointer");
  log.header().signal = 11;
  return log;
}

inline LogBuilder crowd_log(std::uint16_t threads) {
  LogBuilder log;
  log.enabled(0).step(0, OpKind::kStart);
  for (std::uint16_t i = 1; i < threads; ++i) log.create(0, i, i).frames(0, {0x10});
  log.blocked(0);
  for (std::uint16_t i = 1; i < threads; ++i)
    log.step(i, OpKind::kLock, kA)
        .frames(i, {i % 2 == 0 ? 0x20u : 0x22u})
        .step(i, OpKind::kUnlock, kA)
        .finished(i);
  log.ends(wire::Outcome::kAbort, threads - 1u, "terminate called without an active exception");
  return log;
}

// A count that two threads change, one of them without the lock.
inline LogBuilder race_log() {
  LogBuilder log;
  log.enabled(0).step(0, OpKind::kStart);
  log.step(0, OpKind::kCreate, 1, 1).frames(0, {0x10}).enabled(1);
  log.step(0, OpKind::kCreate, 2, 2).frames(0, {0x11}).enabled(2).blocked(0);
  log.step(1, OpKind::kStart);
  log.step(1, OpKind::kLock, kA).frames(1, {0x20});
  log.access(wire::RecordKind::kAccess, 1, kCount, 4 | wire::kAccessWrites).frames(1, {0x21});
  log.step(1, OpKind::kUnlock, kA).frames(1, {0x21}).finished(1);
  log.step(2, OpKind::kStart);
  log.access(wire::RecordKind::kAccess, 2, kCount, 4).frames(2, {0x31, 0x2f});
  log.race(2, kCount, 4 | wire::kEarlierWrites | 1u << 16, {0x31, 0x2f}, 0x21).finished(2).enabled(0);
  log.step(0, OpKind::kJoin, 1).frames(0, {0x12}).ends(wire::Outcome::kFinished);
  return log;
}

inline constexpr std::uint64_t kBlock = layout::kHeapRegion + 0x20;

// A block that main allocates and frees, while another thread has access to it.
inline LogBuilder use_after_free_log() {
  LogBuilder log;
  log.enabled(0).step(0, OpKind::kStart);
  log.block(0, kBlock, 64).frames(0, {0x30, 0x10});
  log.step(0, OpKind::kCreate, 1, 1).frames(0, {0x10}).enabled(1);
  log.step(0, OpKind::kUnlock, kA).frames(0, {0x12});
  log.block(0, kBlock, 64 | wire::kBlockEnds).frames(0, {0x31, 0x12}).finished(0);
  log.step(1, OpKind::kStart);
  log.add({wire::RecordKind::kFault, OpKind::kNone, 1, 8, kBlock + 16});
  log.frames(1, {0x21, 0x2f});
  log.ends(wire::Outcome::kUseAfterFree, 1, "8 bytes are read of a block of 64 bytes that 0 has freed");
  return log;
}

// A free that nothing orders with another thread's write.
inline LogBuilder unordered_free_log() {
  LogBuilder log;
  log.enabled(0).step(0, OpKind::kStart);
  log.block(0, kBlock, 64).frames(0, {0x30, 0x10});
  log.step(0, OpKind::kCreate, 1, 1).frames(0, {0x10}).enabled(1);
  log.step(1, OpKind::kStart);
  log.access(wire::RecordKind::kAccess, 1, kBlock + 8, 4 | wire::kAccessWrites).frames(1, {0x21, 0x2f});
  log.finished(1).step(0, OpKind::kUnlock, kA).frames(0, {0x12});
  log.add({wire::RecordKind::kFault, OpKind::kNone, 0, 64 | wire::kAccessWrites | 1u << 16, kBlock});
  log.frames(0, {0x31, 0x12});
  log.ends(wire::Outcome::kUseAfterFree, 0,
           "a block of 64 bytes is freed, unordered with a write of it by 0.1");
  return log;
}

// A block that is lost, and another that it leads to.
inline LogBuilder leak_log() {
  LogBuilder log;
  log.enabled(0).step(0, OpKind::kStart);
  log.step(0, OpKind::kCreate, 1, 1).frames(0, {0x10}).enabled(1);
  log.step(1, OpKind::kStart);
  log.block(1, kBlock, 64).frames(1, {0x30, 0x2f});
  log.step(1, OpKind::kStore, kCount).frames(1, {0x22}).finished(1);
  log.step(0, OpKind::kJoin, 1).frames(0, {0x12});
  log.leak(1, kBlock, 64).frames(1, {0x30}).datum(1, 128).ends(wire::Outcome::kFinished);
  return log;
}

inline report::Explanation explained(LogBuilder log, std::uint64_t execution, trace::RacingCode race = {},
                                     std::uint64_t leak = 0) {
  const FakeSource source = bank_source();
  report::Explanation out = report::explain({log.view(), &source, execution, {}, race, leak}, bank_line);
  out.finding.schedule = "stalemate-out/bank/" + out.finding.fingerprint + ".sched";
  return out;
}

inline report::RunResult clean_result() {
  report::RunResult result;
  result.program = {"./bank_test", "--fast"};
  result.coverage = "complete-within-bound";
  result.bound = {"preemptions", 2, 2};
  result.executions = 1234;
  result.executions_per_bound = {{2, 146, 1086}};
  result.steps_max = 21;
  result.blocking_max = 4;
  result.preemptions_max = 8;
  result.threads_max = 3;
  result.seconds = 0.0125;
  result.executions_per_second = 98720;
  result.jobs = 2;
  return result;
}

inline report::RunResult bug_result() {
  report::RunResult result = clean_result();
  result.verdict = "bug";
  result.coverage = "partial";
  result.limit = "finding";
  result.bound = {"preemptions", 0, 2};
  result.executions = 12;
  result.executions_per_bound = {{2, 10}};
  return result;
}

// A search by kiss that found nothing, with everything that can be cut.
inline report::KissResult clean_kiss_result() {
  report::KissResult result;
  result.program = {"driver.c"};
  result.coverage = "complete-within-bound";
  result.ts = 2;
  result.completed = 2;
  result.loops = 4;
  result.recursion = 100;
  result.paths = 12345;
  result.states = 2345;
  result.pruned = 1234;
  result.seconds = 1.25;
  result.jobs = 2;
  return result;
}

// One that found nothing, and did not come past a loop.
inline report::KissResult blind_kiss_result() {
  report::KissResult result = clean_kiss_result();
  result.coverage = "partial";
  result.limit = "loops";
  result.cuts.loops = true;
  result.cut_loops = {{"driver.c", "poll", 30, false}};
  return result;
}

// Of two variables, one races and one was too much.
inline report::KissResult kiss_result_of_fields() {
  report::KissResult result = clean_kiss_result();
  result.race = "all";
  result.verdict = "bug";
  result.coverage = "partial";
  result.limit = "time";
  result.completed = 1;
  result.inputs = {0, 3};
  result.cuts = {true, false, true, false};
  result.blocked = 7;
  report::KissFinding finding;
  finding.explanation = explained(race_log(), 3, {0x31, 0x21});
  finding.inputs = {{"0.1", 3}, {"0", -1}};
  finding.confirmed = false;
  finding.confirmation = "the program came to its end without a failure";
  result.findings.push_back(finding);
  result.fields = {{"DEVICE_EXTENSION.flag", 3, "race", 37, 0.01, {}},
                   {"count", 12, "out-of-resources", 12300, 1200.5, 1},
                   {"name", 2, "no-race", 8, 0.02, 2}};
  result.notes = {"weaker memory orders than sequential consistency are treated as sequentially consistent"};
  result.cut_loops = {{"driver.c", "main", 12, true}, {"driver.c", "poll", 30, false}};
  return result;
}

}  // namespace stalemate::testing
