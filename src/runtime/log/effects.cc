#include "runtime/log/effects.h"

#include "runtime/core/fiber.h"
#include "runtime/log/record.h"

namespace stalemate::rt {

namespace {

bool opaque_from_start = false;  // there was no step yet that it could belong to

}  // namespace

void put_effect(const Fiber* fiber, OpKind op, std::uint32_t value, std::uint64_t object) {
  // Before the first step main is alone: it announces that step, or the end. Nothing comes after the exit
  // step.
  if (g.steps == 0 || !g.active || g.exiting) return;
  put({wire::RecordKind::kEffect, op, static_cast<std::uint16_t>(fiber->id), value, object});
}

void put_opaque() {
  if (g.steps == 0) opaque_from_start = true;
  put_effect(g.current, OpKind::kNone, 0, 0);
}

void begin_effects() {
  g.effects = g.channel->config.effects != 0;
  opaque_from_start = false;
}

void log_pending(const Fiber* running) {
  if (!g.effects) return;
  if (opaque_from_start && g.steps != 0)
    put({wire::RecordKind::kEffect, OpKind::kNone, static_cast<std::uint16_t>(g.last->id), 0, 0});
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (!f->finished && f != running)
      put({wire::RecordKind::kPending, f->op, static_cast<std::uint16_t>(f->id), 0, f->object});
}

}  // namespace stalemate::rt
