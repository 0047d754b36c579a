// Peterson's and Dekker's algorithms on plain ints, each thread trying once: correct where memory is
// sequentially consistent. VOLATILE: on volatile ones. BUG: a thread looks before it says that it is
// interested.
#include <cassert>
#include <thread>

#ifdef VOLATILE
using Int = volatile int;
#else
using Int = int;
#endif

Int interested[2];
Int turn;
Int inside;

bool may_enter(int me) {
  const int other = 1 - me;
#ifdef BUG
  const bool free = interested[other] == 0;
  interested[me] = 1;
  return free;
#elif defined DEKKER
  interested[me] = 1;
  if (interested[other] == 0) return true;
  return false;
#else
  interested[me] = 1;
  turn = other;
  return interested[other] == 0 || turn == me;
#endif
}

void visit(int me) {
  if (may_enter(me)) {
    const int others = inside;
    inside = others + 1;
    assert(inside == 1);
    inside = inside - 1;
  }
  interested[me] = 0;
}

int main() {
  std::thread first(visit, 0), second(visit, 1);
  first.join();
  second.join();
}
