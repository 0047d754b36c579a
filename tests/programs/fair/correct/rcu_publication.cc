// Read, copy, update: the writer publishes a new table and frees the old one when no reader is inside who may
// have seen it.
#include <atomic>

#include "../two_threads.h"

struct Table {
  int left, right;
};

std::atomic<Table*> current{new Table{1, 1}};
std::atomic<int> readers{0};

void* update(void*) {
  Table* const old = current.exchange(new Table{2, 2});
  while (readers != 0) PAUSE();
  delete old;
  return nullptr;
}

void* read(void*) {
  for (int times = 0; times < 2; ++times) {
    ++readers;
    const Table* const table = current;
    assert(table->left == table->right);
    --readers;
  }
  return nullptr;
}

int main() {
  run_both(update, read);
  delete current.load();
}
