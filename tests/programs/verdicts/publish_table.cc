// A writer replaces a table that readers follow, and leaves the old one alone. RACY: published relaxed.
#include <atomic>
#include <thread>

struct Table {
  int version;
  int entry[2];
};

#ifdef RACY
constexpr auto kPublish = std::memory_order_relaxed;
#else
constexpr auto kPublish = std::memory_order_release;
#endif

Table first{1, {1, 1}}, second;
std::atomic<Table*> current{&first};

void reload() {
  second.version = 2;   // [version]
  second.entry[1] = 5;  // [entry]
  current.store(&second, kPublish);
}

int main() {
  std::thread writer(reload);
  const Table* table;
  do table = current.load(std::memory_order_acquire);
  while (table == &first && (std::this_thread::yield(), true));
  const int version = table->version;         // [check]
  const int sum = version + table->entry[1];  // [use]
  writer.join();
  return sum == 0;
}
