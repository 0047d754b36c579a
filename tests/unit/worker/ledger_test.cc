#include "worker/ledger.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "model/uncontrolled.h"

namespace stalemate::host {
namespace {

using wire::Uncontrolled;

std::unique_ptr<wire::Channel> channel_with(
    std::initializer_list<std::tuple<Uncontrolled, std::uint64_t, const char*>> entries) {
  auto channel = std::make_unique<wire::Channel>();
  std::uint32_t n = 0;
  for (const auto& [what, pc, detail] : entries) {
    wire::LedgerEntry& entry = channel->ledger[n++];
    entry.what = what;
    entry.pc = pc;
    std::strncpy(entry.detail, detail, sizeof entry.detail);
  }
  channel->ledger_entries = n;
  std::strcpy(channel->modules, "1000 2000 0 /bin/x\n");
  channel->module_bytes = static_cast<std::uint32_t>(std::strlen(channel->modules));
  return channel;
}

TEST(Ledger, MergesWorkersIntoOneOrder) {
  const auto one =
      channel_with({{Uncontrolled::kSystemCall, 0x20, "b"}, {Uncontrolled::kFileWritten, 0x10, "f"}});
  const auto two = channel_with({{Uncontrolled::kLibrary, 0, "l"},
                                 {Uncontrolled::kSystemCall, 0x20, "b"},
                                 {Uncontrolled::kSystemCall, 0x10, "c"}});
  Ledger forth, back;
  forth.take(*one), forth.take(*two);
  back.take(*two), back.take(*one), back.take(*one);
  EXPECT_EQ(forth.lines(), back.lines());
  std::string order;
  for (const LedgerLine& line : forth.lines()) order += line.detail;
  EXPECT_EQ(order, "lcbf");
  EXPECT_EQ(forth.modules(), "1000 2000 0 /bin/x\n");
  EXPECT_FALSE(forth.overflowed());
}

TEST(Ledger, KeepsPollingLoopsApartFromWhatWasNotControlled) {
  const auto channel = channel_with({{Uncontrolled::kPolling, 0x20, "0 0 3000"},
                                     {Uncontrolled::kFileWritten, 0x10, "f"},
                                     {Uncontrolled::kPolling, 0x10, "0 0 3000"}});
  Ledger ledger;
  ledger.take(*channel);
  ASSERT_EQ(ledger.polls().size(), 2u);
  EXPECT_EQ(ledger.polls().begin()->pc, 0x10u);
  ASSERT_EQ(ledger.lines().size(), 1u);
  EXPECT_EQ(ledger.lines().begin()->what, Uncontrolled::kFileWritten);
  EXPECT_FALSE(ledger.weakens_coverage());
}

TEST(Ledger, ListsCodeThatIsNotInstrumented) {
  const auto channel = channel_with({});
  channel->unseen[0] = 0x1235;
  channel->unseen[1] = 0x1100 | wire::kUnseenAssembly;
  channel->unseen_count = 2;
  Ledger ledger;
  ledger.take(*channel);
  ASSERT_EQ(ledger.lines().size(), 2u);
  EXPECT_EQ(ledger.lines().begin()->what, Uncontrolled::kUninstrumented);
  EXPECT_EQ(ledger.lines().begin()->pc, 0x1235u);
  EXPECT_EQ(ledger.lines().rbegin()->what, Uncontrolled::kAssembly);
  EXPECT_EQ(ledger.lines().rbegin()->pc, 0x1100u);
  EXPECT_EQ(ledger.modules(), "1000 2000 0 /bin/x\n");
  EXPECT_TRUE(ledger.weakens_coverage());
  EXPECT_STREQ(limit_by(Uncontrolled::kUninstrumented), "uninstrumented");
  EXPECT_STREQ(limit_by(Uncontrolled::kCapacity), "capacity");
  EXPECT_STREQ(limit_by(Uncontrolled::kSteps), "steps");
  EXPECT_FALSE(ledger.overflowed());
  channel->unseen_count = wire::kMostUnseen + 1;
  ledger.take(*channel);
  EXPECT_TRUE(ledger.overflowed());
}

TEST(Ledger, DoesNotBelieveWhatMakesNoSense) {
  const auto channel = channel_with({{static_cast<Uncontrolled>(99), 1, "nonsense"},
                                     {Uncontrolled::kNone, 1, "nothing"},
                                     {Uncontrolled::kTime, 1, "a\x01\nb"}});
  std::memset(channel->ledger[3].detail, 'x', sizeof channel->ledger[3].detail);  // no end
  channel->ledger[3].what = Uncontrolled::kTime;
  channel->ledger_entries = 0xffffffffu;
  channel->module_bytes = 0xffffffffu;
  Ledger ledger;
  ledger.take(*channel);
  ASSERT_EQ(ledger.lines().size(), 2u);
  EXPECT_TRUE(ledger.overflowed());
  EXPECT_EQ(ledger.lines().rbegin()->detail, "a??b");
  EXPECT_EQ(ledger.lines().begin()->detail, std::string(sizeof channel->ledger[3].detail, 'x'));
  EXPECT_EQ(ledger.modules().size(), wire::kModuleBytes);
}

TEST(Ledger, WeakensCoverageUnlessItOnlyListsWhatIsLeftBehind) {
  for (std::uint32_t n = 1; n <= static_cast<std::uint32_t>(wire::kLastUncontrolled); ++n) {
    const auto what = static_cast<Uncontrolled>(n);
    Ledger ledger;
    ledger.take(*channel_with({{what, 0, ""}}));
    EXPECT_EQ(ledger.weakens_coverage(), what != Uncontrolled::kFileWritten &&
                                             what != Uncontrolled::kProcess && what != Uncontrolled::kPolling)
        << stalemate::name_of(what);
    EXPECT_STRNE(stalemate::name_of(what), "unknown");
    EXPECT_STRNE(phrase_of(what), "something");
  }
  EXPECT_FALSE(Ledger().weakens_coverage());
}

}  // namespace
}  // namespace stalemate::host
