#include "tools/stalemate/predict/predict_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stalemate::tools {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

PredictOptions predict_options(const std::vector<std::string>& args) {
  const auto options = read_predict_arguments(args);
  EXPECT_TRUE(options) << options.error().sentence;
  return options.value_or(PredictOptions{});
}

std::string complaint(const std::vector<std::string>& args) {
  const auto options = read_predict_arguments(args);
  return options ? "none" : options.error().sentence;
}

TEST(PredictOptions, MayStandAroundTheTrace) {
  const PredictOptions options = predict_options(
      {"--window", "500", "a.trace", "--confirm", "--finals", "--", "./program", "--confirm", "x"});
  EXPECT_EQ(options.trace, "a.trace");
  EXPECT_EQ(options.window, 500u);
  EXPECT_EQ(options.confirm, Confirm::kBest);
  EXPECT_TRUE(options.finals);
  EXPECT_THAT(options.program, ElementsAre("./program", "--confirm", "x"));
}

TEST(PredictOptions, TakeATraceBehindASwitch) {
  EXPECT_EQ(predict_options({"--confirm", "a.trace"}).trace, "a.trace");
  EXPECT_EQ(predict_options({"--confirm", "all", "a.trace"}).confirm, Confirm::kAll);
}

TEST(PredictOptions, CountABudgetInStates) {
  EXPECT_EQ(predict_options({"a.trace"}).states, 4000u);
  EXPECT_EQ(predict_options({"--budget", "2ms", "a.trace"}).states, 4000u);
  EXPECT_EQ(predict_options({"--budget=1s", "a.trace"}).states, 2'000'000u);
  EXPECT_EQ(predict_options({"--budget", "0", "a.trace"}).states, 0u);
  EXPECT_EQ(predict_options({"--budget", "1000h", "a.trace"}).states, 1'000'000'000u);
}

TEST(PredictOptions, SayWhatIsWrong) {
  EXPECT_THAT(complaint({}), HasSubstr("no trace"));
  EXPECT_THAT(complaint({"a", "b"}), HasSubstr("two traces, a and b"));
  EXPECT_THAT(complaint({"a", "--", "./program"}), HasSubstr("without --confirm"));
  EXPECT_THAT(complaint({""}), HasSubstr("is empty"));
  EXPECT_THAT(complaint({"--algorithm", "best", "a"}), HasSubstr("--algorithm=best is not understood"));
}

}  // namespace
}  // namespace stalemate::tools
