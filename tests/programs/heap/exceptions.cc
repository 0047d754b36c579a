// Threads share an exception, and whoever drops it last destroys it with what it holds. The library counts
// its users.
#include <cstdlib>
#include <exception>
#include <future>
#include <thread>
#include <vector>

struct Refusal : std::exception {
  std::vector<int> reasons{1, 2, 3};
};

static void rethrow(const std::exception_ptr& shared) {
  try {
    std::rethrow_exception(shared);
  } catch (const Refusal& refusal) {
    if (refusal.reasons[1] != 2) std::abort();
  }
}

static std::exception_ptr refuse() {
  try {
    throw Refusal();
  } catch (...) {
    return std::current_exception();
  }
}

int main() {
  std::exception_ptr shared = refuse();
  std::thread([shared] { rethrow(shared); }).detach();
  std::thread([shared] { rethrow(shared); }).detach();
  shared = nullptr;
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([promise = std::move(promise)]() mutable { promise.set_exception(refuse()); });
  try {
    future.get();
  } catch (const Refusal& refusal) {
    if (refusal.reasons[2] != 3) std::abort();
  }
  thread.join();
}
