#include "runtime/session/participants.h"

#include "runtime/awaits/awaits.h"
#include "runtime/core/fiber.h"
#include "runtime/core/floating_point.h"
#include "runtime/core/participant.h"
#include "runtime/core/random_device.h"
#include "runtime/heap/block_records.h"
#include "runtime/heap/heap.h"
#include "runtime/heap/leaks.h"
#include "runtime/io/early_endpoints.h"
#include "runtime/io/io_wait.h"
#include "runtime/libc/calls/gates.h"
#include "runtime/log/call_stack.h"
#include "runtime/process/signals.h"
#include "runtime/process/timers.h"
#include "runtime/pthread/process_shared.h"
#include "runtime/races/plain_values.h"
#include "runtime/races/races.h"
#include "runtime/scheduler/fairness.h"
#include "runtime/scheduler/outside_state.h"
#include "runtime/scheduler/private_atomics.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/states/cycle_detection.h"
#include "runtime/states/state_log.h"
#include "runtime/uninstrumented/code_origin.h"
#include "runtime/uninstrumented/code_watch.h"
#include "runtime/uninstrumented/hang.h"

namespace stalemate::rt {

namespace {

// For functions that cannot fail, and that do not read the item.
template <auto prepare>
const char* prepares() {
  prepare();
  return nullptr;
}
template <auto begin>
void begins(const wire::ItemHeader&) {
  begin();
}

constexpr Participant kParticipants[] = {
    {prepares<prepare_fibers>, begins<release_fibers>},
    {prepares<prepare_objects>, begins<forget_all_objects>},
    {nullptr, begins<begin_plain_values>},
    {nullptr, begins<renew_heap>},
    {nullptr, begins<renew_randomness>},
    {prepares<prepare_fairness>, begins<begin_fairness>},
    {prepares<prepare_awaits>, begins<begin_awaits>},
    {prepares<prepare_private_atomics>, begins<begin_private_atomics>},
    {nullptr, begins<begin_watch_for_divergence>},
    {prepares<prepare_race_checking>, begin_race_checking},
    {prepare_leaks, nullptr},
    {nullptr, begin_block_records},
    {prepares<share_early_endpoints>, begins<renew_io>},
    {nullptr, begins<renew_processes>},
    {nullptr, begins<renew_signals>},
    {nullptr, begins<renew_timers>},
    {nullptr, begins<renew_outside_state>},
    {nullptr, begins<renew_floating_point>},
    {prepares<learn_support_libraries>, nullptr},
    {prepares<learn_code_origins>, nullptr},
    {prepares<prepare_code_watch>, begins<renew_code_watch>},
    {prepares<prepare_gates>, nullptr},
    {nullptr, begins<begin_hang_watch>},
    {prepares<prepare_state_log>, begins<begin_state_log>},
};

}  // namespace

const char* prepare_participants() {
  for (const Participant& participant : kParticipants)
    if (participant.prepare != nullptr)
      if (const char* problem = participant.prepare()) return problem;
  return nullptr;
}

void begin_participants(const wire::ItemHeader& item) {
  for (const Participant& participant : kParticipants)
    if (participant.begin_execution != nullptr) participant.begin_execution(item);
}

}  // namespace stalemate::rt
