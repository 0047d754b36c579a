// What reduction needs to know of a step beyond its record (wire::RecordKind::kEffect): logged right after
// the step, by the thread that made it, and only if Config::effects is set. Facts about a thread's next step
// are logged before it passes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/wire/op_kind.h"
#include "runtime/core/state.h"

namespace stalemate::rt {

struct Fiber;

void put_effect(const Fiber* fiber, OpKind op, std::uint32_t value, std::uint64_t object);
void put_opaque();

inline void log_effect(OpKind op, std::uint32_t value, const volatile void* object = nullptr) {
  if (g.effects) [[unlikely]]
    put_effect(g.current, op, value, reinterpret_cast<std::uint64_t>(object));
}

inline void log_bytes(OpKind op, std::size_t bytes, std::uint64_t before = 0) {
  if (g.effects) [[unlikely]]
    put_effect(g.current, op, bytes < ~0u ? static_cast<std::uint32_t>(bytes) : ~0u, before);
}

// A value as effects log it: different values differ. The largest becomes 0, which is taken for unknown.
constexpr std::uint64_t logged_value(std::uint64_t value) { return (value + 1) * 0x9e3779b97f4a7c15u; }
constexpr std::uint64_t value_logged_as(std::uint64_t logged) { return logged * 0xf1de83e19937733du - 1; }
static_assert(value_logged_as(logged_value(0)) == 0 && value_logged_as(logged_value(12345)) == 12345);

// What an atomic operation has stored.
inline void log_stored_value(std::uint64_t value) {
  if (g.effects) [[unlikely]]
    put_effect(g.current, OpKind::kStore, 0, logged_value(value));
}

// What a compare-and-swap, or a wait, expects.
inline void log_expected(OpKind op, std::uint64_t value) {
  if (g.effects) [[unlikely]]
    put_effect(g.current, op, 0, logged_value(value));
}

// No conclusions from this step: wire.h has no record for what it did, or for the value before it.
inline void log_opaque() {
  if (g.effects) [[unlikely]]
    put_opaque();
}

void begin_effects();
// The execution is over: the announced steps of the others, and of `running` unless it is at its next step.
void log_pending(const Fiber* running);

}  // namespace stalemate::rt
