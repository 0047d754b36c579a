#include "toy_program.h"

#include <signal.h>

namespace stalemate::host {
namespace {

class Machine {
 public:
  Machine(const ToyProgram& program, RecordSink& sink)
      : program_(program), sink_(sink), left_(program.threads, program.steps) {
    for (std::uint32_t t = 0; t < program.threads; ++t) tell(wire::RecordKind::kEnabled, t, 0);
  }

  bool enabled(std::uint32_t thread) const { return thread < left_.size() && left_[thread] != 0; }

  std::uint32_t random_choice(std::uint64_t& seed) const {
    if (tail_choice() == ~0u) return ~0u;
    for (;;) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      const auto thread = static_cast<std::uint32_t>((seed >> 33) % left_.size());
      if (enabled(thread)) return thread;
    }
  }

  std::uint32_t tail_choice() const {
    if (enabled(last_)) return last_;
    for (std::uint32_t t = 0; t < left_.size(); ++t)
      if (left_[t] != 0) return t;
    return ~0u;
  }

  void step(std::uint32_t thread) {
    sink_.add({wire::RecordKind::kStep, OpKind::kStore, static_cast<std::uint16_t>(thread), 0, 100 + thread});
    last_ = thread;
    if (--left_[thread] == 0) tell(wire::RecordKind::kDisabled, thread, wire::kFinished);
  }

  bool others_left(std::uint32_t thread) const {
    for (std::uint32_t t = 0; t < left_.size(); ++t)
      if (t != thread && left_[t] != 0) return true;
    return false;
  }

  std::uint32_t last() const { return last_; }

 private:
  void tell(wire::RecordKind kind, std::uint32_t thread, std::uint32_t value) {
    sink_.add({kind, OpKind::kNone, static_cast<std::uint16_t>(thread), value, 0});
  }

  const ToyProgram& program_;
  RecordSink& sink_;
  std::vector<std::uint32_t> left_;
  std::uint32_t last_ = 0;
};

}  // namespace

ToyEnd run_toy(const ToyProgram& program, const wire::ItemHeader& item, const wire::Deviation* deviations,
               RecordSink& sink) {
  Machine machine(program, sink);
  ToyEnd end;
  std::uint32_t used = 0;
  std::uint64_t seed = item.seed;
  const auto tail = [&] {
    return item.tail == wire::Tail::kRandom ? machine.random_choice(seed) : machine.tail_choice();
  };
  for (std::uint32_t choice; (choice = tail()) != ~0u; ++end.points) {
    if (used < item.deviations && deviations[used].point == end.points) choice = deviations[used++].choice;
    if (!machine.enabled(choice)) {
      end.outcome = wire::Outcome::kDiverged;
      end.divergence = end.points;
      return end;
    }
    machine.step(choice);
    if (choice == program.crash_thread && machine.others_left(choice)) raise(SIGSEGV);
  }
  if (machine.last() == program.loser) {
    end.outcome = wire::Outcome::kAssertion;
    end.text = "the last step is the loser's";
  }
  return end;
}

std::uint64_t interleavings(const ToyProgram& program) {
  std::uint64_t result = 1, n = 0;
  for (std::uint32_t t = 0; t < program.threads; ++t)
    for (std::uint32_t s = 1; s <= program.steps; ++s) result = result * ++n / s;
  return result;
}

}  // namespace stalemate::host
