// The result of a step at a prefix of a happens-before graph.
#include "explore/graph/happens_before.h"

namespace stalemate {

// Threads that wait on the object and have not been woken.
bool HappensBefore::has_sleepers(const Prefix& x, OpKind leaves, std::uint64_t object) const {
  for (std::uint32_t thread = 0; thread < limit_; ++thread) {
    const Announced* next = announced(x, thread);
    if (next != nullptr && next->kind == Announced::Kind::kStep && next->op == leaves &&
        next->object == object && !woken(x, thread))
      return true;
  }
  return false;
}

std::uint32_t HappensBefore::waker_before(std::uint32_t thread, std::uint32_t number) const {
  Prefix x;
  x.count[thread] = static_cast<std::uint16_t>(number);
  const Action* wait = wait_of(x, thread);
  return wait == nullptr ? kNobody : wait->waker;
}

std::optional<StepResult> HappensBefore::result_at(const Prefix& x, std::uint32_t thread) const {
  if (!is_there(x, threads_[thread])) return StepResult::kSucceeded;
  const Upcoming& next = threads_[thread].upcoming[x.count[thread]];
  const Announced& step = next.step;
  if (step.kind != Announced::Kind::kStep) return StepResult::kSucceeded;
  const auto if_so = [](bool well) { return well ? StepResult::kSucceeded : StepResult::kFailed; };
  switch (step.op) {
    case OpKind::kTryLock: {  // a recursive one may be locked again
      const Past* last = last_change(x, variable_of(next, Space::kObject));
      const bool held = last != nullptr && actions_[last->action].depth != 0;
      if (held && last->thread == thread) return std::nullopt;
      return if_so(!held);
    }
    case OpKind::kTimedLock:
      return if_so(mutex_is_free(x, variable_of(next, Space::kObject), thread, step.again));
    case OpKind::kTryReadLock:
    case OpKind::kTimedReadLock: return if_so(!has_writer(x, next));
    case OpKind::kTryWriteLock:
    case OpKind::kTimedWriteLock: return if_so(!has_writer(x, next) && !has_readers(x, next));
    case OpKind::kSemTryWait:
    case OpKind::kSemTimedWait: return if_so(semaphore_is_positive(x, next));
    case OpKind::kTryJoin:
    case OpKind::kTimedJoin: {
      const std::uint32_t target = numbering_.called(step.object);
      return if_so(target != Numbering::kNoName && finished(x, target));
    }
    case OpKind::kReacquire:
    case OpKind::kFutexWoken: return if_so(woken(x, thread));
    case OpKind::kOnce:  // an exception may have left the initialiser
      if (last_change(x, variable_of(next, Space::kObject)) == nullptr) return StepResult::kSucceeded;
      return std::nullopt;
    case OpKind::kSignal:
    case OpKind::kBroadcast: return if_so(has_sleepers(x, OpKind::kReacquire, step.object));
    case OpKind::kFutexWake:  // it may wake none of the sleepers
      if (!has_sleepers(x, OpKind::kFutexWoken, step.object)) return StepResult::kFailed;
      return std::nullopt;
    case OpKind::kCas: {
      const std::uint64_t wanted = expected(thread, x.count[thread]);
      const std::uint64_t there = wanted == 0 ? 0 : value_at(x, variable_of(next, Space::kObject));
      if (there == 0) return std::nullopt;
      return if_so(there == wanted);
    }
    case OpKind::kRetry:
    case OpKind::kFutexWait: return std::nullopt;
    default: return StepResult::kSucceeded;
  }
}

}  // namespace stalemate
