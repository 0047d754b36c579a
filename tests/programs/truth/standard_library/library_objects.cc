// Two threads use one object whose functions are compiled into the standard library. With RIGHT each has its own.
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory_resource>
#include <stdexcept>
#include <string>
#include <strstream>
#include <system_error>
#include <thread>
#include <vector>

std::atomic<int> last_result;  // so that compilers compute it

#if defined ARENA
struct Arena {
  char memory[256];
  std::pmr::monotonic_buffer_resource resource{memory, sizeof memory};
};
Arena objects[2];

void use(int n, int) {
  std::pmr::string text("a long string that does not fit in place", &objects[n].resource);
  last_result = static_cast<int>(text.size());
}
#elif defined GROWING_ARENA  // takes its memory from the heap
std::pmr::monotonic_buffer_resource objects[2];

void use(int n, int own) {
  std::pmr::vector<int> numbers(&objects[n]);
  for (int i = 0; i < 3; ++i) numbers.push_back(own);
  last_result = numbers.back();
}
#elif defined DIRECTORY
std::filesystem::directory_iterator objects[2] = {std::filesystem::directory_iterator("."),
                                                  std::filesystem::directory_iterator(".")};

void use(int n, int) {
  if (objects[n] != std::filesystem::directory_iterator()) ++objects[n];
}
#elif defined TREE  // copies share their state
std::filesystem::recursive_directory_iterator first("."), other(".");
std::filesystem::recursive_directory_iterator objects[2][2] = {{first, first}, {other, other}};

void use(int n, int own) {
  if (objects[n][own] != std::filesystem::recursive_directory_iterator()) ++objects[n][own];
}
#elif defined ERROR_CODE
std::error_code objects[2];

void use(int n, int) {
  last_result = static_cast<int>(std::filesystem::file_size("/nonexistent", objects[n]));
}
#elif defined TEXT  // of an exception: copies share it
std::runtime_error objects[2] = {std::runtime_error("first"), std::runtime_error("second")};

void use(int n, int own) {
  if (own == 0) {
    const std::runtime_error copy = objects[n];
    last_result = copy.what()[0];
  } else {
    objects[n] = std::runtime_error("third");
  }
}
#elif defined NOT_CHECKED
std::strstream objects[2];

void use(int n, int) { objects[n].freeze(false); }
#endif

int main() {
  std::thread other(use, 1, 1);
#ifdef RIGHT
  use(0, 0);
#else
  use(1, 0);
#endif
  other.join();
}
