// One hazard pointer: the writer frees what it replaced only when the reader does not point to it.
#include <atomic>
#include <cassert>
#include <thread>

struct Config {
  int width, height;
};

static std::atomic<Config*> current{nullptr};
static std::atomic<Config*> hazard{nullptr};

static int read_area() {
  Config* p = current.load();
  for (;;) {
    hazard.store(p);
    Config* again = current.load();
    if (again == p) break;
    p = again;
  }
  int area = p->width * p->height;
  hazard.store(nullptr);
  return area;
}

static void replace(Config* fresh) {
  Config* old = current.exchange(fresh);
  while (hazard.load() == old) std::this_thread::yield();
  delete old;
}

int main() {
  current = new Config{2, 3};
  int area = 0;
  std::thread reader([&area] { area = read_area(); });
  std::thread writer([] { replace(new Config{4, 5}); });
  reader.join();
  writer.join();
  assert(area == 6 || area == 20);
  delete current.load();
}
