// A reader says which object it is about to use, and looks again whether that is still the one; who replaced
// it waits until nobody says so any more, and frees it.
#include <atomic>

#include "../two_threads.h"

std::atomic<int*> current{new int(1)};
std::atomic<int*> hazard{nullptr};

void* read(void*) {
  for (int times = 0; times < 2; ++times) {
    int* object = current;
    for (;;) {
      hazard = object;
      int* const again = current;
      if (again == object) break;
      object = again;
      PAUSE();
    }
    assert(*object == 1 || *object == 2);
    hazard = nullptr;
  }
  return nullptr;
}

void* replace(void*) {
  int* const old = current.exchange(new int(2));
  while (hazard == old) PAUSE();
  delete old;
  return nullptr;
}

int main() {
  run_both(read, replace);
  delete current.load();
}
