// Values that travel through promises, packaged tasks and async.
#include <cassert>
#include <future>
#include <string>
#include <thread>

int side_effect;

int main() {
  std::promise<std::string> promise;
  std::thread giver([&promise] {
    side_effect = 1;
    promise.set_value("a string that is too long to be kept within its object");
  });
  const std::string got = promise.get_future().get();
  assert(side_effect == 1 && got.size() == 54);
  auto later = std::async(std::launch::async, [] { return ++side_effect; });
  assert(later.get() == 2);
  giver.join();
}
