// What is still in use when a program ends, or belongs to a library, is not lost, though nobody frees it;
// (LOST) what lies among it and is not in use is lost nevertheless.
#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <future>
#include <iomanip>
#include <iostream>
#include <locale>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <sys/mman.h>

struct Base {
  virtual ~Base() = default;
  long a = 1;
};
struct Other {
  virtual ~Other() = default;
  long b = 2;
};
struct Both : Base, Other {};

int* global = new int(1);
char* inside;
Other* second_base;
std::vector<std::unique_ptr<int>>* everything;
std::map<int, std::string> named;
thread_local int* of_thread;
void** mapped;
std::exception_ptr failure;
std::shared_ptr<int> shared;

const std::string& text() {
  static const std::string* const made = new std::string(100, 'x');
  return *made;
}

struct Singleton {
  static Singleton& get() {
    static auto* const singleton = new Singleton;
    return *singleton;
  }
  std::string name = std::string(50, 'n');
};

void fill() {
  inside = static_cast<char*>(std::malloc(100)) + 40;
  second_base = new Both;
  everything = new std::vector<std::unique_ptr<int>>;
  for (int i = 0; i < 20; ++i) everything->push_back(std::make_unique<int>(i));
  named[1] = std::string(60, 'm');
  of_thread = new int(3);
  mapped =
      static_cast<void**>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mapped[7] = new int(4);
  text();
  Singleton::get();
  shared = std::make_shared<int>(5);
}

void use_libraries() {
  std::ostringstream words;
  words << std::put_money(12) << 3.5 << std::boolalpha << true;
  std::cout << words.str() << std::endl;
  std::printf("%s %ls\n", "word", L"wide");
  std::FILE* file = std::fopen("/dev/null", "w");
  std::fprintf(file, "kept open");
  setenv("A_NAME", "a value", 1);
  std::setlocale(LC_ALL, "C");
  try {
    throw std::runtime_error("a long enough text to be allocated on the heap");
  } catch (...) {
    failure = std::current_exception();
  }
}

void* wait_for_ever(void* argument) {
  static pthread_barrier_t never;
  void* volatile mine = std::malloc(30);
  static_cast<void>(mine);
  of_thread = new int(6);
  pthread_barrier_init(&never, nullptr, 2);
  pthread_barrier_wait(&never);
  return argument;
}

#ifdef LOST
void lose() { delete second_base, second_base = new Both, inside = nullptr; }
#else
void lose() {}
#endif

int main() {
  fill();
  lose();
  use_libraries();
  std::thread([] { of_thread = nullptr; }).join();
  std::thread(wait_for_ever, std::malloc(24)).detach();
  auto value = std::async(std::launch::async, [] { return std::string(80, 'v'); });
  value.get();
  pthread_t unjoined;
  pthread_create(
      &unjoined, nullptr, [](void*) -> void* { return std::malloc(10); }, nullptr);
#ifdef EXIT
  void* volatile on_stack = std::malloc(70);
  static_cast<void>(on_stack);
  std::exit(0);
#endif
}
