#include "kiss/print.h"

#include <gtest/gtest.h>

#include "bluetooth.h"
#include "enumerate.h"

namespace stalemate::kiss {
namespace {

TEST(PrintedBluetooth, RacesOnTheFlagWithAnEmptySet) {
  const Enumerated driver(bluetooth(false));
  EXPECT_GT(driver.run({0, "DEVICE_EXTENSION.stoppingFlag"}).failed(kRace), 0);
  EXPECT_EQ(driver.run({0, "DEVICE_EXTENSION.pendingIo"}).failed(kRace), 0);  // atomic everywhere
}

TEST(PrintedBluetooth, FailsItsAssertionWithOneThreadInTheSetAndNotBefore) {
  const Enumerated driver(bluetooth(false));
  const Seen empty = driver.run({0});
  EXPECT_TRUE(empty.failures.empty());
  EXPECT_EQ(empty.ends.count(kLoopsCut), 0u);
  const Seen one = driver.run({1});
  EXPECT_GT(one.failed(kAssertion), 0);
  EXPECT_EQ(one.failures.size(), 1u);
}

TEST(PrintedBluetooth, DoesNotFailWhenFixed) {
  for (const int adders : {1, 2}) {
    const Enumerated driver(bluetooth(true, adders));
    for (const int ts : {0, 1, 2}) EXPECT_TRUE(driver.run({ts}).failures.empty()) << adders << ' ' << ts;
  }
}

TEST(PrintedPrograms, CompileWithoutAWarning) {
  const Enumerated driver(bluetooth(false, 2));
  for (const char* compiler : {"gcc", "clang-14", "clang-19"}) {
    if (complaints(compiler, "int x;\n") != "") continue;  // not here
    EXPECT_EQ(complaints(compiler, driver.printed().source), "") << compiler;
    EXPECT_EQ(complaints(compiler + std::string(" -DKISS_TS=1"), driver.printed().source), "") << compiler;
  }
}

}  // namespace
}  // namespace stalemate::kiss
