// Peterson's lock around a plain counter. RACY: the lock itself is made of plain variables.
#include <atomic>
#include <thread>

#ifdef RACY
bool wants[2];
int turn;
#else
std::atomic<bool> wants[2];
std::atomic<int> turn;
#endif
int counter;

void enter(int self) {
  wants[self] = true;        // [want]
  turn = 1 - self;           // [turn]
  while (wants[1 - self] &&  // [ask]
         turn == 1 - self)   // [whose]
    std::this_thread::yield();
}

void leave(int self) { wants[self] = false; }  // [leave]

void add(int self) {
  enter(self);
  ++counter;  // [add]
  leave(self);
}

int main() {
  std::thread other(add, 1);
  add(0);
  other.join();
}
