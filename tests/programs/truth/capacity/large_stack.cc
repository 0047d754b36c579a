// Frames that are larger than the stack, and reach beyond the page that guards it.
#include <alloca.h>
#include <limits.h>
#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifndef MEGABYTES
#define MEGABYTES 100
#endif

volatile std::size_t bytes = std::size_t{MEGABYTES} << 20;

__attribute__((noinline)) int recurse(volatile char* above) {
  volatile char frame[1024];
  frame[0] = *above;
  return recurse(frame) + frame[0];
}

void* use_stack(void*) {
#ifdef RECURSION
  volatile char first = 0;
  recurse(&first);
#elif defined SMALLEST
  char text[4096];
  std::snprintf(text, sizeof text, "%zu %f", bytes, 1.5);
  bytes = static_cast<std::size_t>(text[0]);
#elif defined ALL
  char* const block = static_cast<char*>(alloca(bytes));
  std::memset(block, 1, bytes);
  bytes = static_cast<std::size_t>(block[bytes / 2]);  // else a compiler may leave the stores out
#else
  volatile char* const block = static_cast<char*>(alloca(bytes));
  block[0] = 1;
#endif
  return nullptr;
}

int main() {
#ifdef IN_MAIN
  use_stack(nullptr);
#else
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
#ifdef ASKS
  pthread_attr_setstacksize(&attributes, std::size_t{ASKS} << 20);
#endif
#ifdef SMALLEST
  pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN);
#endif
  pthread_t thread;
  if (pthread_create(&thread, &attributes, use_stack, nullptr) != 0) std::abort();
  pthread_join(thread, nullptr);
#endif
}
