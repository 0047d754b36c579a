// Compares every reporter's output with the approved file of the same name. A difference leaves the new
// text in the build directory; tests/golden/accept takes it over.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cases.h"
#include "report/json/json.h"
#include "report/json/kiss_json.h"
#include "report/text/kiss_text.h"
#include "report/text/summary.h"
#include "report/text/text.h"

namespace stalemate::report {
namespace {

using namespace stalemate::testing;

void expect_approved(const std::string& name, const std::string& text) {
  std::ifstream file(std::string(APPROVED_DIRECTORY) + "/" + name);
  std::stringstream approved;
  approved << file.rdbuf();
  const std::filesystem::path received = std::string(RECEIVED_DIRECTORY) + "/" + name;
  if (file && approved.str() == text) {
    std::filesystem::remove(received);
    return;
  }
  std::filesystem::create_directories(RECEIVED_DIRECTORY);
  std::ofstream(received) << text;
  ADD_FAILURE() << name << " differs from what was approved; after reading it: tests/golden/accept\n" << text;
}

Style plain(std::uint32_t width = 120) {
  Style style;
  style.unicode = false;
  style.width = width;
  return style;
}

std::string full_text(const Explanation& explanation, const Style& style) {
  RunResult result = bug_result();
  result.findings = {explanation.finding};
  return render_text(result, {explanation}, style);
}

TEST(Golden, DeadlockAsText) {
  expect_approved("deadlock.txt", full_text(explained(deadlock_log(), 12), Style{}));
}

TEST(Golden, DeadlockInColor) {
  Style style;
  style.color = true;
  expect_approved("deadlock.ansi", full_text(explained(deadlock_log(), 12), style));
}

TEST(Golden, DeadlockInAscii) {
  expect_approved("deadlock.ascii.txt", full_text(explained(deadlock_log(), 12), plain(100)));
}

TEST(Golden, AssertionAsText) {
  Explanation explanation = explained(assertion_log(), 5);
  explanation.output = "serving\nserved 4";
  expect_approved("assertion.txt", full_text(explanation, Style{}));
}

TEST(Golden, RaceAsText) {
  expect_approved("race.txt", full_text(explained(race_log(), 3, {0x31, 0x21}), Style{}));
}

TEST(Golden, RaceAsJson) {
  RunResult result = bug_result();
  result.promotions = 2;
  result.findings = {explained(race_log(), 3, {0x31, 0x21}).finding};
  expect_approved("race.json", render_json(result));
}

TEST(Golden, UseAfterFreeAsText) {
  expect_approved("use_after_free.txt", full_text(explained(use_after_free_log(), 4), Style{}));
}

TEST(Golden, UnorderedFreeAsText) {
  expect_approved("unordered_free.txt", full_text(explained(unordered_free_log(), 1), Style{}));
}

TEST(Golden, LeakAsText) {
  expect_approved("leak.txt", full_text(explained(leak_log(), 2, {}, kBlock), Style{}));
}

TEST(Golden, HeapAsJson) {
  RunResult result = bug_result();
  result.findings = {explained(use_after_free_log(), 4).finding, explained(unordered_free_log(), 1).finding,
                     explained(leak_log(), 2, {}, kBlock).finding};
  expect_approved("heap.json", render_json(result));
}

TEST(Golden, CleanOfRacesAsText) {
  RunResult result = clean_result();
  result.races_checked = true;
  expect_approved("race_free.txt", render_text(result, {}, Style{}));
}

TEST(Golden, CrashAfterALongStretch) {
  expect_approved("long.txt", full_text(explained(long_log(), 1), Style{}));
}

TEST(Golden, EightColumns) {
  expect_approved("columns.txt", render_finding(explained(crowd_log(8), 3), plain(100)));
}

TEST(Golden, MoreThreadsThanColumns) {
  expect_approved("folded.txt", render_finding(explained(crowd_log(12), 3), plain(100)));
}

TEST(Golden, Schedule) {
  trace::Schedule schedule = explained(deadlock_log(), 12).schedule;
  schedule.program = {"./bank_test", "--fast"};
  schedule.options = {{"steps", "100000"}};
  expect_approved("deadlock.sched", trace::to_text(schedule));
}

TEST(Golden, FindingsAsJson) {
  RunResult result = bug_result();
  for (const Explanation& explanation :
       {explained(deadlock_log(), 12), explained(assertion_log(), 5), explained(long_log(), 1)})
    result.findings.push_back(explanation.finding);
  result.uncontrolled = {
      {"thread that stalemate does not schedule: clone", "libfoo.so+0x12", "kernel-thread", "clone"}};
  result.notes = {{"missing-yield", "wait polls `ready` at wait.cc:6 without a yield", "wait.cc", 6, "wait"}};
  expect_approved("findings.json", render_json(result));
}

TEST(Golden, CleanAsJson) { expect_approved("clean.json", render_json(clean_result())); }

TEST(Golden, CleanAsText) { expect_approved("clean.txt", render_text(clean_result(), {}, Style{})); }

TEST(Golden, CompleteAsText) {
  RunResult result = clean_result();
  result.coverage = "complete";
  result.classes = 100;
  result.classes_per_bound = {{2, 40, 58}};
  result.states = 17;
  result.redundant = 3;
  expect_approved("complete.txt", render_text(result, {}, Style{}));
}

RunResult reduced_result() {
  RunResult result = clean_result();
  result.reduce = "por";
  result.executions = 100;
  result.executions_per_bound = {{2, 40, 58}};
  result.classes = 96;
  result.classes_per_bound = {{2, 38, 56}};
  result.prefixes = 1234;
  return result;
}

TEST(Golden, ReducedAsText) { expect_approved("reduced.txt", render_text(reduced_result(), {}, Style{})); }

TEST(Golden, ReducedAsJson) { expect_approved("reduced.json", render_json(reduced_result())); }

RunResult cached_result() {
  RunResult result = reduced_result();
  result.reduce = "none";
  result.classes.reset();
  result.classes_per_bound.reset();
  result.exact = false;
  result.states = 4311;
  result.cache = Cache{"memory",
                       4311,
                       std::vector<std::uint64_t>{1200, 2100, 1011},
                       950,
                       262144,
                       true,
                       1,
                       "the cache was full"};
  return result;
}

TEST(Golden, CachedAsText) { expect_approved("cached.txt", render_text(cached_result(), {}, Style{})); }

TEST(Golden, CachedAsJson) { expect_approved("cached.json", render_json(cached_result())); }

TEST(Golden, NotReducedAsAskedAsText) {
  RunResult result = reduced_result();
  result.reduce = "cache";
  result.reduce_note =
      "reduced by cache, together with the state of fairness: threads yield, and classes may be executed "
      "again";
  result.exact = false;
  result.redundant = 4;
  expect_approved("reduced_otherwise.txt", render_text(result, {}, Style{}));
}

TEST(Golden, PartialAsText) {
  RunResult result = clean_result();
  result.coverage = "partial";
  result.limit = "time";
  result.bound.completed = 1;
  result.estimate = {0.372, 2919, 0.2};
  result.uncontrolled = {
      {"thread that stalemate does not schedule: clone", "libfoo.so+0x12", "kernel-thread", "clone"}};
  expect_approved("partial.txt", render_text(result, {}, Style{}));
}

TEST(Golden, NotControlledAsText) {
  RunResult result = clean_result();
  result.coverage = "partial";
  result.exact = false;
  result.uncontrolled = {
      {"system call: syscall(271)", "wait.cc:12 in Waiter::run", "system-call", "syscall(271)"},
      {"file written: /tmp/log", "log.cc:3 in main", "file-written", "/tmp/log", false}};
  result.notes.assign(
      8, {"missing-yield", "wait polls `ready` at wait.cc:6 without a yield", "wait.cc", 6, "wait"});
  expect_approved("uncontrolled.txt", render_text(result, {}, Style{}));
}

TEST(Golden, CleanKissAsText) {
  expect_approved("kiss_clean.txt", render_kiss_text(clean_kiss_result(), Style{}));
}

TEST(Golden, BlindKissAsText) {
  expect_approved("kiss_blind.txt", render_kiss_text(blind_kiss_result(), Style{}));
}

TEST(Golden, KissOfFieldsAsText) {
  expect_approved("kiss_fields.txt", render_kiss_text(kiss_result_of_fields(), Style{}));
}

TEST(Golden, KissOfFieldsAsJson) {
  expect_approved("kiss_fields.json", render_kiss_json(kiss_result_of_fields()));
}

TEST(Golden, KissNeverClaimsMoreThanBalancedExecutions) {
  KissResult result = clean_kiss_result();
  for (const bool complete : {true, false}) {
    result.coverage = complete ? "complete-within-bound" : "partial";
    if (!complete) result.completed.reset();
    const std::string text = render_kiss_text(result, Style{});
    EXPECT_EQ(text.find("safe"), std::string::npos);
    EXPECT_EQ(text.find("no balanced execution fails") != std::string::npos, complete);
    EXPECT_EQ(text.find("loops"), std::string::npos);  // nothing was cut
  }
}

}  // namespace
}  // namespace stalemate::report
