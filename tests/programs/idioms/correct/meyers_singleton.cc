// The static local of Scott Meyers: constructed once, whoever asks first.
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {
std::atomic<int> constructed{0};

class Registry {
 public:
  static Registry& instance() {
    static Registry r;
    return r;
  }
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;
  int next() { return ++last_; }

 private:
  Registry() { constructed.fetch_add(1); }
  std::atomic<int> last_{0};
};
}  // namespace

int main() {
  int x = 0, y = 0;
  std::thread t1([&x] { x = Registry::instance().next(); });
  std::thread t2([&y] { y = Registry::instance().next(); });
  t1.join();
  t2.join();
  if (constructed != 1) return EXIT_FAILURE;
  return x + y == 3 && x != y ? EXIT_SUCCESS : EXIT_FAILURE;
}
