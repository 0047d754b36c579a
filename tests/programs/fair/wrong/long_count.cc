// Nothing is wrong here: a count takes more steps than --steps allows. The memory differs in each turn, so it
// must not be called a livelock. Timeout, least preemptions 0.
#include <atomic>
#include <thread>

std::atomic<unsigned> count{0};

int main() {
  std::thread counter([] {
    while (count.fetch_add(1) < 5000) {
    }
  });
  counter.join();
}
