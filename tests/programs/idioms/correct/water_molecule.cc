// Building H2O: an oxygen bonds with two hydrogens, nobody bonds twice.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

class H2O {
 public:
  void hydrogen() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return hydrogens_ < 2; });
    ++hydrogens_;
    output_ += 'H';
    complete();
  }
  void oxygen() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return oxygens_ < 1; });
    ++oxygens_;
    output_ += 'O';
    complete();
  }
  std::string output() {
    std::lock_guard<std::mutex> lock(mutex_);
    return output_;
  }

 private:
  void complete() {
    if (hydrogens_ == 2 && oxygens_ == 1) {
      hydrogens_ = oxygens_ = 0;
      changed_.notify_all();
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  int hydrogens_ = 0, oxygens_ = 0;
  std::string output_;
};

int main() {
  H2O water;
  std::thread h1(&H2O::hydrogen, &water), h2(&H2O::hydrogen, &water), o(&H2O::oxygen, &water);
  h1.join();
  h2.join();
  o.join();
  const std::string molecule = water.output();
  assert(molecule == "HHO" || molecule == "HOH" || molecule == "OHH");
}
