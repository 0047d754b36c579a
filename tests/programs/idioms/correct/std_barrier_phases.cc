// std::barrier with a completion function that counts the phases.
#include <barrier>
#include <cassert>
#include <string>
#include <thread>
#include <vector>

int main() {
  const std::vector<std::string> workers = {"anil", "busara"};
  std::vector<int> work(workers.size(), 0);
  int phases = 0;

  auto on_completion = [&]() noexcept {
    ++phases;
    for (int done : work) assert(done == phases);
  };
  std::barrier sync_point(std::ssize(workers), on_completion);

  auto steps = [&](std::size_t me) {
    ++work[me];
    sync_point.arrive_and_wait();
    ++work[me];
    sync_point.arrive_and_wait();
  };

  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < workers.size(); ++i) threads.emplace_back(steps, i);
  threads.clear();
  assert(phases == 2);
}
