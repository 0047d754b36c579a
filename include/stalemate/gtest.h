// STALEMATE_TEST(Suite, Name) { … }: a GoogleTest test whose body is run once per interleaving. EXPECT_ and
// ASSERT_ that fail in any of them end that execution as a finding, as they do in every function that
// explore() is given; the test then fails with the report and the line that replays it.
// STALEMATE_TEST_WITH(Suite, Name, options) takes Options as well.
#pragma once

#include <gtest/gtest.h>

#include "stalemate/stalemate.h"

namespace stalemate::detail {

inline void run_test(const char* name, void (*scenario)(), const Options& options) {
  const Result result = explore(scenario, Options(options).name(name));
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
