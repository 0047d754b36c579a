// Read, copy, update with the free functions for shared_ptr: writers retry when somebody else was faster.
#include <cassert>
#include <map>
#include <memory>
#include <string>
#include <thread>

using Table = std::map<std::string, int>;
static std::shared_ptr<const Table> table = std::make_shared<const Table>();

static void set(const std::string& key, int value) {
  auto seen = std::atomic_load(&table);
  std::shared_ptr<const Table> fresh;
  do {
    auto copy = std::make_shared<Table>(*seen);
    (*copy)[key] = value;
    fresh = std::move(copy);
  } while (!std::atomic_compare_exchange_strong(&table, &seen, fresh));
}

int main() {
  std::thread a([] { set("a", 1); });
  std::thread b([] { set("b", 2); });
  const auto snapshot = std::atomic_load(&table);
  assert(snapshot->size() <= 2);
  a.join();
  b.join();
  assert((*std::atomic_load(&table) == Table{{"a", 1}, {"b", 2}}));
}
