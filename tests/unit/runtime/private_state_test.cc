// The private state of a thread, as a hash, against the words themselves: two states differ exactly
// where a word differs that the thread can still read, whatever else has changed. Memory of the test stands
// for stack and thread-local variables.
#include "runtime/scheduler/private_state.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "runtime/core/fiber.h"
#include "runtime/core/random_device.h"
#include "runtime/platform/context.h"
#include "runtime/platform/tls.h"
#include "trail.h"

namespace stalemate::rt {

extern "C" {
Passed stalemate_rt_passed;
}

namespace {
constexpr std::uint32_t kStackWords = 64, kTlsWords = 16, kDescriptorWords = 256;
alignas(64) std::uint64_t stack[kStackWords];
alignas(64) std::uint64_t tls[kTlsWords + kDescriptorWords];  // variables, then the descriptor
std::uint64_t drawn = 0;
std::size_t tls_variables = kTlsWords * 8;
}  // namespace

std::uint64_t stack_high(std::uint32_t) { return reinterpret_cast<std::uint64_t>(stack + kStackWords); }
std::size_t tls_image_bytes() { return tls_variables; }
std::uint64_t randomness_state() { return drawn; }

}  // namespace stalemate::rt

namespace stalemate::test {
namespace {

using rt::kSecond;
using Words = std::vector<std::uint64_t>;

constexpr std::uint32_t kKeyWords = 64, kFirstKey = rt::kKeysInDescriptor / 8;

class PrivateState : public testing::Test {
 protected:
  PrivateState() {
    rt::stalemate_rt_passed = {};
    for (std::uint64_t& word : rt::stack) word = 0;
    for (std::uint64_t& word : rt::tls) word = 0;
    rt::drawn = 0;
    fiber.tcb = rt::tls + rt::kTlsWords;
    pass_at(20);
  }

  // The thread's frames are the words from there on.
  void pass_at(std::uint32_t word) {
    rt::stalemate_rt_passed.stack = reinterpret_cast<std::uint64_t>(rt::stack + word);
    first_ = word;
  }

  // All that it can read that is its own.
  Words visible() const {
    Words words(std::begin(rt::stalemate_rt_passed.registers), std::end(rt::stalemate_rt_passed.registers));
    words.insert(words.end(), rt::stack + first_, rt::stack + rt::kStackWords);
    words.insert(words.end(), rt::tls, rt::tls + rt::kTlsWords);
    const std::uint64_t* const descriptor = rt::tls + rt::kTlsWords;
    words.insert(words.end(), descriptor + kFirstKey, descriptor + kFirstKey + kKeyWords);
    for (const std::uint64_t word : {rt::drawn, fiber.pending, std::uint64_t{fiber.cancel_requested},
                                     std::uint64_t{fiber.sse_control}, std::uint64_t{fiber.x87_control}})
      words.push_back(word);
    return words;
  }

  void change_something(Trail& trail) {
    const std::uint64_t value = trail.below(3);
    switch (trail.below(9)) {
      case 0: rt::stalemate_rt_passed.registers[trail.below(6)] = value; break;
      case 1:
      case 2: rt::stack[trail.below(rt::kStackWords)] = value; break;
      case 3: rt::tls[trail.below(rt::kTlsWords)] = value; break;
      case 4:  // keys, and what else libc has there
        rt::tls[rt::kTlsWords + trail.below(rt::kDescriptorWords)] = value;
        break;
      case 5: rt::drawn = value; break;
      case 6: fiber.pending = value; break;
      case 7: fiber.cancel_requested = value == 1; break;
      default:
        fiber.sse_control = 0x1f80 + static_cast<std::uint32_t>(value);
        fiber.x87_control = static_cast<std::uint16_t>(0x37f + trail.below(2));
    }
  }

  rt::Fiber fiber;

 private:
  std::uint32_t first_ = 0;
};

TEST_F(PrivateState, IsTheSameExactlyWhereAllThatTheThreadCanReadIs) {
  Trail trail(1);
  std::map<Words, std::uint64_t> by_words;
  std::map<std::uint64_t, Words> by_hash;
  std::uint32_t again = 0;
  for (std::uint32_t n = 0; n < 6000 && !HasFailure(); ++n) {
    change_something(trail);
    const Words words = visible();
    const rt::PrivateState state = rt::private_state(&fiber);
    ASSERT_NE(state.plain, 0u);
    const auto [same, fresh] = by_words.emplace(words, state.plain);
    again += fresh ? 0 : 1;
    ASSERT_EQ(same->second, state.plain) << "equal states, change " << n;
    ASSERT_EQ(by_hash.emplace(state.plain, words).first->second, words) << "different states, change " << n;
  }
  EXPECT_GT(again, 500u) << "hardly a state comes twice";
}

// A moment that moves with the thread's clock is another word, and the same state but for the time.
TEST_F(PrivateState, ButForTimeCountsMomentsByHowFarOffTheyAre) {
  Trail trail(2);
  // Beside a small number, which may be nanoseconds, it is not certain what is a moment.
  constexpr std::uint64_t kAddress = 0x7ffff7dd5000;
  for (std::uint64_t& word : rt::stack) word = kAddress;
  for (std::uint32_t n = 0; n < 300 && !HasFailure(); ++n) {
    const std::uint32_t at = 20 + trail.below(rt::kStackWords - 22);
    const std::uint64_t off = trail.below(1000000), passed = 1000 * (1 + trail.below(1000000));
    const bool pair = trail.chance(50);  // a timespec, or nanoseconds in a word
    const auto put = [&](std::uint64_t moment) {
      rt::stack[at] = pair ? moment / kSecond : moment;
      rt::stack[at + 1] = pair ? moment % kSecond : kAddress;
    };
    fiber.clock = rt::kMonotonicStart + kSecond + trail.below(1000000);
    put(fiber.clock + off);
    const rt::PrivateState before = rt::private_state(&fiber);
    fiber.clock += passed;
    put(fiber.clock + off);
    const rt::PrivateState moved = rt::private_state(&fiber);
    EXPECT_NE(moved.plain, before.plain) << n;
    EXPECT_EQ(moved.but_for_time, before.but_for_time) << n << " pair " << pair;
    put(fiber.clock + off - passed);
    const rt::PrivateState stood = rt::private_state(&fiber);
    EXPECT_EQ(stood.plain, before.plain) << n;
    EXPECT_NE(stood.but_for_time, before.but_for_time) << n << " pair " << pair;
    put(fiber.clock + off - passed + kSecond);
    EXPECT_NE(rt::private_state(&fiber).plain, stood.plain) << n;
    rt::stack[at] = rt::stack[at + 1] = kAddress;
  }
}

TEST_F(PrivateState, IsNotKnownWhereThereIsTooMuch) {
  rt::tls_variables = (1u << 20) + 8;
  EXPECT_EQ(rt::private_state(&fiber).plain, 0u);
  rt::tls_variables = rt::kTlsWords * 8;
  rt::stalemate_rt_passed.stack = rt::stack_high(0);  // on a stack of the program's own making
  EXPECT_EQ(rt::private_state(&fiber).plain, 0u);
}

}  // namespace
}  // namespace stalemate::test
