// A program whose texts steer a terminal or are no UTF-8: escapes KIND. Where the compiler allows it, the name of
// its source does, too.
#include <pthread.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

const char* const kText = "\x1b]0;title\x07 \x1b[2J \x1b[8m \x9b\xff \xc2\x9b bell\a\r\b";
std::mutex mutex;
int shared = 0;

int main(int, char** argv) {
  const std::string kind = argv[1];
  pthread_setname_np(pthread_self(), "\x1b[2J\x9b");
  std::printf("%s\n", kText);
  std::fprintf(stderr, "%s\n", kText);
  std::thread other([] {
    const std::lock_guard<std::mutex> guard(mutex);
    pthread_setname_np(pthread_self(), "\x1b[31m\xff");
    shared = 1;
  });
  int seen = 0;
  {
    const std::lock_guard<std::mutex> guard(mutex);
    seen = shared;
  }
  if (kind == "file")
    if (std::FILE* const file = std::fopen(kText, "w")) std::fclose(file);
  if (kind == "system") (void)!std::system((std::string("true '") + kText + "'").c_str());
#line 7 "na\033[2Jme\007.cc"
  if (kind == "exception" && seen == 1) throw std::runtime_error(kText);
  if (kind == "assertion" && seen == 1) __assert_fail(kText, kText, 1, kText);
  if (kind == "deadlock" && seen == 1) mutex.lock(), mutex.lock();
  if (kind == "exit") std::_Exit(seen == 1 ? 3 : 0);
  other.join();
}
