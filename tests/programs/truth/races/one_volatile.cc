// A volatile access races with a plain one: intended, whichever comes first, and explored. A race of plain
// accesses elsewhere is still reported.
#include <thread>

int intended, forgotten;

int main() {
#ifdef VOLATILE_LATER
  std::thread other([] { *const_cast<volatile int*>(&intended) = 1; });
  intended = 2;
#else
  std::thread other([] { intended = 1; });
  *const_cast<volatile int*>(&intended) = 2;
#endif
  other.join();
#ifdef PLAIN
  std::thread another([] { forgotten = 1; });
  forgotten = 2;
  another.join();
#endif
}
