// Settings that are loaded by whoever comes first: call_once and a static local. RACY: a flag by hand.
#include <mutex>
#include <thread>

struct Settings {
  int threads = 0;
};

Settings settings;
std::once_flag loaded;
bool is_loaded;

int default_threads() {
  static const int count = [] {
    volatile int cores = 4;
    return static_cast<int>(cores);
  }();
  return count;
}

void load() { settings.threads = default_threads(); }  // [load]

int threads() {
#ifdef RACY
  if (!is_loaded) {  // [look]
    load();
    is_loaded = true;  // [set]
  }
#else
  std::call_once(loaded, load);
#endif
  return settings.threads;  // [use]
}

int main() {
  std::thread other(threads);
  const int count = threads();
  other.join();
  return count == 0;
}
