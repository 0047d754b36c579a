#include "explore/put_off.h"

#include <algorithm>

namespace stalemate::explore {

void PutOff::put(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes_.push_back(static_cast<std::uint8_t>(number | 0x80));
  bytes_.push_back(static_cast<std::uint8_t>(number));
}

std::uint64_t PutOff::get() {
  std::uint64_t number = 0;
  for (int shift = 0;; shift += 7) {
    const std::uint8_t byte = bytes_[at_++];
    number |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return number;
  }
}

void PutOff::add(const HappensBefore& graph, const Prefix& x, ThreadSet threads) {
  ++entries_;
  put(threads);
  std::uint64_t actions = 0;
  for (const std::uint16_t count : x.count) actions += count;
  put(actions);
  for (std::uint32_t i = 0; actions > 0; ++i) {
    const Action& action = graph.action(i);
    if (action.number >= x.count[action.thread]) continue;
    put(std::uint64_t{action.thread} << 1 | action.choice);
    if (action.choice) put(action.chosen);
    --actions;
  }
}

ThreadSet PutOff::take(std::vector<Ran>& order) {
  --entries_;
  const ThreadSet threads = get();
  order.resize(get());
  for (Ran& ran : order) {
    const std::uint64_t word = get();
    ran.thread = static_cast<std::uint32_t>(word >> 1);
    ran.chosen = (word & 1) != 0 ? static_cast<std::uint32_t>(get()) : 0;
  }
  return threads;
}

}  // namespace stalemate::explore
