#include "campaign/checkpoint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace stalemate::host {
namespace {

namespace fs = std::filesystem;

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

class CheckpointFile : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  void write() {
    const auto checkpoint = Checkpoint::open(path_, facts_, key_);
    ASSERT_TRUE(checkpoint.has_value());
    EXPECT_FALSE(checkpoint->found());
    ASSERT_TRUE(checkpoint->write([](ByteSink& sink) { sink.text("the state"); }).has_value());
  }
  // What is said of it.
  std::string refusal(const Facts& facts) const {
    const std::string before = content(path_);
    const auto opened = Checkpoint::open(path_, facts, key_);
    EXPECT_EQ(content(path_), before);
    if (opened) return "";
    EXPECT_EQ(opened.error().code, Code::kBadFile);
    return opened.error().sentence;
  }

  fs::path folder_ = fs::temp_directory_path() / ("checkpoint." + std::to_string(getpid()));
  std::string path_ = folder_ / "saved";
  SipKey key_ = {1, 2, 3};
  Facts facts_ = {{"version", "1.0"}, {"program", "./test 3"}, {"--leaks", "on"}, {"/lib/libc.so", "a hash"}};
};

TEST_F(CheckpointFile, IsReadAsItWasWritten) {
  write();
  const auto opened = Checkpoint::open(path_, facts_, key_);
  ASSERT_TRUE(opened.has_value());
  ASSERT_TRUE(opened->found());
  ByteSource state = opened->state();
  EXPECT_EQ(state.text(), "the state");
  EXPECT_TRUE(state.at_end());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  opened->remove();
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(CheckpointFile, SaysWhatDoesNotFit) {
  write();
  const auto changed = [this](std::size_t fact) {
    Facts facts = facts_;
    facts[fact].second = "x";
    return refusal(facts).substr(("the checkpoint " + path_).size());
  };
  EXPECT_EQ(changed(0), " was written by version 1.0 of stalemate");
  EXPECT_EQ(changed(1), " belongs to another program or to other arguments: ./test 3");
  EXPECT_EQ(changed(2), " does not match: it was written with --leaks=on");
  EXPECT_EQ(changed(3), " does not match: /lib/libc.so has changed");
  Facts more = facts_;
  more.emplace_back("/lib/libm.so", "a hash");
  EXPECT_NE(refusal(more), "");
  EXPECT_NE(refusal({facts_.begin(), facts_.end() - 1}), "");
}

TEST_F(CheckpointFile, IsRefusedWhateverHasHappenedToIt) {
  write();
  const std::string good = content(path_);
  ASSERT_EQ(refusal(facts_), "");
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1 << at % 8);
    put(path_, bad);
    ASSERT_NE(refusal(facts_), "") << "byte " << at;
    put(path_, good.substr(0, at));
    ASSERT_NE(refusal(facts_), "") << at << " bytes";
  }
  put(path_, good + "x");
  EXPECT_NE(refusal(facts_), "");
}

TEST_F(CheckpointFile, IsRefusedWhereAnotherUserHasWrittenIt) {
  write();
  key_ = {1, 2, 4};
  EXPECT_EQ(refusal(facts_), "the checkpoint " + path_ + " was not written by a run of yours");
}

TEST_F(CheckpointFile, IsLeftAsItIsWhereItCannotBeWritten) {
  const auto opened = Checkpoint::open(folder_ / "nowhere" / "saved", facts_, key_);
  ASSERT_TRUE(opened.has_value());
  const auto written = opened->write([](ByteSink&) {});
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().code, Code::kIo);
}

TEST(CheckpointFacts, AreOfOptionsAndFiles) {
  RunOptions options;
  const std::string self = fs::read_symlink("/proc/self/exe");
  const std::string modules = "1000 2000 0 " + self + "\n3000 4000 0 /memfd:channel (deleted)\n";
  const Facts facts = facts_of(options, "1", {"a", "b"}, modules);
  EXPECT_EQ(facts.back().first, self);
  EXPECT_EQ(facts, facts_of(options, "1", {"a", "b"}, modules));
  options.jobs = 7;
  options.executions = 9;
  EXPECT_EQ(facts, facts_of(options, "1", {"a", "b"}, modules)) << "these may change";
  options.preemptions = 7;
  EXPECT_NE(facts, facts_of(options, "1", {"a", "b"}, modules));
}

TEST(CheckpointFacts, AreOnlyOfReducedSearches) {
  RunOptions options;
  EXPECT_TRUE(may_checkpoint(options).value_or(false));
  options.strategy = StrategyKind::kRandom;
  EXPECT_FALSE(may_checkpoint(options).value_or(true));
  options.reduce = Reduction::kNone;
  EXPECT_FALSE(may_checkpoint(options).has_value());
}

}  // namespace
}  // namespace stalemate::host
