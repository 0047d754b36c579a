// Divide and conquer with std::async.
#include <future>
#include <iostream>
#include <numeric>
#include <vector>

template <typename RandomIt>
static int parallel_sum(RandomIt beg, RandomIt end) {
  auto len = end - beg;
  if (len < 500) return std::accumulate(beg, end, 0);
  RandomIt mid = beg + len / 2;
  auto handle = std::async(std::launch::async, parallel_sum<RandomIt>, mid, end);
  int sum = parallel_sum(beg, mid);
  return sum + handle.get();
}

int main() {
  std::vector<int> v(1000, 1);
  auto lazy = std::async(std::launch::deferred, [] { return 1; });
  int sum = parallel_sum(v.begin(), v.end());
  std::cout << "The sum is " << sum << '\n';
  return sum + lazy.get() == 1001 ? 0 : 1;
}
