#include <ThreadPool.h>
#include <cassert>
int main() {
  int x = 0;
  {
    ThreadPool p(2);
    auto a = p.enqueue([&] {
      x++;
      return 1;
    });
    auto b = p.enqueue([](int i) { return i + 1; }, 2);
    assert(a.get() + b.get() == 4);
    assert(x == 1);
    p.enqueue([&] { x++; });
  }
  assert(x == 2);
}
