// std::atomic<std::shared_ptr>: readers take a snapshot, the writer publishes a new one.
#include <atomic>
#include <memory>
#include <string>
#include <thread>

struct Settings {
  std::string host;
  int port;
};

int main() {
  std::atomic<std::shared_ptr<const Settings>> settings{
      std::make_shared<const Settings>(Settings{"localhost", 80})};
  bool consistent = true;

  std::thread reader([&] {
    auto snapshot = settings.load();
    consistent = (snapshot->host == "localhost" && snapshot->port == 80) ||
                 (snapshot->host == "example.org" && snapshot->port == 443);
  });
  std::thread writer([&] { settings.store(std::make_shared<const Settings>(Settings{"example.org", 443})); });
  reader.join();
  writer.join();
  return consistent && settings.load()->port == 443 ? 0 : 1;
}
