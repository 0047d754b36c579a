#include <ctpl_stl.h>
#include <cassert>
int main() {
  std::atomic<int> x{0};
  ctpl::thread_pool p(2);
  p.push([&](int) { x++; });
  p.resize(1);
  p.stop(true);
  assert(x == 1);
}
