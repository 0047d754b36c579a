// The same dinner with std::lock and std::adopt_lock.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

struct Fork {
  std::mutex mutex;
  int meals = 0;
};

class Philosopher {
 public:
  Philosopher(Fork& left, Fork& right) : left_(left), right_(right), life_(&Philosopher::dine, this) {}
  void wait() { life_.join(); }

 private:
  void dine() {
    std::lock(left_.mutex, right_.mutex);
    std::lock_guard<std::mutex> l(left_.mutex, std::adopt_lock);
    std::lock_guard<std::mutex> r(right_.mutex, std::adopt_lock);
    ++left_.meals;
    ++right_.meals;
  }
  Fork& left_;
  Fork& right_;
  std::thread life_;
};

int main() {
  std::array<Fork, 2> forks;
  Philosopher plato(forks[0], forks[1]), kant(forks[1], forks[0]);
  plato.wait();
  kant.wait();
  assert(forks[0].meals == 2 && forks[1].meals == 2);
}
