// What a plain access costs: workloads that time themselves, compiled with every instrumentation in turn
// (accesses_bench). Prints, for each, the processor time of its fastest repetition in nanoseconds. With
// counting hooks (access_hooks.c) it prints the number of instrumented accesses in a repetition instead.
//
// The clock is asked by number: inside an execution the library's is virtual. Every repetition begins a new
// interval of its thread, by a lock, so that what the one before left in the shadow is old; another thread
// is there all the time.
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>

extern "C" __attribute__((weak)) std::uint64_t accesses_so_far();

namespace {

constexpr std::uint32_t kSmall = 1024;        // 4 KB of ints: with its shadow in the first cache
constexpr std::uint32_t kLarge = 4u << 20;    // 16 MB
constexpr std::uint32_t kPassed = 256 << 10;  // 1 MB that one thread writes and another reads
constexpr std::uint32_t kSorted = 200000;
constexpr std::uint32_t kKeys = 20000;

int small[kSmall];
int large[kLarge];
int passed[kPassed];
unsigned char text[1u << 20];
int unsorted[kSorted];
int sorted[kSorted];
std::uint32_t repetitions = 7;

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t over = PTHREAD_COND_INITIALIZER;
bool is_over = false;

std::uint64_t now() {
  if (accesses_so_far != nullptr) return accesses_so_far();
  timespec time;
  long failed;
  asm volatile("syscall"
               : "=a"(failed)
               : "a"(SYS_clock_gettime), "D"(CLOCK_THREAD_CPUTIME_ID), "S"(&time)
               : "rcx", "r11", "memory");
  if (failed != 0) std::abort();
  return static_cast<std::uint64_t>(time.tv_sec) * 1000000000u + static_cast<std::uint64_t>(time.tv_nsec);
}

void use(int value) { asm volatile("" : : "r"(value)); }

std::uint32_t next_random(std::uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

void begin_interval() {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

std::uint64_t took(void (*workload)()) {
  begin_interval();
  const std::uint64_t begin = now();
  workload();
  return now() - begin;
}

template <class Took>
void report(const char* name, Took took_once) {
  took_once();  // what comes later finds accesses of its own kind in the shadow
  std::uint64_t best = ~std::uint64_t{0};
  for (std::uint32_t n = 0; n < repetitions; ++n) best = std::min(best, took_once());
  std::printf("%s %llu\n", name, static_cast<unsigned long long>(best));
  std::fflush(stdout);
}

int sum_of(const int* begin, std::uint32_t count) {
  int sum = 0;
  for (std::uint32_t i = 0; i < count; ++i) sum += begin[i];
  return sum;
}

void read_small() {
  for (int pass = 0; pass < 1000; ++pass) use(sum_of(small, kSmall));
}

void write_small() {
  for (int pass = 0; pass < 1000; ++pass)
    for (std::uint32_t i = 0; i < kSmall; ++i) small[i] = pass;
}

void read_large() { use(sum_of(large, kLarge)); }

void write_large() {
  for (std::uint32_t i = 0; i < kLarge; ++i) large[i] = static_cast<int>(i);
}

void change_at_random() {
  std::uint32_t state = 1;
  for (std::uint32_t i = 0; i < 1000000; ++i) ++large[next_random(state) % kLarge];
}

void sort() {
  std::copy(unsorted, unsorted + kSorted, sorted);
  std::sort(sorted, sorted + kSorted);
}

// So that the tree is about accesses, and not about malloc.
alignas(64) char nodes[kKeys * 64];
std::size_t nodes_used = 0;
template <class T>
struct FromNodes {
  using value_type = T;
  FromNodes() = default;
  template <class U>
  explicit FromNodes(const FromNodes<U>&) {}
  T* allocate(std::size_t) {
    static_assert(sizeof(T) <= 64);
    return reinterpret_cast<T*>(nodes + 64 * nodes_used++);
  }
  void deallocate(T*, std::size_t) {}
};

void use_tree() {
  nodes_used = 0;
  std::map<std::uint32_t, int, std::less<>, FromNodes<std::pair<const std::uint32_t, int>>> tree;
  std::uint32_t state = 1;
  for (std::uint32_t i = 0; i < kKeys; ++i) tree[next_random(state) % (4 * kKeys)] = static_cast<int>(i);
  int found = 0;
  for (std::uint32_t i = 0; i < 10 * kKeys; ++i)
    found += tree.count(next_random(state) % (4 * kKeys)) != 0 ? 1 : 0;
  use(found);
}

void count_bytes() {
  int spaces = 0;
  for (const unsigned char c : text) spaces += c == ' ' ? 1 : 0;
  use(spaces);
}

// 64 accesses each time the lock is taken.
void lock_often() {
  for (std::uint32_t i = 0; i < 64 * kSmall;) {
    pthread_mutex_lock(&mutex);
    for (const std::uint32_t end = i + 32; i < end; ++i) ++small[i % kSmall];
    pthread_mutex_unlock(&mutex);
  }
}

void* fill(void*) {
  const std::uint64_t begin = now();
  for (std::uint32_t i = 0; i < kPassed; ++i) passed[i] = static_cast<int>(i);
  return reinterpret_cast<void*>(now() - begin);
}

// One thread writes, another reads: each finds what the other has left, and is ordered with it.
std::uint64_t hand_over() {
  pthread_t filler;
  pthread_create(&filler, nullptr, fill, nullptr);
  void* filling = nullptr;
  pthread_join(filler, &filling);
  const std::uint64_t begin = now();
  use(sum_of(passed, kPassed));
  return now() - begin + reinterpret_cast<std::uint64_t>(filling);
}

void* work(void* nothing) {
  std::uint32_t state = 7;
  for (int& value : unsorted) value = static_cast<int>(next_random(state));
  for (unsigned char& c : text) c = static_cast<unsigned char>(next_random(state));
  report("read-4KB", [] { return took(read_small); });
  report("write-4KB", [] { return took(write_small); });
  report("read-16MB", [] { return took(read_large); });
  report("write-16MB", [] { return took(write_large); });
  report("random-16MB", [] { return took(change_at_random); });
  report("sort", [] { return took(sort); });
  report("tree", [] { return took(use_tree); });
  report("bytes-1MB", [] { return took(count_bytes); });
  report("locked", [] { return took(lock_often); });
  report("hand-over", hand_over);
  return nothing;
}

void* stand_by(void* nothing) {
  pthread_mutex_lock(&mutex);
  while (!is_over) pthread_cond_wait(&over, &mutex);
  pthread_mutex_unlock(&mutex);
  return nothing;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) repetitions = static_cast<std::uint32_t>(std::max(1, std::atoi(argv[1])));
  pthread_t bystander, worker;
  pthread_create(&bystander, nullptr, stand_by, nullptr);
  pthread_create(&worker, nullptr, work, nullptr);
  pthread_join(worker, nullptr);
  pthread_mutex_lock(&mutex);
  is_over = true;
  pthread_cond_signal(&over);
  pthread_mutex_unlock(&mutex);
  pthread_join(bystander, nullptr);
  return 0;
}
