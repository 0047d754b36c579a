// A deadlock between a member of a local struct, taken by reference, and a local; an atomic that goes
// negative; a join that the library makes inside a call_once, with no code of the program in between.
#include <atomic>
#include <mutex>
#include <thread>

struct Table {
  int size = 0;
  std::mutex rows;
};

std::atomic<int> balance{0};

void both(std::mutex& one, std::mutex& other) {
  std::lock_guard<std::mutex> hold(one);
  --balance;
  std::lock_guard<std::mutex> also(other);
}

int main() {
  static std::once_flag once;
  std::thread first([] {});
  std::call_once(once, &std::thread::join, &first);
  Table table;
  std::mutex extra;
  std::thread worker([&] { both(table.rows, extra); });
  both(extra, table.rows);
  worker.join();
}
