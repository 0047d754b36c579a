// Every thread has its own; RACY: the address of it is given away.
#include <thread>

thread_local int mine = 1;
int* shared;

int main() {
  shared = &mine;
  std::thread other([] {
    mine = 2;
#ifdef RACY
    *shared = 3;
#endif
  });
  mine = 4;
  other.join();
}
