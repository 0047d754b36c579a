// Synchronization objects against a model of maps and lists: random operations, and after each of them the
// objects are what the model says. The test takes the place of the fibers and of the log.
#include "runtime/scheduler/sync_object.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "model/wire/layout.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "trail.h"

namespace stalemate::rt {

State g;

namespace {
Fiber* first = nullptr;
std::uint32_t opaque_steps = 0;
}  // namespace

Fiber* first_fiber() { return first; }
void put_opaque() { ++opaque_steps; }

}  // namespace stalemate::rt

namespace stalemate::test {
namespace {

using rt::Fiber;
using rt::SyncObject;

constexpr std::uint32_t kFibers = 9;
using Path = std::vector<std::uint32_t>;

struct ModelHold {
  std::uint32_t reader, depth;
  std::uintptr_t pc;
};

struct ModelObject {
  std::uint32_t number = 0;  // in order of first use
  int owner = -1;
  std::uint32_t count = 0, count_before = 0;
  bool known = false, counted = false;
  std::uintptr_t acquired_at = 0;
  std::deque<std::uint32_t> waiters;  // the latest first
  std::set<Path> sleepers;
  std::vector<ModelHold> readers;  // the earliest first
};

class Objects {
 public:
  explicit Objects(std::uint32_t seed) : trail(seed) {
    // 0, its children, theirs: created in a random order, as far as a parent comes before its children.
    paths_ = {{0}, {0, 1}, {0, 1, 1}, {0, 1, 2}, {0, 1, 2, 1}, {0, 2}, {0, 2, 1}, {0, 3}, {0, 10}};
    std::shuffle(paths_.begin(), paths_.end(), trail.random);
    rt::prepare_objects();
    begin_execution();
  }

  void begin_execution() {
    const std::uint32_t before = rt::object_epoch();
    rt::forget_all_objects();
    ASSERT_NE(rt::object_epoch(), before);
    model_.clear();
    std::vector<std::uint32_t> order;
    for (std::uint32_t n = 0; n < kFibers; ++n) {
      fibers_[n] = Fiber{};
      order.push_back(n);
      waits_on_[n] = sleeps_on_[n] = 0;
    }
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return paths_[a] < paths_[b]; });
    for (std::uint32_t n = 0; n + 1 < kFibers; ++n) fibers_[order[n]].path_next = &fibers_[order[n + 1]];
    rt::first = &fibers_[order[0]];
    trail.add("execution begins");
  }

  SyncObject* at(std::uint64_t address) {
    SyncObject* object = rt::object_at(reinterpret_cast<const void*>(address));
    const auto next = static_cast<std::uint32_t>(model_.size());
    if (!model_.contains(address)) model_[address].number = next;
    return object;
  }

  // Alone, so that `g.effects` matters as little as in a search without reduction.
  void set_state(std::uint64_t address) {
    SyncObject* object = at(address);
    ModelObject& model = model_[address];
    model.owner = trail.chance(50) ? static_cast<int>(trail.below(kFibers)) : -1;
    model.known = trail.chance(70);
    model.count = trail.below(5);
    model.counted = trail.chance(50);
    model.acquired_at = trail.below(1000);
    object->owner = model.owner >= 0 ? &fibers_[model.owner] : nullptr;
    object->known = model.known;
    object->count = model.count;
    object->counted = model.counted;
    object->acquired_at = model.acquired_at;
    trail.add("set", address, "owner", model.owner, "known", model.known, "count", model.count);
  }

  void wait_or_stop(std::uint64_t address) {
    const std::uint32_t n = trail.below(kFibers);
    if (waits_on_[n] != 0) {
      trail.add("unlink waiter", n);
      rt::unlink_waiter(at(waits_on_[n]), &fibers_[n]);
      auto& waiters = model_[waits_on_[n]].waiters;
      waiters.erase(std::find(waiters.begin(), waiters.end(), n));
      waits_on_[n] = 0;
    } else {
      trail.add("link waiter", n, address);
      rt::link_waiter(at(address), &fibers_[n]);
      model_[address].waiters.push_front(n);
      waits_on_[n] = address;
    }
  }

  void sleep_or_wake(std::uint64_t address) {
    const std::uint32_t n = trail.below(kFibers);
    if (sleeps_on_[n] != 0) {
      trail.add("unlink sleeper", n);
      rt::unlink_sleeper(at(sleeps_on_[n]), &fibers_[n]);
      model_[sleeps_on_[n]].sleepers.erase(paths_[n]);
      sleeps_on_[n] = 0;
    } else {
      trail.add("link sleeper", n, address);
      rt::link_sleeper(at(address), &fibers_[n]);
      model_[address].sleepers.insert(paths_[n]);
      sleeps_on_[n] = address;
    }
  }

  void hold_or_drop(std::uint64_t address) {
    SyncObject* object = at(address);
    auto& readers = model_[address].readers;
    const std::uint32_t n = trail.below(kFibers);
    const auto hold =
        std::find_if(readers.begin(), readers.end(), [&](const ModelHold& h) { return h.reader == n; });
    if (hold != readers.end() && trail.chance(60)) {
      trail.add("drop hold", n, address);
      rt::drop_read_hold(object, &fibers_[n]);
      if (--hold->depth == 0) readers.erase(hold);
      return;
    }
    const std::uintptr_t pc = trail.below(1000);
    trail.add("add hold", n, address, pc);
    rt::add_read_hold(object, &fibers_[n], pc);
    if (hold != readers.end())
      ++hold->depth;
    else
      readers.push_back({n, 1, pc});
  }

  // As destroy and init do: no thread waits for it.
  void forget(std::uint64_t address) {
    at(address);
    if (is_awaited(model_[address])) return;
    trail.add("forget", address);
    const std::uint32_t before = rt::opaque_steps;
    rt::g.effects = trail.chance(50);
    const bool opaque = rt::g.effects && is_used(model_[address]);
    rt::forget_object(reinterpret_cast<const void*>(address));
    begin_anew(model_[address]);
    EXPECT_EQ(rt::opaque_steps - before, opaque ? 1u : 0u) << trail.text();
  }

  void forget_in(std::uint64_t begin, std::size_t bytes) {
    trail.add("forget in", begin, bytes);
    const std::uint32_t before = rt::opaque_steps;
    rt::g.effects = true;
    std::uint32_t opaque = 0;
    for (auto& [address, model] : model_) {
      if (address < begin || address >= begin + bytes || is_awaited(model)) continue;
      opaque += is_used(model) ? 1 : 0;
      begin_anew(model);
    }
    rt::forget_objects_in(begin, bytes);
    EXPECT_EQ(rt::opaque_steps - before, opaque) << trail.text();
  }

  void compare_all() {
    ASSERT_EQ(rt::object_count(), model_.size()) << trail.text();
    for (const auto& [address, model] : model_)
      if (!testing::Test::HasFailure()) compare(address, model);
  }
  void compare(std::uint64_t address) {
    if (model_.contains(address)) compare(address, model_[address]);
  }

  Trail trail;

 private:
  static bool is_awaited(const ModelObject& model) {
    return !model.waiters.empty() || !model.sleepers.empty();
  }
  static bool is_used(const ModelObject& model) { return model.owner >= 0 || !model.readers.empty(); }
  static void begin_anew(ModelObject& model) {
    ModelObject fresh;
    fresh.number = model.number;
    fresh.counted = model.counted;
    fresh.count_before = model.known ? model.count : model.count_before;
    model = fresh;
  }

  void compare(std::uint64_t address, const ModelObject& model) {
    const SyncObject* object = at(address);
    ASSERT_EQ(object, rt::object_by_number(model.number)) << trail.text();
    ASSERT_EQ(object->address, address) << trail.text();
    ASSERT_EQ(object->owner, model.owner >= 0 ? &fibers_[model.owner] : nullptr) << trail.text();
    ASSERT_EQ(object->known, model.known) << trail.text();
    ASSERT_EQ(object->count, model.count) << trail.text();
    ASSERT_EQ(object->counted, model.counted) << trail.text();
    ASSERT_EQ(object->count_before, model.count_before) << trail.text();
    compare_waiters(object, model);
    compare_sleepers(object, model);
    compare_readers(object, model);
  }

  void compare_waiters(const SyncObject* object, const ModelObject& model) {
    const Fiber* before = nullptr;
    const Fiber* f = object->waiters;
    for (const std::uint32_t n : model.waiters) {
      ASSERT_EQ(f, &fibers_[n]) << trail.text();
      ASSERT_EQ(f->wait_previous, before) << trail.text();
      before = f;
      f = f->wait_next;
    }
    ASSERT_EQ(f, nullptr) << trail.text();
  }

  void compare_sleepers(const SyncObject* object, const ModelObject& model) {
    ASSERT_EQ(object->sleeping, model.sleepers.size()) << trail.text();
    const Fiber* before = nullptr;
    const Fiber* f = object->sleepers;
    for (const Path& path : model.sleepers) {
      const auto n = static_cast<std::size_t>(std::find(paths_.begin(), paths_.end(), path) - paths_.begin());
      ASSERT_EQ(f, &fibers_[n]) << trail.text();
      ASSERT_EQ(f->sleep_previous, before) << trail.text();
      ASSERT_EQ(f->sleeps_on, object) << trail.text();
      before = f;
      f = f->sleep_next;
    }
    ASSERT_EQ(f, nullptr) << trail.text();
  }

  void compare_readers(const SyncObject* object, const ModelObject& model) {
    const rt::ReadHold* hold = object->readers;
    for (auto expected = model.readers.rbegin(); expected != model.readers.rend(); ++expected) {
      ASSERT_NE(hold, nullptr) << trail.text();
      ASSERT_EQ(hold->reader, &fibers_[expected->reader]) << trail.text();
      ASSERT_EQ(hold->depth, expected->depth) << trail.text();
      ASSERT_EQ(hold->acquired_at, expected->pc) << trail.text();
      ASSERT_EQ(rt::read_hold_of(object, hold->reader), hold) << trail.text();
      hold = hold->next;
    }
    ASSERT_EQ(hold, nullptr) << trail.text();
    const Fiber* holder = model.owner >= 0 ? &fibers_[model.owner] : nullptr;
    std::uintptr_t since = model.acquired_at, found = 0;
    if (!model.readers.empty()) {
      holder = &fibers_[model.readers.front().reader];
      since = model.readers.front().pc;
    }
    ASSERT_EQ(rt::holder_of(object, &found), holder) << trail.text();
    ASSERT_EQ(found, since) << trail.text();
  }

  std::vector<Path> paths_;
  Fiber fibers_[kFibers];
  std::uint64_t waits_on_[kFibers], sleeps_on_[kFibers];
  std::map<std::uint64_t, ModelObject> model_;
};

constexpr std::uint64_t kHeap = layout::kHeapRegion + 3 * layout::kHeapStride;

// Few, so that operations meet: variables, and a block of the heap with several objects on one line.
std::uint64_t some_address(Trail& trail) {
  return trail.chance(40) ? 0x555500001000 + 8 * trail.below(6) : kHeap + 8 * trail.below(40);
}

void perform_one(Objects& objects) {
  Trail& trail = objects.trail;
  const std::uint64_t address = some_address(trail);
  switch (trail.below(12)) {
    case 0: objects.set_state(address); break;
    case 1: objects.forget(address); break;
    case 2:
      objects.forget_in(kHeap + trail.below(300), 1 + trail.below(trail.chance(20) ? 400000 : 120));
      break;
    case 3:
    case 4:
    case 5: objects.wait_or_stop(address); break;
    case 6:
    case 7:
    case 8: objects.sleep_or_wake(address); break;
    default: objects.hold_or_drop(address); break;
  }
  objects.compare(address);
}

TEST(SyncObject, IsWhatAModelOfListsSaysAfterRandomOperations) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    Objects objects(seed);
    for (std::uint32_t n = 0; n < 400; ++n) {
      if (objects.trail.chance(1)) objects.begin_execution();
      perform_one(objects);
      if (n % 16 == 0) objects.compare_all();
      if (testing::Test::HasFailure()) return;
    }
    objects.compare_all();
  }
}

// More than the first table and the first opened pages hold, and blocks that share a place in the table of
// those that lie near.
TEST(SyncObject, IsFoundAmongThousandsByItsAddressAlone) {
  Objects objects(7);
  for (std::uint32_t execution = 0; execution < 2; ++execution) {
    objects.begin_execution();
    for (std::uint64_t n = 0; n < 9000; ++n) {
      const std::uint64_t address = kHeap + 8 * objects.trail.below(1u << 17);
      n % 8 == 0 ? objects.set_state(address) : objects.hold_or_drop(address);
    }
    objects.compare_all();
    for (std::uint32_t n = 0; n < 50 && !testing::Test::HasFailure(); ++n)
      objects.forget_in(kHeap + 16 * objects.trail.below(1u << 16), 16 * objects.trail.below(100));
    objects.compare_all();
  }
}

TEST(SyncObject, BeginsEveryExecutionAsNew) {
  Objects objects(11);
  for (std::uint32_t n = 0; n < 30; ++n) {
    objects.set_state(kHeap);
    objects.hold_or_drop(kHeap + 64);
    objects.begin_execution();
    objects.at(kHeap + 64);
    objects.at(kHeap);
    objects.compare_all();
  }
}

}  // namespace
}  // namespace stalemate::test
