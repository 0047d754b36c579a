// The control ledger against a list: each place once, with a count; no more objects of a place than people
// read.
#include "runtime/log/ledger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <vector>

#include "runtime/core/leave_memory.h"
#include "runtime/core/state.h"
#include "runtime/log/call_stack.h"
#include "trail.h"

namespace stalemate::rt {

State g;

namespace {
std::uint32_t left_memory = 0;
}
void end_state_log(wire::StatesUnknown) { ++left_memory; }
// The callers of an access are the same whenever it is made from the same place.
void take_callers(std::uintptr_t pc, std::uintptr_t* callers, std::uint32_t most) {
  for (std::uint32_t n = 0; n < most; ++n) callers[n] = pc / 10 + n;
}

}  // namespace stalemate::rt

namespace stalemate::test {
namespace {

using wire::Uncontrolled;

constexpr std::size_t kRoom = 128, kDetail = 47, kPerPlace = 4, kPolled = 2, kPolling = 32;

struct ModelEntry {
  Uncontrolled what;
  std::uint64_t pc;
  std::string detail;
  std::uint32_t count;
};

class ModelLedger {
 public:
  void note(Uncontrolled what, std::uint64_t pc, const std::string& whole) {
    const std::string detail = whole.substr(0, kDetail);
    std::vector<ModelEntry*> here;
    for (ModelEntry& entry : entries) {
      if (entry.what != what || entry.pc != pc) continue;
      if (entry.detail == detail) {
        ++entry.count;
        return;
      }
      here.push_back(&entry);
    }
    if (pc != 0 && here.size() >= kPerPlace)
      ++here[kPerPlace - 1]->count;  // stands for all further ones
    else
      add({what, pc, detail, 1});
  }

  void note_polling(std::uint64_t pc, std::uint64_t object) {
    if (entries.size() == kRoom) return;
    std::ostringstream place, detail;
    place << std::hex << pc / 10 << " " << pc / 10 + 1 << " ";
    detail << place.str() << std::hex << object;
    std::size_t all = 0, here = 0;
    for (const ModelEntry& entry : entries) {
      if (entry.what != Uncontrolled::kPolling) continue;
      if (entry.pc == pc && entry.detail == detail.str()) return;
      ++all;
      here += entry.pc == pc ? 1 : 0;
    }
    if (here < kPolled && all < kPolling) add({Uncontrolled::kPolling, pc, detail.str(), 1});
  }

  std::vector<ModelEntry> entries;
  bool more = false;  // than there is room for

 private:
  void add(const ModelEntry& entry) {
    if (entries.size() < kRoom)
      entries.push_back(entry);
    else
      more = true;
  }
};

class Ledger : public testing::Test {
 protected:
  Ledger() : channel_(std::make_unique<wire::Channel>()) {
    rt::g = rt::State{};
    rt::g.channel = channel_.get();
  }
  ~Ledger() override { rt::g.channel = nullptr; }

  void compare(const ModelLedger& model, const Trail& trail) {
    const wire::Channel& channel = *channel_;
    ASSERT_EQ(channel.ledger_entries, model.more ? kRoom + 1 : model.entries.size()) << trail.text();
    for (std::size_t n = 0; n < model.entries.size(); ++n) {
      ASSERT_EQ(channel.ledger[n].what, model.entries[n].what) << n << trail.text();
      ASSERT_EQ(channel.ledger[n].pc, model.entries[n].pc) << n << trail.text();
      ASSERT_EQ(std::string(channel.ledger[n].detail), model.entries[n].detail) << n << trail.text();
      ASSERT_EQ(channel.ledger[n].count, model.entries[n].count) << n << trail.text();
    }
  }

  std::unique_ptr<wire::Channel> channel_;
};

TEST_F(Ledger, ListsEachPlaceOnce) {
  for (std::uint32_t seed = 1; seed <= 30 && !HasFailure(); ++seed) {
    Trail trail(seed);
    channel_ = std::make_unique<wire::Channel>();
    rt::g.channel = channel_.get();
    ModelLedger model;
    const std::uint32_t places = seed % 3 == 0 ? 200 : 12;  // in one of three, more than there is room for
    for (std::uint32_t n = 0; n < 600 && !HasFailure(); ++n) {
      const std::uint64_t pc = trail.chance(10) ? 0 : 10 * (1 + trail.below(places));
      if (trail.chance(30)) {
        const std::uint64_t object = 0x1000 + trail.below(4);
        trail.add("polling", pc, object);
        rt::note_polling(pc, object);
        model.note_polling(pc, object);
      } else {
        const auto what = static_cast<Uncontrolled>(1 + trail.below(3));
        const std::string detail =
            (trail.chance(20) ? std::string(60, 'x') : "call ") + std::to_string(trail.below(7));
        trail.add("note", static_cast<int>(what), pc, detail);
        rt::note_uncontrolled(what, pc, detail.c_str());
        model.note(what, pc, detail);
      }
      compare(model, trail);
    }
  }
}

// What memory does not show makes states unknown; what is all in memory does not.
TEST_F(Ledger, EndsTheLogOfStatesWhereMemoryDoesNotShowIt) {
  channel_->config.states = wire::States::kMemory;
  rt::g.states = rt::g.active = true;
  for (std::uint32_t what = 1; what <= static_cast<std::uint32_t>(wire::kLastUncontrolled); ++what) {
    const auto kind = static_cast<Uncontrolled>(what);
    static constexpr Uncontrolled kInMemory[] = {Uncontrolled::kAtomics,        Uncontrolled::kLibrary,
                                                 Uncontrolled::kUninstrumented, Uncontrolled::kAssembly,
                                                 Uncontrolled::kAccesses,       Uncontrolled::kFairness,
                                                 Uncontrolled::kGeneratedCode,  Uncontrolled::kSteps,
                                                 Uncontrolled::kTaskOrder,      Uncontrolled::kLibraryCall};
    const bool in_memory = std::find(std::begin(kInMemory), std::end(kInMemory), kind) != std::end(kInMemory);
    rt::left_memory = 0;
    rt::note_uncontrolled(kind, 1, "");
    EXPECT_EQ(rt::left_memory, in_memory ? 0u : 1u) << what;
  }
}

TEST_F(Ledger, HasNoEntryWithoutAChannel) {
  rt::g.channel = nullptr;
  rt::note_uncontrolled(Uncontrolled::kAtomics, 1, "");
  rt::note_polling(1, 2);
  EXPECT_EQ(channel_->ledger_entries, 0u);
}

}  // namespace
}  // namespace stalemate::test
