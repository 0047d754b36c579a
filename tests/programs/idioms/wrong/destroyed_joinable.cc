// Wrong: "it is finished already, so there is nothing to join".
// Least bound 1, abort: main has to be interrupted between the creation and its look at `finished`; then it
// leaves without joining, and the destructor of a joinable thread terminates. Without a preemption main looks
// first, and joins.
#include <atomic>
#include <thread>

int main() {
  std::atomic<bool> finished{false};
  std::thread worker([&finished] { finished = true; });
  if (!finished) worker.join();
}
