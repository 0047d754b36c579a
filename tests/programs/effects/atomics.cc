// Atomic variables, loops that poll them, and plain accesses that race.
#include "families.h"

#include <atomic>
#include <cstdint>

namespace {

struct Wide {
  char bytes[24];
};
std::atomic<std::uint8_t> narrow = 0;
std::atomic<Wide> wide;
void* changes(void*) {
  narrow.fetch_add(1);
  broad.store(broad.load() + 1);
  std::uint64_t expected = 1;
  broad.compare_exchange_strong(expected, 7);
  Wide value = wide.load();
  wide.compare_exchange_strong(value, Wide{{1}});
  return nullptr;
}
void atomics() {
  two(changes, changes);
  threads.join();
}

void* polls(void*) {
  while (flag == 0) {
  }
  return nullptr;
}
void polling() {
  threads.start(polls);
  flag = 1;
  threads.join();
}

void* increments_plainly(void*) {
  ++shared;
  return nullptr;
}
void plain() {
  two(increments_plainly, increments_plainly);
  threads.join();
}

const Family kFamilies[] = {
    FAMILY(atomics),
    FAMILY(polling),
    FAMILY(plain),
};

}  // namespace

std::span<const Family> families::atomics() { return kFamilies; }
