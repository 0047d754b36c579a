// Which operations are steps, and what is logged of memory that turns out to be shared, against a model that
// keeps every use.
#include "runtime/scheduler/private_atomics.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/ledger.h"
#include "trail.h"

namespace stalemate::rt {

State g;
void note_uncontrolled(wire::Uncontrolled, std::uint64_t, const char*) {}

}  // namespace stalemate::rt

namespace stalemate::test {
namespace {

constexpr std::uint64_t kAll = 0;

class PrivateAtomics : public testing::Test {
 protected:
  PrivateAtomics() : channel_(std::make_unique<wire::Channel>()), fibers_(4), records_(4096) {
    rt::prepare_private_atomics();
    rt::g.channel = channel_.get();
    channel_->config.private_atomics = 1;
    for (std::uint32_t n = 0; n < fibers_.size(); ++n) fibers_[n].id = n;
  }
  // The runtime reads them when an execution begins, where their numbers differ from the last one's.
  void configure(const std::vector<std::uint64_t>& promoted, const std::vector<std::uint64_t>& shared) {
    wire::Config& config = channel_->config;
    config.promoted_count = config.shared_count = 0;
    begin();
    for (const std::uint64_t code : promoted) config.promoted[config.promoted_count++] = code;
    for (const std::uint64_t word : shared) config.shared[config.shared_count++] = word;
    begin();
  }
  void begin() {
    rt::g.write = records_.data();
    rt::g.write_end = records_.data() + records_.size();
    rt::g.header = &header_;
    rt::begin_private_atomics();
    for (rt::Fiber& fiber : fibers_) fiber.private_run = 0;
  }
  bool is_private(std::uint32_t thread, std::uint64_t address, std::size_t bytes, std::uint64_t pc) {
    rt::g.current = &fibers_[thread];
    return rt::is_private_atomic(address, bytes, pc);
  }
  void step_on(std::uint32_t thread, std::uint64_t address, std::size_t bytes) {
    rt::g.current = &fibers_[thread];
    fibers_[thread].private_run = 0;
    rt::note_step_on(address, bytes);
  }
  std::set<std::uint64_t> touched() const {
    std::set<std::uint64_t> codes;
    for (const wire::Record* record = records_.data(); record != rt::g.write; ++record)
      if (record->kind == wire::RecordKind::kTouched) codes.insert(record->object);
    return codes;
  }

  std::unique_ptr<wire::Channel> channel_;
  wire::LogHeader header_;
  std::vector<rt::Fiber> fibers_;
  std::vector<wire::Record> records_;
};

TEST_F(PrivateAtomics, AreNoStepsWhileOneThreadUsesTheWord) {
  configure({}, {});
  for (int n = 0; n < 10; ++n) EXPECT_TRUE(is_private(1, 0x1000, 4, 10));
  EXPECT_TRUE(is_private(2, 0x1004, 4, 10));
  EXPECT_TRUE(touched().empty());
  EXPECT_TRUE(is_private(2, 0x1000, 4, 11));
  EXPECT_EQ(touched(), (std::set<std::uint64_t>{10, 11}));
}

TEST_F(PrivateAtomics, AreStepsByPromotedCodeAndOnSharedWords) {
  configure({10}, {0x2000});
  EXPECT_FALSE(is_private(1, 0x1000, 4, 10));
  EXPECT_FALSE(is_private(1, 0x2000, 4, 11));
  EXPECT_FALSE(is_private(1, 0x1ffc, 8, 11));  // the second of its two words
  EXPECT_TRUE(is_private(1, 0x2004, 4, 11));
}

TEST_F(PrivateAtomics, OfOneByteShareAWord) {
  configure({}, {});
  EXPECT_TRUE(is_private(1, 0x1001, 1, 10));
  EXPECT_TRUE(is_private(2, 0x1003, 1, 11));
  EXPECT_EQ(touched(), (std::set<std::uint64_t>{10, 11}));
}

TEST_F(PrivateAtomics, BecomeStepsInAnEndlessLoop) {
  configure({}, {});
  int operations = 1;
  while (is_private(1, 0x1000, 4, 10)) ASSERT_LT(++operations, 10000000);
  EXPECT_FALSE(rt::private_atomics_are_on);
  EXPECT_EQ(touched(), (std::set<std::uint64_t>{kAll}));
  begin();
  EXPECT_TRUE(rt::private_atomics_are_on);
}

// Otherwise the search would not know the values of the word.
TEST_F(PrivateAtomics, AreReportedWhereTheThreadMakesAStepOnTheWordItself) {
  configure({10}, {});
  EXPECT_TRUE(is_private(1, 0x1000, 4, 11));
  EXPECT_FALSE(is_private(1, 0x1000, 4, 10));
  step_on(1, 0x1000, 4);
  EXPECT_EQ(touched(), (std::set<std::uint64_t>{11}));
  step_on(1, 0x2000, 4);
  EXPECT_TRUE(is_private(1, 0x2000, 4, 12));
  EXPECT_EQ(touched(), (std::set<std::uint64_t>{11, 12}));
}

TEST_F(PrivateAtomics, ThatFindTheSameValueAgainAndAgainAreReported) {
  configure({}, {});
  rt::g.current = &fibers_[1];
  for (int n = 0; n < 15; ++n) {
    rt::note_private_look(10, 0x1000, 7);
    rt::note_private_look(10, 0x1004, 7);
  }
  rt::note_private_look(10, 0x1000, 8);
  EXPECT_TRUE(touched().empty());
  rt::note_private_look(10, 0x1004, 7);
  EXPECT_EQ(touched(), (std::set<std::uint64_t>{10}));
}

TEST_F(PrivateAtomics, AreAllReportedAtOnceIfMoreThanThreadsObserveThem) {
  configure({}, {});
  rt::g.current = &fibers_[1];
  rt::give_up_private_atomics();
  rt::give_up_private_atomics();
  EXPECT_EQ(touched(), (std::set<std::uint64_t>{kAll}));
  EXPECT_EQ(rt::g.write - records_.data(), 1);
}

// Of every word that several threads or a step use, the code of all operations without a step is reported.
TEST_F(PrivateAtomics, AgreeWithAModelThatKeepsEveryUse) {
  for (std::uint32_t seed = 1; seed <= 300 && !HasFailure(); ++seed) {
    Trail trail(seed);
    std::set<std::uint64_t> promoted, shared;
    for (std::uint64_t code = 1; code <= 6; ++code)
      if (trail.chance(15)) promoted.insert(code);
    for (std::uint64_t word = 0; word < 8; ++word)
      if (trail.chance(15)) shared.insert(0x1000 + 4 * word);
    configure({promoted.begin(), promoted.end()}, {shared.begin(), shared.end()});
    std::map<std::uint64_t, std::set<std::uint32_t>> threads;
    std::map<std::uint64_t, std::set<std::uint64_t>> codes;
    const std::uint32_t words = 2 + trail.below(6);
    for (std::uint32_t n = 0; n < 40; ++n) {
      const std::uint32_t thread = trail.below(4);
      const std::size_t bytes = std::size_t{1} << trail.below(4);
      const std::uint64_t address =
          0x1000 + trail.below(words) * 8 + (bytes < 8 ? bytes * trail.below(8 / bytes) : 0);
      const std::uint64_t pc = 1 + trail.below(6);
      std::set<std::uint64_t> used;
      for (std::uint64_t byte = address; byte < address + bytes; ++byte)
        used.insert(byte & ~std::uint64_t{3});
      bool is_step = promoted.contains(pc);
      for (const std::uint64_t word : used) is_step = is_step || shared.contains(word);
      trail.add(thread, address, bytes, pc);
      ASSERT_EQ(is_private(thread, address, bytes, pc), !is_step) << trail.text();
      if (is_step) step_on(thread, address, bytes);
      for (const std::uint64_t word : used) {
        if (shared.contains(word)) continue;
        threads[word].insert(thread);
        if (is_step) threads[word].insert(~0u);
        if (!is_step) codes[word].insert(pc);
      }
    }
    std::set<std::uint64_t> expected;
    for (const auto& [word, of_word] : codes)
      if (threads[word].size() > 1) expected.insert(of_word.begin(), of_word.end());
    EXPECT_EQ(touched(), expected) << trail.text();
  }
}

}  // namespace
}  // namespace stalemate::test
