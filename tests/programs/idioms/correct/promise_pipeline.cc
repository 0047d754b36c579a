// Three stages, joined by promises and futures.
#include <cassert>
#include <future>
#include <numeric>
#include <thread>
#include <vector>

static void accumulate(std::vector<int> numbers, std::promise<int> result) {
  result.set_value(std::accumulate(numbers.begin(), numbers.end(), 0));
}

static void square(std::future<int> input, std::promise<int> result) {
  const int n = input.get();
  result.set_value(n * n);
}

int main() {
  std::promise<int> sum_promise, square_promise;
  std::future<int> sum = sum_promise.get_future();
  std::future<int> squared = square_promise.get_future();
  std::thread second(square, std::move(sum), std::move(square_promise));
  std::thread first(accumulate, std::vector<int>{1, 2, 3, 4}, std::move(sum_promise));
  squared.wait();
  assert(squared.get() == 100);
  first.join();
  second.join();
}
