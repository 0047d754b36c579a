#include "tools/stalemate/cli/last_result.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <new>

#include "base/check.h"

namespace stalemate::tools {
namespace {

void run_out_of_memory() { throw std::bad_alloc(); }

class LastResultTest : public testing::Test {
 protected:
  LastResultTest() {
    // Tests run side by side.
    options_.json =
        testing::TempDir() + "last_result." + testing::UnitTest::GetInstance()->current_test_info()->name();
    std::remove(options_.json.c_str());
    host::Candidate& found = candidates_.emplace_back();
    found.execution = 12;
    found.failure.header.outcome = wire::Outcome::kAssertion;
    found.failure.text = "assertion failed: balance >= 0";
  }

  std::string written() const {
    std::ifstream file(options_.json);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  RunOptions options_;
  std::vector<std::string> program_{"./program"};
  std::vector<host::Candidate> candidates_;
};

TEST_F(LastResultTest, ListsWhatWasFoundBeforeACheckFailed) {
  EXPECT_EXIT(
      {
        LastResult last(options_, program_);
        last.found(candidates_);
        STALEMATE_CHECK(candidates_.empty(), "on purpose");
      },
      testing::ExitedWithCode(70), "internal error: on purpose.*\n.*balance >= 0");
  EXPECT_NE(written().find("\"verdict\": \"error\""), std::string::npos);
  EXPECT_NE(written().find("assertion failed: balance >= 0"), std::string::npos);
  EXPECT_NE(written().find("\"execution\": 12"), std::string::npos);
}

TEST_F(LastResultTest, IsWrittenWhereMemoryRunsOut) {
  EXPECT_EXIT(
      {
        LastResult last(options_, program_);
        last.found(candidates_);
        [&]() noexcept { run_out_of_memory(); }();
      },
      testing::ExitedWithCode(5), "stalemate: there is not enough memory; raise the limit");
  EXPECT_NE(written().find("balance >= 0"), std::string::npos);
}

TEST_F(LastResultTest, LeavesAResultThatWasWrittenAlone) {
  EXPECT_EXIT(
      {
        LastResult last(options_, program_);
        last.written();
        STALEMATE_CHECK(candidates_.empty(), "on purpose");
      },
      testing::ExitedWithCode(70), "on purpose");
  EXPECT_EQ(written(), "");
}

}  // namespace
}  // namespace stalemate::tools
