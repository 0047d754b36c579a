// wait, notify_one and notify_all of std::atomic and std::atomic_flag.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> stage{0};
  std::atomic_flag finished{};
  int payload = 0;

  std::jthread worker([&] {
    stage.wait(0);
    assert(payload == 17);
    payload *= 2;
    stage = 2;
    stage.notify_all();
    finished.test_and_set();
    finished.notify_one();
  });

  payload = 17;
  stage = 1;
  stage.notify_one();
  stage.wait(1);
  assert(payload == 34);
  finished.wait(false);
  assert(stage == 2);
}
