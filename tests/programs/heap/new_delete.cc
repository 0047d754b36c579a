// Every form of operator new and delete, and what happens when there is no memory. With -DREPLACED the
// program has its own of two of them, and the other forms have to come down to these.
#include <cstdlib>
#include <new>
#include <string>
#include <thread>

static void expect(bool holds) {
  if (!holds) std::abort();
}

// Keeps the compiler from leaving out what nobody looks at.
template <class T>
static T* kept(T* memory) {
  static T* volatile sink;
  sink = memory;
  return sink;
}

#ifdef REPLACED
static int news, deletes;
void* operator new(std::size_t bytes) {
  ++news;
  void* memory = std::malloc(bytes + 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept {
  ++deletes;
  std::free(memory);
}

static void use_all_forms() {
  const int news_before = news, deletes_before = deletes;
  delete kept(new int);
  delete[] kept(new int[10]);
  delete kept(new (std::nothrow) int);
  delete[] kept(new (std::nothrow) int[10]);
  ::operator delete (kept(::operator new(5)), std::size_t{5});
  ::operator delete[](kept(::operator new[](5)), std::size_t{5});
  ::operator delete(kept(::operator new(5)), std::nothrow);
  ::operator delete[](kept(::operator new[](5)), std::nothrow);
  expect(news - news_before == 8 && deletes - deletes_before == 8);
}
#else
struct alignas(256) Wide {
  char bytes[300];
};

static void use_all_forms() {
  delete kept(new int);
  delete[] kept(new int[10]);
  delete kept(new (std::nothrow) int);
  delete[] kept(new (std::nothrow) int[10]);
  Wide* wide = kept(new Wide);
  Wide* wides = kept(new Wide[3]);
  expect(reinterpret_cast<std::size_t>(wide) % 256 == 0 && reinterpret_cast<std::size_t>(wides) % 256 == 0);
  delete wide;
  delete[] wides;
  delete kept(new (std::nothrow) Wide);
  delete[] kept(new (std::nothrow) Wide[3]);
}

static int handled;
static volatile std::size_t too_much = std::size_t{1} << 60;

// The handler is asked until it gives up, and then the caller is told.
static void run_out_of_memory() {
  handled = 0;
  std::set_new_handler([] {
    if (++handled == 3) std::set_new_handler(nullptr);
  });
  bool thrown = false;
  try {
    kept(::operator new(too_much));
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  expect(thrown && handled == 3);
  expect(kept(::operator new[](too_much, std::nothrow)) == nullptr);
  std::set_new_handler([] { throw std::bad_alloc(); });
  expect(kept(::operator new (too_much, std::align_val_t{64}, std::nothrow)) == nullptr);
  std::set_new_handler(nullptr);
}
#endif

int main() {
  std::thread thread([] { std::string text(100, 'x'); });
  thread.join();
  use_all_forms();
#ifndef REPLACED
  run_out_of_memory();
#endif
}
