// Checks of Catch2 inside explore(), in an ordinary TEST_CASE. With -DRIGHT nothing is lost; with -DUNSEEN the header
// that makes Stalemate see them is missing.
#ifdef UNSEEN
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif
#include <stalemate/stalemate.h>
#else
#include <stalemate/catch2.h>
#endif

#include <atomic>
#include <thread>

static int two_additions() {
  std::atomic<int> sum{0};
  const auto add = [&] {
#ifdef RIGHT
    sum.fetch_add(1);
#else
    sum.store(sum.load() + 1);
#endif
  };
  std::thread other(add);
  add();
  other.join();
  return sum.load();
}

TEST_CASE("check") {
  const auto result = stalemate::explore([] { CHECK(two_additions() == 2); });
  INFO(result.summary());
  REQUIRE(result.ok());
}

TEST_CASE("require") {
  const auto result = stalemate::explore([] { REQUIRE(two_additions() == 2); });
  INFO(result.summary());
  REQUIRE(result.ok());
}
