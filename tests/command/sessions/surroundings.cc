// A program whose steps depend on something that it asks its surroundings for: surroundings SOURCE. The value
// is told as an assertion, so that runs can be compared; sources that cannot be controlled are asked anew
// each time.
#include <pthread.h>
#include <stalemate/stalemate.h>
#include <sys/random.h>
#include <unistd.h>
#include <x86intrin.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

std::mutex mutex;

template <class Clock>
std::uint64_t now() {
  return static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
}

std::uint64_t address_of(const void* object) { return reinterpret_cast<std::uintptr_t>(object); }

// The order in which objects come out of a set of pointers.
std::uint64_t order_in_set() {
  std::vector<std::unique_ptr<int>> numbers;
  std::unordered_set<int*> set;
  for (int n = 0; n < 20; ++n) set.insert(numbers.emplace_back(std::make_unique<int>(n)).get());
  std::uint64_t order = 0;
  for (const int* number : set) order = order * 31 + static_cast<std::uint64_t>(*number);
  return order;
}

// Two accounts, the one at the lower address is locked first.
std::uint64_t lower_first() {
  const auto one = std::make_unique<std::mutex>(), two = std::make_unique<std::mutex>();
  std::mutex* const lower = std::less<>()(one.get(), two.get()) ? one.get() : two.get();
  const std::scoped_lock both(*lower, *(lower == one.get() ? two.get() : one.get()));
  return lower == one.get() ? 1 : 2;
}

std::uint64_t from_timespec() {
  std::timespec now{};
  std::timespec_get(&now, TIME_UTC);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000 + static_cast<std::uint64_t>(now.tv_nsec);
}

std::uint64_t from_kernel() {
  std::uint64_t value = 0;
  return getrandom(&value, sizeof value, 0) == sizeof value ? value : 0;
}

std::uint64_t from_entropy() {
  std::uint64_t value = 0;
  return getentropy(&value, sizeof value) == 0 ? value : 0;
}

std::uint64_t from_file() {
  std::string uuid;
  std::ifstream("/proc/sys/kernel/random/uuid") >> uuid;
  return std::hash<std::string>()(uuid);
}

std::uint64_t from_counter() {
  std::uint64_t count = 0;
  std::ifstream("counter.txt") >> count;
  std::ofstream("counter.txt") << count + 1;
  return count;
}

std::uint64_t ask(const std::string& source) {
  int local = 0;
  if (source == "steady-clock") return now<std::chrono::steady_clock>();
  if (source == "wall-clock") return now<std::chrono::system_clock>();
  if (source == "time") return static_cast<std::uint64_t>(std::time(nullptr));
  if (source == "clock") return static_cast<std::uint64_t>(std::clock());
  if (source == "timespec") return from_timespec();
  if (source == "arc4random") return arc4random_uniform(1u << 30);
  if (source == "rand") return static_cast<std::uint64_t>(std::rand());
  if (source == "random-device") return std::random_device()();
  if (source == "getrandom") return from_kernel();
  if (source == "entropy") return from_entropy();
  if (source == "heap-address") return address_of(std::make_unique<int>(1).get());
  if (source == "stack-address") return address_of(&local);
  if (source == "lock-order") return lower_first();
  if (source == "pointer-set") return order_in_set();
  if (source == "thread-id") return std::hash<std::thread::id>()(std::this_thread::get_id());
  if (source == "thread-handle") return static_cast<std::uint64_t>(pthread_self());
  if (source == "uuid-file") return from_file();
  if (source == "cycle-counter") return __rdtsc() >> 6;
  if (source == "counter-file") return from_counter();
  std::exit(2);
}

int main(int, char** argv) {
  const std::string source = argv[1];
  std::uint64_t values[2] = {0, 0};
  const auto work = [&](int n) {
    values[n] = ask(source);
    // A few steps more or less, by the value's bits.
    for (std::uint64_t bit = 0; bit < 4; ++bit)
      if ((values[n] >> bit & 1) != 0) std::lock_guard guard(mutex);
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  if (source == "uuid-file" || source == "cycle-counter" || source == "counter-file") return 0;
  stalemate::expect(false, source + " gave " + std::to_string(values[0]) + ", " + std::to_string(values[1]));
}
