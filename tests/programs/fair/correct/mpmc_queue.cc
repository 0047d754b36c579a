// Vyukov's bounded queue for many producers and consumers: each cell has a number that says whose turn it is.
#include <atomic>

#include "../two_threads.h"

constexpr unsigned kCells = 2;

struct Cell {
  std::atomic<unsigned> turn{0};
  int value = 0;
};

Cell cells[kCells];
std::atomic<unsigned> head{0}, tail{0};

bool try_put(int value) {
  unsigned at = tail;
  for (;;) {
    Cell& cell = cells[at % kCells];
    const unsigned turn = cell.turn;
    if (turn == at && tail.compare_exchange_strong(at, at + 1)) {
      cell.value = value;
      cell.turn = at + 1;
      return true;
    }
    if (turn != at) {
      if (static_cast<int>(turn - at) < 0) return false;
      at = tail;
    }
  }
}

bool try_take(int& value) {
  unsigned at = head;
  for (;;) {
    Cell& cell = cells[at % kCells];
    const unsigned turn = cell.turn;
    if (turn == at + 1 && head.compare_exchange_strong(at, at + 1)) {
      value = cell.value;
      cell.turn = at + kCells;
      return true;
    }
    if (turn != at + 1) {
      if (static_cast<int>(turn - at - 1) < 0) return false;
      at = head;
    }
  }
}

void* produce(void*) {
  for (int value = 1; value <= 3; ++value)
    while (!try_put(value)) PAUSE();
  return nullptr;
}

void* consume(void*) {
  int sum = 0, value = 0;
  for (int n = 0; n < 3; ++n) {
    while (!try_take(value)) PAUSE();
    sum += value;
  }
  assert(sum == 6);
  return nullptr;
}

int main() {
  for (unsigned n = 0; n < kCells; ++n) cells[n].turn = n;
  run_both(produce, consume);
}
