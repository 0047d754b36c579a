#include "campaign/findings/exit_codes.h"

#include <gtest/gtest.h>

namespace stalemate::host {
namespace {

// Counts the codes of executions in order, and keeps the last verdict.
class Codes {
 public:
  explicit Codes(ExitCodeMode mode) : codes(mode) {}

  void end(std::int32_t code) {
    wire::LogHeader header;
    header.outcome = wire::Outcome::kFinished;
    header.exit_code = code;
    explore::WorkItem item;
    item.seed = ++number_;
    explore::Execution execution;
    execution.number = number_;
    execution.header = &header;
    if (codes.wants_item(header)) execution.item = &item;
    if (auto now = codes.count(execution)) verdict = std::move(now);
  }

  ExitCodes codes;
  std::optional<ExitCodes::Verdict> verdict;

 private:
  std::uint64_t number_ = 0;
};

TEST(ExitCodes, ThatAreTheSameEverywhereAreNoFinding) {
  Codes codes(ExitCodeMode::kDiffers);
  for (int n = 0; n < 3; ++n) codes.end(7);
  EXPECT_FALSE(codes.verdict.has_value());
  EXPECT_EQ(codes.codes.count_of(7), 3u);
}

TEST(ExitCodes, ThatDifferBlameTheOneThatIsNotZero) {
  Codes codes(ExitCodeMode::kDiffers);
  codes.end(0);
  codes.end(0);
  codes.end(3);
  ASSERT_TRUE(codes.verdict.has_value());
  EXPECT_EQ(codes.verdict->failing.execution, 3u);
  EXPECT_EQ(codes.verdict->other->execution, 1u);

  Codes reversed(ExitCodeMode::kDiffers);
  reversed.end(3);
  reversed.end(0);
  ASSERT_TRUE(reversed.verdict.has_value());
  EXPECT_EQ(reversed.verdict->failing.execution, 1u);
  EXPECT_EQ(reversed.verdict->failing.item.seed, 1u);
  EXPECT_EQ(reversed.verdict->other->execution, 2u);
}

TEST(ExitCodes, AreAllFindingsButZeroOnRequest) {
  Codes codes(ExitCodeMode::kFinding);
  codes.end(0);
  EXPECT_FALSE(codes.verdict.has_value());
  codes.end(2);
  ASSERT_TRUE(codes.verdict.has_value());
  EXPECT_FALSE(codes.verdict->other.has_value());
}

TEST(ExitCodes, AreCountedWhereTheyAreIgnored) {
  Codes codes(ExitCodeMode::kIgnore);
  codes.end(0);
  codes.end(2);
  EXPECT_FALSE(codes.verdict.has_value());
  EXPECT_EQ(codes.codes.counts().size(), 2u);
}

TEST(ExitCodes, GoOnFromWhatWasSaved) {
  Codes codes(ExitCodeMode::kDiffers);
  codes.end(5);
  std::string bytes;
  ByteSink sink([&bytes](std::string_view piece) { bytes += piece; });
  codes.codes.save(sink);
  sink.seal();
  std::string_view content = bytes;
  ASSERT_TRUE(unseal(content));
  ByteSource source(content);
  Codes again(ExitCodeMode::kDiffers);
  ASSERT_TRUE(again.codes.load(source));
  again.end(5);
  EXPECT_FALSE(again.verdict.has_value());
  again.end(0);
  ASSERT_TRUE(again.verdict.has_value());
  EXPECT_EQ(again.verdict->failing.header.exit_code, 5);
  EXPECT_EQ(again.codes.count_of(5), 2u);
}

}  // namespace
}  // namespace stalemate::host
