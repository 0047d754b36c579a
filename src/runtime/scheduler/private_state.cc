#include "runtime/scheduler/private_state.h"

#include "runtime/core/fiber.h"
#include "runtime/core/random_device.h"
#include "runtime/platform/context.h"
#include "runtime/platform/tls.h"
#include "runtime/scheduler/moments.h"

namespace stalemate::rt {

namespace {

class StateHash {
 public:
  void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x9e3779b97f4a7c15u;
    hash_ ^= hash_ >> 29;
  }
  std::uint64_t result() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

// Both hashes at once.
class StateHashes {
 public:
  explicit StateHashes(std::uint64_t clock) : clock_(clock) {}

  // Runs first, over the memory that may contain moments; parts of moments are recognized by them.
  void find_moments(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t at = begin; at + 16 <= end && known_ < kKnown; at += 8)
      if (const std::uint64_t moment = moments::moment_of(word_at(at), word_at(at + 8)))
        nanoseconds_[known_++] = moment % kSecond;
  }
  void add(std::uint64_t word) {
    plain_.add(word);
    but_for_time_.add(is_part(word) ? 1 : moments::seen_from(clock_, word));
  }
  void add(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t at = begin & ~std::uint64_t{7}; at + 8 <= end; at += 8) {
      const std::uint64_t word = word_at(at);
      const std::uint64_t moment = at + 16 <= end ? moments::moment_of(word, word_at(at + 8)) : 0;
      if (moment == 0) {
        add(word);
        continue;
      }
      at += 8;
      plain_.add(word);
      plain_.add(word_at(at));
      but_for_time_.add(moment - clock_);
    }
  }
  PrivateState result() const { return {plain_.result() | 1, but_for_time_.result() | 1}; }

 private:
  static constexpr std::uint32_t kKnown = 8;

  static std::uint64_t word_at(std::uint64_t at) {
    return *reinterpret_cast<const volatile std::uint64_t*>(at);
  }
  // Nanoseconds that remain in a register.
  bool is_part(std::uint64_t word) const {
    constexpr std::uint64_t kTooFew = 1000;  // any small number could be such a part
    if (word < kTooFew) return false;
    for (std::uint32_t n = 0; n < known_; ++n)
      if (nanoseconds_[n] == word) return true;
    return false;
  }

  std::uint64_t clock_;
  StateHash plain_, but_for_time_;
  std::uint64_t nanoseconds_[kKnown];
  std::uint32_t known_ = 0;
};

// Larger stacks and thread-local variables cost more than a proof is worth.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kKeyBytes = 32 * 16;  // the first block of keys, which libc keeps in the descriptor

std::uint64_t number(const void* at) { return reinterpret_cast<std::uint64_t>(at); }

}  // namespace

PrivateState private_state(const Fiber* self) {
  const Passed& passed = stalemate_rt_passed;
  const std::uint64_t stack_end = stack_high(self->slot), tcb = number(self->tcb);
  if (passed.stack >= stack_end || stack_end - passed.stack + tls_image_bytes() > kMostBytes) return {};
  StateHashes hashes(self->clock);
  hashes.find_moments(passed.stack, stack_end);
  for (const std::uint64_t word : passed.registers) hashes.add(word);
  hashes.add(passed.stack, stack_end);
  hashes.add(tcb - tls_image_bytes(), tcb);
  hashes.add(tcb + kKeysInDescriptor, tcb + kKeysInDescriptor + kKeyBytes);
  hashes.add(randomness_state());
  hashes.add(self->pending);
  hashes.add(self->cancel_requested);
  hashes.add(self->sse_control | std::uint64_t{self->x87_control} << 32);
  return hashes.result();
}

}  // namespace stalemate::rt
