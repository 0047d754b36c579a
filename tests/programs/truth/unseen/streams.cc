// One stream, used by two threads: a race where the C++ library is shared. Where it is part of the program, what it
// does is not seen, with an order (ORDERED) or without, and neither are other functions of it that work on the
// program's memory: NUMBER, HASH. With NONE there is nothing of the kind.
#include <charconv>
#include <functional>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

#if defined(NUMBER)
static char text[32];
static void use(int) { std::to_chars(text, text + sizeof text, 0.5); }
#elif defined(HASH)
static std::string text = "some text that is longer than fits into the string";
static std::size_t seen[2];
static void use(int n) {
  if (n == 42)
    seen[1] = std::hash<std::string>()(text);
  else
    text[0] = 'x';
}
#elif defined(NONE)
static std::mutex mutex;
static std::string text;
static void use(int n) {
  const std::lock_guard<std::mutex> hold(mutex);
  text += n == 42 ? "42" : "text";
}
#else
static std::ostringstream text;
#ifdef ORDERED
static std::mutex mutex;
#endif
static void use(int n) {
#ifdef ORDERED
  const std::lock_guard<std::mutex> hold(mutex);
#endif
  if (n == 42)
    text << n;
  else
    text << "text";
}
#endif

int main() {
  std::thread other(use, 42);
  use(0);
  other.join();
}
