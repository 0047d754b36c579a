#include <ctpl_stl.h>
#include <cassert>
int main() {
  std::atomic<int> x{0};
  {
    ctpl::thread_pool p(2);
    auto a = p.push([&](int) {
      x++;
      return 1;
    });
    p.push([&](int) { x++; });
    assert(a.get() == 1);
  }
  assert(x == 2);
}
