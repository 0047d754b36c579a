// Every access that a program can make, once for each of its events: ACCESS(i) is on line i + 1 of
// accesses.inc, with all of its code.
#include <cstdint>

#include "event.h"

namespace {

template <unsigned Size>
struct Bytes {
  char byte[Size];
};
template <class Number>
struct __attribute__((packed)) Unaligned {
  Number value;
};
using U2 = Unaligned<std::uint16_t>;
using U4 = Unaligned<std::uint32_t>;
using U8 = Unaligned<std::uint64_t>;

}  // namespace

// ThreadSanitizer remembers more of an access that is aligned.
#define IS_ALIGNED(type) ((std::uintptr_t)p % alignof(type) == 0)
#define READ_AS(type)                 \
  {                                   \
    const type got = *(const type*)p; \
    asm volatile("" ::"m"(got));      \
    return;                           \
  }
#define READ(bytes, type, aligned)            \
  case bytes:                                 \
    if (IS_ALIGNED(aligned)) READ_AS(aligned) \
    READ_AS(type)
#define WRITE(bytes, type, aligned, value) \
  case bytes:                              \
    if (IS_ALIGNED(aligned))               \
      *(aligned*)p = aligned value;        \
    else                                   \
      *(type*)p = type value;              \
    return;
#define LOAD(order)                            \
  case order:                                  \
    __atomic_load_n((std::uint32_t*)p, order); \
    return;
#define STORE(order)                               \
  case order:                                      \
    __atomic_store_n((std::uint32_t*)p, 1, order); \
    return;
#define MODIFY(order)                                \
  case order:                                        \
    __atomic_fetch_add((std::uint32_t*)p, 1, order); \
    return;
#define SWAP(order)                                                                  \
  case order: {                                                                      \
    std::uint32_t wrong = 0xffff0000;                                                \
    __atomic_compare_exchange_n((std::uint32_t*)p, &wrong, 1u, false, order, order); \
    return;                                                                          \
  }

#define ACCESS(i)                                                                                    \
  static void perform_##i(const Event& e, char* p) {                                                 \
    switch (e.kind) {                                                                                \
      case kRead:                                                                                    \
        switch (e.bytes) {                                                                           \
          READ(1, char, char)                                                                        \
          READ(2, U2, std::uint16_t)                                                                 \
          READ(3, Bytes<3>, Bytes<3>)                                                                \
          READ(4, U4, std::uint32_t)                                                                 \
          READ(7, Bytes<7>, Bytes<7>)                                                                \
          READ(8, U8, std::uint64_t)                                                                 \
        }                                                                                            \
        break;                                                                                       \
      case kWrite:                                                                                   \
        switch (e.bytes) {                                                                           \
          WRITE(1, char, char, {i})                                                                  \
          WRITE(2, U2, std::uint16_t, {i})                                                           \
          WRITE(3, Bytes<3>, Bytes<3>, {})                                                           \
          WRITE(4, U4, std::uint32_t, {i})                                                           \
          WRITE(7, Bytes<7>, Bytes<7>, {})                                                           \
          WRITE(8, U8, std::uint64_t, {i})                                                           \
        }                                                                                            \
        break;                                                                                       \
      case kLoad:                                                                                    \
        switch (e.order) { LOAD(__ATOMIC_RELAXED) LOAD(__ATOMIC_ACQUIRE) LOAD(__ATOMIC_SEQ_CST) }    \
        break;                                                                                       \
      case kStore:                                                                                   \
        switch (e.order) { STORE(__ATOMIC_RELAXED) STORE(__ATOMIC_RELEASE) STORE(__ATOMIC_SEQ_CST) } \
        break;                                                                                       \
      case kModify:                                                                                  \
        switch (e.order) {                                                                           \
          MODIFY(__ATOMIC_RELAXED)                                                                   \
          MODIFY(__ATOMIC_ACQUIRE)                                                                   \
          MODIFY(__ATOMIC_RELEASE)                                                                   \
          MODIFY(__ATOMIC_ACQ_REL)                                                                   \
          MODIFY(__ATOMIC_SEQ_CST)                                                                   \
        }                                                                                            \
        break;                                                                                       \
      case kFailedSwap:                                                                              \
        switch (e.order) { SWAP(__ATOMIC_RELAXED) SWAP(__ATOMIC_ACQUIRE) SWAP(__ATOMIC_SEQ_CST) }    \
        break;                                                                                       \
      default: break;                                                                                \
    }                                                                                                \
    __builtin_trap();                                                                                \
  }

#include "accesses.inc"

#undef ACCESS
#define ACCESS(i) perform_##i,

void (*const perform[kMostEvents])(const Event& event, char* at) = {
#include "accesses.inc"
};
