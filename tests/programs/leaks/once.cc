// An object that is made when it is first needed. The thread that comes second frees its own; or (LOST) it
// does not.
#include <atomic>
#include <thread>

struct Settings {
  int values[16];
};

std::atomic<Settings*> settings{nullptr};

Settings* make_settings() { return new Settings{}; }

Settings* get() {
  Settings* known = settings.load();
  if (known != nullptr) return known;
  Settings* mine = make_settings();
#ifdef LOST
  settings.store(mine);
  return mine;
#else
  if (settings.compare_exchange_strong(known, mine)) return mine;
  delete mine;
  return known;
#endif
}

int main() {
  std::thread other([] { get(); });
  get();
  other.join();
}
