// Two threads use one object of the standard library, whose functions are compiled into the library. With RIGHT
// a lock excludes them, or each has an object of its own; else they race.
#include <atomic>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <mutex>
#include <regex>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>

std::shared_mutex mutex;
std::atomic<int> last_result;  // so that compilers compute it
#ifdef RIGHT
using Lock = std::unique_lock<std::shared_mutex>;
#else
using Lock = std::shared_lock<std::shared_mutex>;
#endif

#if defined LEAST_RECENTLY_USED
// A cache whose readers move what they have found to the front, under a shared lock.
std::list<int> order = {1, 2, 3};

void use(int value) {
  Lock lock(mutex);
  order.splice(order.begin(), order, std::next(order.begin(), value));
}
#elif defined ERASE
std::map<int, int> map = {{1, 1}, {2, 2}, {3, 3}};

void use(int value) {
  Lock lock(mutex);
  if (value == 1)
    map.erase(1);
  else if (map.find(1) != map.end())
    last_result = value;
}
#elif defined TRAVERSE
std::set<int> set = {1, 2, 3};

void use(int value) {
  Lock lock(mutex);
  if (value == 1)
    set.insert(4);
  else
    for (int each : set) value += each;
  last_result = value;
}
#elif defined LOG
std::ostringstream journal;

void use(int value) {
  Lock lock(mutex);
  journal << value;
}
#elif defined SCAN
std::istringstream numbers("1 2");

void use(int) {
  Lock lock(mutex);
  int number = 0;
  numbers >> number;
}
#elif defined FILE_LOG
std::ofstream file("/dev/null");

void use(int value) {
  Lock lock(mutex);
  file << value;
}
#elif defined LOCALE
std::locale locale;

void use(int value) {
  Lock lock(mutex);
  if (value == 1)
    locale = std::locale::classic();
  else
    std::locale copy(locale);
}
#elif defined OWN
// None of these is shared.
void use(int value) {
  std::ostringstream out;
  out << std::setw(5) << value << "text" << 1.5 << std::string(40, 'x') << std::endl;
  std::istringstream in(out.str());
  int number;
  std::string word;
  in >> number >> word;
  std::list<int> list = {3, 2, 1};
  list.sort();
  std::map<int, std::string> map;
  for (int i = 0; i < 10; ++i) map[i] = word;
  map.erase(5);
  std::unordered_map<std::string, int> table;
  table[word] = number;
}
#elif defined STANDARD_STREAMS
// By the standard, no race.
void use(int value) {
  std::cout << value << " text " << 1.5 << std::endl;
  std::cerr << value << " text " << std::flush;
  std::clog << value << '\n';
}
#elif defined OWN_BUFFER
// Streams of their own with a buffer that has a lock.
class Buffer : public std::streambuf {
  std::mutex mutex_;
  std::string text_;

  int_type overflow(int_type c) override {
    std::lock_guard<std::mutex> lock(mutex_);
    text_ += static_cast<char>(c);
    return c;
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    std::lock_guard<std::mutex> lock(mutex_);
    text_.append(text, static_cast<std::size_t>(count));
    return count;
  }
};
Buffer buffer;

void use(int value) {
  std::ostream out(&buffer);
  out << value;
}
#elif defined SAME_READ
// All of them are read by both.
const std::string text = "a text that does not fit into the object";
const std::list<int> list = {1, 2, 3};
const std::map<int, int> map = {{1, 1}, {2, 2}};
const std::locale locale;

void use(int value) {
  std::ostringstream out;
  out.imbue(locale);
  out << text;
  for (int each : list) out << each;
  for (const auto& [key, each] : map) out << key << each;
  if (map.find(value) == map.end()) std::terminate();
}
#elif defined REGEX
void use(int value) {
  const std::regex expression("[a-c]+([0-9])*");
  if (!std::regex_match(std::string("abc") + std::to_string(value), expression)) std::terminate();
}
#endif

int main() {
  std::thread first(use, 1), second(use, 2);
  first.join();
  second.join();
}
