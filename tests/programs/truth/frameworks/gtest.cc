// Checks of GoogleTest inside explore(), in tests that know nothing but <stalemate/stalemate.h>, and in a test of which the whole
// binary is explored. With -DRIGHT nothing is lost, and nothing may be found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stalemate/stalemate.h>

#include <atomic>
#include <iostream>
#include <stdexcept>
#include <thread>

namespace {

void add(std::atomic<int>& sum) {
#ifdef RIGHT
  sum.fetch_add(1);
#else
  sum.store(sum.load() + 1);
#endif
}

int two_additions() {
  std::atomic<int> sum{0};
  std::thread other([&] { add(sum); });
  add(sum);
  other.join();
  return sum.load();
}

// The verdict is the test's only output.
template <class Scenario>
void explore(Scenario scenario) {
  const stalemate::Result result = stalemate::explore(scenario);
  std::cout << "verdict " << result.verdict << (result.findings.empty() ? "" : ' ' + result.findings[0].kind)
            << '\n'
            << result.summary() << '\n';
}

class Fixture : public testing::Test {};
class Parameter : public testing::TestWithParam<int> {};

struct Called {
  MOCK_METHOD(void, call, ());
};

}  // namespace

TEST(Explores, Expect) {
  explore([] { EXPECT_EQ(two_additions(), 2) << "an addition was lost"; });
}
TEST(Explores, Assert) {
  explore([] { ASSERT_EQ(two_additions(), 2); });
}
TEST(Explores, AssertInAThread) {
  explore([] {
    std::atomic<int> sum{0};
    std::thread first([&] { add(sum); }), second([&] { add(sum); });
    std::thread judge([&] {
      first.join();
      second.join();
      ASSERT_EQ(sum.load(), 2);
    });
    judge.join();
  });
}
TEST(Explores, Fail) {
  explore([] {
    if (two_additions() != 2) FAIL() << "an addition was lost";
  });
}
TEST(Explores, AddFailure) {
  explore([] {
    if (two_additions() != 2) ADD_FAILURE();
  });
}
TEST(Explores, ExpectThrow) {
  explore([] {
    EXPECT_THROW(
        if (two_additions() == 2) throw std::runtime_error("thrown"), std::runtime_error);
  });
}
TEST(Explores, ExpectCall) {
  explore([] {
    Called mock;
    EXPECT_CALL(mock, call()).Times(1);
    if (two_additions() == 2) mock.call();
  });
}
TEST_F(Fixture, Explores) {
  explore([] { EXPECT_EQ(two_additions(), 2); });
}
TEST_P(Parameter, Explores) {
  explore([] { EXPECT_EQ(two_additions(), GetParam()); });
}
INSTANTIATE_TEST_SUITE_P(Two, Parameter, testing::Values(2));

TEST(Whole, Expect) { EXPECT_EQ(two_additions(), 2); }
TEST(Whole, Skips) {
  if (two_additions() > 0) GTEST_SKIP();
}
