// Threads that tell each other something where nobody looks: what is predicted from a trace that does not
// have it cannot be repeated, and is not to be called confirmed.
#include <mutex>
#include <thread>

int value, seen, other;  // of external linkage, or a compiler may leave them away

namespace {

std::mutex mutex;
int flag;

__attribute__((no_sanitize_thread, noinline)) void tell() { *const_cast<volatile int*>(&flag) = 1; }
__attribute__((no_sanitize_thread, noinline)) bool is_told() {
  return *const_cast<volatile int*>(&flag) != 0;
}

}  // namespace

int main() {
  std::thread first([] {
    tell();
    std::lock_guard<std::mutex> lock(mutex);
    value = 1;
  });
  std::thread second([] {
    const bool told = is_told();
    std::lock_guard<std::mutex> lock(mutex);
    if (told)
      seen = value;
    else
      other = 1;
  });
  first.join();
  second.join();
}
