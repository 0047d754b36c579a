// A cache that is read often and written rarely.
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

class dns_cache {
  std::map<std::string, int> entries;
  mutable std::shared_mutex entry_mutex;

 public:
  int find_entry(const std::string& domain) const {
    std::shared_lock lk(entry_mutex);
    auto it = entries.find(domain);
    return it == entries.end() ? -1 : it->second;
  }
  void update_or_add_entry(const std::string& domain, int address) {
    std::lock_guard lk(entry_mutex);
    entries[domain] = address;
  }
};

int main() {
  dns_cache cache;
  cache.update_or_add_entry("example.org", 1);
  int seen = 0;
  std::thread reader([&] { seen = cache.find_entry("example.org"); });
  std::thread writer([&] {
    cache.update_or_add_entry("example.org", 2);
    cache.update_or_add_entry("example.net", 3);
  });
  reader.join();
  writer.join();
  if (seen != 1 && seen != 2) return 1;
  return cache.find_entry("example.org") == 2 && cache.find_entry("example.net") == 3 ? 0 : 2;
}
