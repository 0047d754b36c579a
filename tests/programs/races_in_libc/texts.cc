// What the C++ library does to texts and streams, by functions of the C library.
#include <cstdio>
#include <fstream>
#include <future>
#include <iomanip>
#include <iostream>
#include <locale>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#ifdef ASSIGN
// std::string::assign copies inside the library; only LOCKED it is no race.
std::mutex mutex;
std::string text = "text that does not fit into the object itself";

void use(const char* more) {
#ifdef LOCKED
  std::lock_guard<std::mutex> lock(mutex);
#endif
  text.assign(more);
}
#elif defined STREAMS
// By the standard, no race: the streams of the C library have locks, and those of C++ are theirs.
void use(const char* more) {
  std::cout << more << 7 << std::string(40, 'x') << '\n';
  std::printf("%s %d %s\n", more, 7, std::string(40, 'y').c_str());
  std::puts(more);
  std::fwrite(more, 1, 5, stdout);
}
#elif defined FILES
std::mutex mutex;
std::ofstream file("/dev/null");

void use(const char* more) {
  std::lock_guard<std::mutex> lock(mutex);
  file << more << std::setw(20) << 3.5 << std::endl;
}
#elif defined EXCEPTIONS
// The message is shared between copies, by counts that nobody sees.
void use(const char* more) {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thrower([&] {
    try {
      throw std::runtime_error(std::string("a message that is long: ") + more);
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
  try {
    future.get();
  } catch (const std::exception& e) {
    const std::runtime_error copy(static_cast<const std::runtime_error&>(e));
    if (std::string(copy.what()).empty()) std::terminate();
  }
  thrower.join();
}
#elif defined LOCALES
void use(const char* more) {
  std::ostringstream out;
  const std::tm day{};
  out.imbue(std::locale::classic());
  out << more << 1234567.5 << true << std::put_time(&day, "%Y");
  std::istringstream in("12 text");
  int number;
  std::string word;
  in >> number >> word;
  if (out.str().size() < word.size()) std::terminate();
}
#endif

int main() {
  std::thread first(use, "of one"), second(use, "of another");
  first.join();
  second.join();
}
