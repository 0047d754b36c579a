// The functions that instrumented code calls, by their addresses: what a run on paper does instead of calling
// them.
#pragma once

#include <cstdint>

namespace stalemate::rt {

enum class HookKind : std::uint8_t {
  kNone,     // not a hook
  kNothing,  // has no effect on the program
  kYield,    // lets others run
  kRead,     // a plain access follows
  kWrite,    //
  kLoad,     // atomic operations
  kExchange,
  kFetchAdd,
  kFetchSub,
  kFetchAnd,
  kFetchOr,
  kFetchXor,
  kFetchNand,
  kCasValue,  // returns the value that was there
  kCas,       // returns whether it succeeded, and stores that value
};

struct Hook {
  HookKind kind = HookKind::kNone;
  std::uint8_t bytes = 0;
};

// Once, before the first call of find_hook().
void prepare_hooks();
Hook find_hook(std::uint64_t address);

constexpr bool is_atomic(HookKind kind) { return kind >= HookKind::kLoad; }

}  // namespace stalemate::rt
