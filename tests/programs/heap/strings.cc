// Two threads that append to a string, each under the lock.
//
// RACY: without it. Members of std::string are the library's code up to C++17, and yet they are seen.
#include <mutex>
#include <string>
#include <thread>

std::mutex mutex;
std::string text = "more than fits into the object itself";

void append(char what) {
#ifndef RACY
  std::lock_guard<std::mutex> lock(mutex);
#endif
  text += what;
}

int main() {
  std::thread one(append, 'a'), two(append, 'b');
  one.join();
  two.join();
}
