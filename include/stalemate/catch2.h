// STALEMATE_TEST_CASE("…") { … }: a Catch2 test case whose body is run once per interleaving. CHECK and
// REQUIRE that fail in any of them end that execution as a finding; the test case then fails with the
// report and the line that replays it. Catch2 3.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>

#include "stalemate/stalemate.h"

namespace stalemate::detail {

class FailAtOnce : public Catch::EventListenerBase {
 public:
  using EventListenerBase::EventListenerBase;

  void assertionEnded(const Catch::AssertionStats& stats) override {
    const Catch::AssertionResult& result = stats.assertionResult;
    if (result.isOk() || !controlled()) return;
    const std::string message =
        result.hasExpression() ? result.getExpressionInMacro() : std::string(result.getMessage());
    stalemate_rt_expect_failed(message.c_str(), result.getSourceInfo().file,
                               static_cast<int>(result.getSourceInfo().line));
  }
};

}  // namespace stalemate::detail

namespace {
CATCH_REGISTER_LISTENER(::stalemate::detail::FailAtOnce)
}

#define STALEMATE_CATCH_CASE(scenario, name, options)                                         \
  static void scenario();                                                                     \
  TEST_CASE(name) {                                                                           \
    const ::stalemate::Result result = ::stalemate::explore(&scenario, (options).name(name)); \
    INFO(result.summary());                                                                   \
    REQUIRE(result.ok());                                                                     \
  }                                                                                           \
  static void scenario()
#define STALEMATE_CATCH_JOIN_(a, b) a##b
#define STALEMATE_CATCH_JOIN(a, b) STALEMATE_CATCH_JOIN_(a, b)

#define STALEMATE_TEST_CASE_WITH(name, options) \
  STALEMATE_CATCH_CASE(STALEMATE_CATCH_JOIN(stalemate_scenario_, __LINE__), name, options)
#define STALEMATE_TEST_CASE(name) STALEMATE_TEST_CASE_WITH(name, ::stalemate::Options{})
