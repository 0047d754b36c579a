// A write by code that is not instrumented. SEEN: it is. MAPPED: to memory whose changes are not watched, so that
// only the next read shows that there was one. OVERWRITTEN: the reader itself has the variable overwritten so,
// before it reads: it can never see what was there before.
#include <sys/mman.h>
#include <thread>

#ifdef SEEN
#define UNSEEN
#else
#define UNSEEN __attribute__((no_sanitize("thread")))
#endif

namespace {

int shared;

__attribute__((noinline)) UNSEEN void set(volatile int* variable, int value) { *variable = value; }

}  // namespace

int main() {
#ifdef MAPPED
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  volatile int* variable = static_cast<volatile int*>(page);
#else
  volatile int* variable = &shared;
#endif
  *variable = 0;
#ifdef OVERWRITTEN
  std::thread writer([=] { *variable = 1; });
  std::thread reader([=] {
    set(variable, 7);
    if (*variable != 7) *variable = 8;
  });
  writer.join();
  reader.join();
#else
  std::thread writer([=] { set(variable, 1); });
  writer.join();
  std::thread reader([=] {
    if (*variable != 1) *variable = 2;
  });
  reader.join();
#endif
  return 0;
}
