// A cache that does not keep alive what it hands out.
#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Texture {
  explicit Texture(std::string n) : name(std::move(n)) {}
  std::string name;
};

static std::shared_ptr<Texture> load(const std::string& name) {
  static std::map<std::string, std::weak_ptr<Texture>> cache;
  static std::mutex m;

  std::lock_guard<std::mutex> hold(m);
  auto sp = cache[name].lock();
  if (!sp) cache[name] = sp = std::make_shared<Texture>(name);
  return sp;
}

int main() {
  std::shared_ptr<Texture> kept;
  std::weak_ptr<Texture> watch;
  std::thread holder([&] { kept = load("grass"); });
  std::thread passer([&] {
    auto mine = load("grass");
    watch = mine;
    assert(mine->name == "grass");
  });
  holder.join();
  passer.join();
  assert(kept && kept->name == "grass");
  if (auto alive = watch.lock()) assert(alive == kept);
  kept.reset();
  assert(watch.expired());
}
