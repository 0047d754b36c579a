// Wrong: every member of the map is locked, but not the question and its answer together.
// Least bound 1, assertion: interrupt one thread between contains() and insert(); without that the second
// finds the entry.
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>

template <typename K, typename V>
class SafeMap {
 public:
  bool contains(const K& key) const {
    std::lock_guard<std::mutex> lock(mutex_);
    return map_.count(key) != 0;
  }
  bool insert(const K& key, V value) {
    std::lock_guard<std::mutex> lock(mutex_);
    return map_.emplace(key, std::move(value)).second;
  }

 private:
  mutable std::mutex mutex_;
  std::map<K, V> map_;
};

static SafeMap<std::string, int> sessions;

static void log_in(const std::string& user, int session) {
  if (!sessions.contains(user)) {
    const bool fresh = sessions.insert(user, session);
    assert(fresh && "two sessions for one user");
    (void)fresh;
  }
}

int main() {
  std::thread first(log_in, "ada", 1), second(log_in, "ada", 2);
  first.join();
  second.join();
}
