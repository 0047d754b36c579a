#include "runtime/awaits/hooks.h"

#include <algorithm>
#include <iterator>

namespace stalemate::rt {

namespace {

// Each is declared as what has an address; it is defined in runtime/tsan and elsewhere.
#define STALEMATE_ADDRESS(name, symbol) \
  extern const char name[] __asm__(symbol) __attribute__((visibility("default")));

#define STALEMATE_PLAIN(X, bytes)                 \
  X(read##bytes, kRead, bytes)                    \
  X(write##bytes, kWrite, bytes)                  \
  X(volatile_read##bytes, kRead, bytes)           \
  X(volatile_write##bytes, kWrite, bytes)         \
  X(unaligned_read##bytes, kRead, bytes)          \
  X(unaligned_write##bytes, kWrite, bytes)        \
  X(unaligned_volatile_read##bytes, kRead, bytes) \
  X(unaligned_volatile_write##bytes, kWrite, bytes)
#define STALEMATE_ATOMICS(X, bits, bytes)                  \
  X(atomic##bits##_load, kLoad, bytes)                     \
  X(atomic##bits##_exchange, kExchange, bytes)             \
  X(atomic##bits##_fetch_add, kFetchAdd, bytes)            \
  X(atomic##bits##_fetch_sub, kFetchSub, bytes)            \
  X(atomic##bits##_fetch_and, kFetchAnd, bytes)            \
  X(atomic##bits##_fetch_or, kFetchOr, bytes)              \
  X(atomic##bits##_fetch_xor, kFetchXor, bytes)            \
  X(atomic##bits##_fetch_nand, kFetchNand, bytes)          \
  X(atomic##bits##_compare_exchange_val, kCasValue, bytes) \
  X(atomic##bits##_compare_exchange_strong, kCas, bytes)   \
  X(atomic##bits##_compare_exchange_weak, kCas, bytes)
#define STALEMATE_HOOKS(X)    \
  X(func_entry, kNothing, 0)  \
  X(func_exit, kNothing, 0)   \
  X(vptr_read, kRead, 8)      \
  STALEMATE_PLAIN(X, 1)       \
  STALEMATE_PLAIN(X, 2)       \
  STALEMATE_PLAIN(X, 4)       \
  STALEMATE_PLAIN(X, 8)       \
  STALEMATE_ATOMICS(X, 8, 1)  \
  STALEMATE_ATOMICS(X, 16, 2) \
  STALEMATE_ATOMICS(X, 32, 4) \
  STALEMATE_ATOMICS(X, 64, 8)

#define STALEMATE_DECLARE(name, kind, bytes) STALEMATE_ADDRESS(at_##name, "__tsan_" #name)
STALEMATE_HOOKS(STALEMATE_DECLARE)
STALEMATE_ADDRESS(at_sched_yield, "sched_yield")
STALEMATE_ADDRESS(at_thrd_yield, "thrd_yield")

struct Row {
  const char* address;
  Hook hook;
};

#define STALEMATE_ROW(name, kind, bytes) {at_##name, {HookKind::kind, bytes}},
Row rows[] = {STALEMATE_HOOKS(STALEMATE_ROW){at_sched_yield, {HookKind::kYield, 0}},
              {at_thrd_yield, {HookKind::kYield, 0}}};

bool is_before(const Row& a, const Row& b) { return a.address < b.address; }

}  // namespace

void prepare_hooks() { std::sort(std::begin(rows), std::end(rows), is_before); }

Hook find_hook(std::uint64_t address) {
  const Row wanted = {reinterpret_cast<const char*>(address), {}};
  const Row* const found = std::lower_bound(std::begin(rows), std::end(rows), wanted, is_before);
  return found != std::end(rows) && found->address == wanted.address ? found->hook : Hook{};
}

}  // namespace stalemate::rt
