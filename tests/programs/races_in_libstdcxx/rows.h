// Calls of the C++ library on shared objects, one after the other, each beside a thread of its own:
//
//   program racy|ordered|apart [PART PARTS]
//
// of all rows, or of those of one part, where there are more races than one execution tells.
// The thread uses the same object and nothing orders the two (racy); the same, and it is joined before
// (ordered); it uses another object (apart). Where `call` and `other` only read, use READS: never a race.
#pragma once

#include <cstdlib>
#include <cstring>
#include <thread>

struct Row {
  void (*call)();
  void (*other)(bool apart);
};

// Every call has a line of its own: a race is reported once per pair of lines. In `call` and `other` the object
// is `x`; `other` is what the thread does.
#define CALL(name, type, init, call, other)                           \
  static type first_##name init;                                      \
  static type second_##name init;                                     \
  __attribute__((noinline)) static void call_on_##name(type& x) call  \
  __attribute__((noinline)) static void other_on_##name(type& x) other \
  static void call_##name() { call_on_##name(first_##name); }         \
  static void other_##name(bool apart) { other_on_##name(apart ? second_##name : first_##name); } \
  static const Row row_##name = {call_##name, other_##name};          \
  static const Row* const at_##name __attribute__((section("rows"), used)) = &row_##name;
#define READS(name, type, init, call, other)                          \
  static type first_##name init;                                      \
  __attribute__((noinline)) static void reads_on_##name(type& x) call  \
  __attribute__((noinline)) static void other_on_##name(type& x) other \
  static void call_##name() { reads_on_##name(first_##name); }        \
  static void other_##name(bool) { other_on_##name(first_##name); }   \
  static const Row row_##name = {call_##name, other_##name};          \
  static const Row* const at_##name __attribute__((section("rows"), used)) = &row_##name;
extern "C" const Row *const __start_rows[], *const __stop_rows[];

// The compiler computes `value`.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

int main(int count, char** arguments) {
  const char* how = count > 1 ? arguments[1] : "racy";
  const bool ordered = std::strcmp(how, "ordered") == 0, apart = std::strcmp(how, "apart") == 0;
  const long part = count > 3 ? std::atol(arguments[2]) : 0, parts = count > 3 ? std::atol(arguments[3]) : 1;
  for (const Row* const* row = __start_rows; row != __stop_rows; ++row) {
    if ((row - __start_rows) % parts != part) continue;
    std::thread thread((*row)->other, apart);
    if (ordered) thread.join();
    (*row)->call();
    if (!ordered) thread.join();
  }
}
