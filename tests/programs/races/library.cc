// What the C++ library synchronizes by itself: shared pointers, streams, static locals, call_once.
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

std::once_flag once;
int prepared;

const std::map<int, std::string>& table() {
  static const std::map<int, std::string> names{{1, "one"}, {2, "two"}};
  return names;
}

void use(std::shared_ptr<const std::string> text) {
#ifdef STREAM
  std::cout << *text << ' ' << text->size() << '\n';
#elif defined ONCE
  std::call_once(once, [] { prepared = 7; });
  if (prepared != 7) std::terminate();
#else
  std::string copy = *text + table().at(1);
  text.reset();
#endif
}

int main() {
  auto text = std::make_shared<const std::string>("some text that does not fit into the object itself");
  std::thread first(use, text), second(use, text);
  text.reset();
  first.join();
  second.join();
}
