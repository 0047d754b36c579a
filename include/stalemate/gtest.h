// STALEMATE_TEST(Suite, Name) { … }: a GoogleTest test whose body is run once per interleaving. EXPECT_ and
// ASSERT_ that fail in any of them end that execution as a finding; the test then fails with the report and
// the line that replays it. STALEMATE_TEST_WITH(Suite, Name, options) takes Options as well.
#pragma once

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "stalemate/stalemate.h"

namespace stalemate::detail {

// Installed before the workers are forked, so that every execution has it without a step of its own.
class FailAtOnce : public ::testing::ScopedFakeTestPartResultReporter {
 public:
  FailAtOnce() : ScopedFakeTestPartResultReporter(INTERCEPT_ALL_THREADS, &kept_) {}

  void ReportTestPartResult(const ::testing::TestPartResult& result) override {
    if (!result.failed()) return;
    if (controlled()) stalemate_rt_expect_failed(result.message(), result.file_name(), result.line_number());
    ScopedFakeTestPartResultReporter::ReportTestPartResult(result);
  }

 private:
  ::testing::TestPartResultArray kept_;
};

inline Result explore_test(const char* name, void (*scenario)(), Options options) {
  options.name(name);
  if (!can_explore()) return explore(scenario, options);
  const FailAtOnce reporter;
  return explore(scenario, options);
}

inline void run_test(const char* name, void (*scenario)(), const Options& options) {
  const Result result = explore_test(name, scenario, options);
  if (result.ok()) {
    ::testing::Test::RecordProperty("stalemate", result.summary());
  } else {
    ADD_FAILURE() << result.summary();
  }
}

}  // namespace stalemate::detail

#define STALEMATE_TEST_WITH(suite, name, options)                                         \
  static void suite##_##name##_scenario();                                                \
  TEST(suite, name) {                                                                     \
    ::stalemate::detail::run_test(#suite "." #name, &suite##_##name##_scenario, options); \
  }                                                                                       \
  static void suite##_##name##_scenario()

#define STALEMATE_TEST(suite, name) STALEMATE_TEST_WITH(suite, name, ::stalemate::Options{})
