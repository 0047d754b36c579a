// A plugin is destroyed where its worker may still call it. RACY: destroyed before the worker is joined.
#include <new>
#include <thread>

struct Plugin {
  virtual ~Plugin();  // runs as a Plugin, whatever it was
  virtual int run() { return 1; }
};

__attribute__((noinline)) int last_run(Plugin* plugin) { return plugin->run(); }
Plugin::~Plugin() { last_run(this); }  // [end]

struct Filter : Plugin {
  ~Filter() override {}
  int run() override { return 2; }
};

alignas(Filter) char storage[sizeof(Filter)];

void serve(Plugin* plugin) {
  plugin->run();  // [call]
}

int main() {
  Plugin* plugin = new (storage) Filter;
  std::thread worker(serve, plugin);
#ifndef RACY
  worker.join();
#endif
  plugin->~Plugin();
#ifdef RACY
  worker.join();
#endif
}
