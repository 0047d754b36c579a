// STALEMATE_TEST_CASE("…") { … }: a Catch2 test case whose body is run once per interleaving. CHECK and
// REQUIRE that fail in any of them end that execution as a finding; the test case then fails with the
// report and the line that replays it. Catch2 3, or 2: then this header comes before <catch2/catch.hpp>.
#pragma once

#if __has_include(<catch2/catch_test_macros.hpp>)
#define STALEMATE_CATCH_LISTENER ::Catch::EventListenerBase
#define STALEMATE_CATCH_ANSWER void
#include <catch2/catch_test_macros.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#else
#define STALEMATE_CATCH_LISTENER ::Catch::TestEventListenerBase
#define STALEMATE_CATCH_ANSWER bool
#ifndef CATCH_CONFIG_EXTERNAL_INTERFACES
#define CATCH_CONFIG_EXTERNAL_INTERFACES  // declares the listener
#endif
#include <catch2/catch.hpp>
#endif

#include "stalemate/stalemate.h"

// Set if there is a listener: without one, explore() refuses to run if failed checks would not be detected.
extern "C" {
extern char stalemate_watches_catch2;
__attribute__((weak)) char stalemate_watches_catch2 = 1;
}

namespace stalemate::detail {

using CatchListener = STALEMATE_CATCH_LISTENER;

class FailAtOnce : public CatchListener {
 public:
  using CatchListener::CatchListener;

  STALEMATE_CATCH_ANSWER assertionEnded(const Catch::AssertionStats& stats) override {
    const Catch::AssertionResult& result = stats.assertionResult;
    if (!result.isOk() && controlled()) {
      const std::string message =
          result.hasExpression() ? result.getExpressionInMacro() : std::string(result.getMessage());
      stalemate_rt_expect_failed(message.c_str(), result.getSourceInfo().file,
                                 static_cast<int>(result.getSourceInfo().line));
    }
    return CatchListener::assertionEnded(stats);
  }
};

}  // namespace stalemate::detail

namespace {
using StalemateFailAtOnce = ::stalemate::detail::FailAtOnce;  // Catch2 2 pastes the name into another
CATCH_REGISTER_LISTENER(StalemateFailAtOnce)
}  // namespace

#define STALEMATE_CATCH_CASE(scenario, title, options)                                         \
  static void scenario();                                                                      \
  TEST_CASE(title) {                                                                           \
    const ::stalemate::Result result = ::stalemate::explore(&scenario, (options).name(title)); \
    INFO(result.summary());                                                                    \
    REQUIRE(result.ok());                                                                      \
  }                                                                                            \
  static void scenario()
#define STALEMATE_CATCH_JOIN_(a, b) a##b
#define STALEMATE_CATCH_JOIN(a, b) STALEMATE_CATCH_JOIN_(a, b)

#define STALEMATE_TEST_CASE_WITH(title, options) \
  STALEMATE_CATCH_CASE(STALEMATE_CATCH_JOIN(stalemate_scenario_, __LINE__), title, options)
#define STALEMATE_TEST_CASE(title) STALEMATE_TEST_CASE_WITH(title, ::stalemate::Options{})
