// Initialisation on first use: one builds the object, whoever comes meanwhile waits until it is there.
#include <atomic>

#include "../two_threads.h"

struct Settings {
  int size = 0;
};

std::atomic<Settings*> settings{nullptr};
std::atomic<bool> is_being_built{false};

Settings& get() {
  Settings* there = settings.load(std::memory_order_acquire);
  if (there != nullptr) return *there;
  if (!is_being_built.exchange(true)) {
    static Settings only;
    only.size = 42;
    settings.store(&only, std::memory_order_release);
  }
  while ((there = settings.load(std::memory_order_acquire)) == nullptr) PAUSE();
  return *there;
}

void* use(void*) {
  for (int times = 0; times < 2; ++times) assert(get().size == 42);
  return nullptr;
}

int main() { run_both(use, use); }
