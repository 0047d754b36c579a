// Thread-local variables, plain and with constructor and destructor, each thread with its own: correct.
// Threads switch between the accesses, and inside the destructor.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

std::mutex mutex;
int constructed = 0;
int destroyed = 0;
int sum = 0;

class Tally {
 public:
  Tally() {
    std::lock_guard<std::mutex> lock(mutex);
    ++constructed;
  }
  ~Tally() {
    std::lock_guard<std::mutex> lock(mutex);
    ++destroyed;
    sum += value_;
  }
  void add(int amount) { value_ += amount; }
  int value() const { return value_; }

 private:
  int value_ = 0;
};

thread_local Tally tally;
thread_local int calls = 100;
thread_local std::string name = "nobody";

void count(int amount) {
  assert(calls == 100 && name == "nobody");
  name = std::to_string(amount);
  tally.add(amount);
  ++calls;
  { std::lock_guard<std::mutex> lock(mutex); }
  tally.add(amount);
  ++calls;
  assert(tally.value() == 2 * amount);
  assert(calls == 102 && name == std::to_string(amount));
}

int main() {
  std::thread one(count, 1);
  std::thread other(count, 10);
  one.join();
  other.join();
  assert(constructed == 2 && destroyed == 2 && sum == 22);
  assert(calls == 100 && name == "nobody");  // now main has a tally, too
}
