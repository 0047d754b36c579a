// What reduction has to know of a step beyond its record (wire::RecordKind::kEffect): told right after the
// step, by the thread that made it, and only where Config::effects asks for it. What a thread knows of the
// step that it announces next it tells before it passes.
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

// A value as effects tell it: equal values are told alike, and none as 0.
constexpr std::uint64_t logged_value(std::uint64_t value) { return (value + 1) * 0x9e3779b97f4a7c15u | 1; }

// What a compare-and-swap, or a wait, expects.
inline void log_expected(OpKind op, std::uint64_t value) {
  if (g.effects) [[unlikely]]
    put_effect(g.current, op, 0, logged_value(value));
}

// No conclusions from this step: the words of wire.h do not say what it did, or what was there before it.
inline void log_opaque() {
  if (g.effects) [[unlikely]]
    put_opaque();
}

void begin_effects();
// The execution is over: what the others were about to do, and `running` unless it is at its next step.
void log_pending(const Fiber* running);

}  // namespace stalemate::rt
