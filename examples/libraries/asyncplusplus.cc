#include <async++.h>
#include <cassert>
int main() {
  async::threadpool_scheduler s(2);
  auto a = async::spawn(s, [] { return 1; });
  auto b = async::spawn(s, [] { return 2; });
  assert(async::when_all(a, b)
             .then(s,
                   [](std::tuple<async::task<int>, async::task<int>> r) {
                     return std::get<0>(r).get() + std::get<1>(r).get();
                   })
             .get() == 3);
}
