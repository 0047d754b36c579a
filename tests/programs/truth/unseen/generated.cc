// Code made at run time: by mmap, by mprotect (PROTECTED), while there are threads (LATE); or only memory (PLAIN).
#include <sys/mman.h>
#include <cassert>
#include <cstring>
#include <thread>

using Function = int (*)();

Function make() {
  const unsigned char code[] = {0xb8, 42, 0, 0, 0, 0xc3};
#if defined(PLAIN)
  const int access = PROT_READ | PROT_WRITE;
#elif defined(PROTECTED)
  const int access = PROT_READ | PROT_WRITE;
#else
  const int access = PROT_READ | PROT_WRITE | PROT_EXEC;
#endif
  void* page = mmap(nullptr, 4096, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(page != MAP_FAILED);
  std::memcpy(page, code, sizeof code);
#ifdef PROTECTED
  mprotect(page, 4096, PROT_READ | PROT_EXEC);
#endif
  return reinterpret_cast<Function>(page);
}

void call(Function function) {
#ifndef PLAIN
  assert(function() == 42);
#endif
  (void)function;
}

int main() {
#if defined(ALONE)
  call(make());
#elif defined(LATE)
  std::thread one([] { call(make()); }), two([] {});
  one.join();
  two.join();
#else
  const Function function = make();
  std::thread one(call, function), two(call, function);
  one.join();
  two.join();
#endif
}
