#include "random_program.h"

#include <algorithm>

namespace stalemate::toy {
namespace {

int pick(Dice& dice, std::size_t n) { return static_cast<int>(dice.below(n)); }

Op random_op(Dice& dice, std::size_t body, std::size_t bodies) {
  switch (dice.below(20)) {
    case 0:
    case 1:
    case 2: return {Op::kLock, pick(dice, 2)};
    case 3:
    case 4: return {Op::kUnlock, pick(dice, 2)};
    case 5:
    case 6:
    case 7:
      if (body + 1 < bodies) return {Op::kCreate, static_cast<int>(body) + 1 + pick(dice, bodies - body - 1)};
      return {Op::kAdd, pick(dice, 2), 1};
    case 8:
    case 9: return {Op::kJoin, pick(dice, 2)};
    case 10: return {Op::kTimed};
    case 11: return dice.below(4) == 0 ? Op{Op::kCrash} : Op{Op::kTimed};
    case 12: return dice.below(4) == 0 ? Op{Op::kExit} : Op{Op::kAdd, 0, 2};
    case 13:
    case 14: return {Op::kChoose, pick(dice, 2), 1 + pick(dice, 3)};
    case 15:
    case 16: return {Op::kSkipUnless, pick(dice, 2), pick(dice, 3), 1 + pick(dice, 3)};
    default: return {Op::kAdd, pick(dice, 2), 1 + pick(dice, 2)};
  }
}

// Skips must not leave the body, whatever was dropped from it.
void mend(Program& program) {
  for (Body& body : program.bodies)
    for (std::size_t i = 0; i < body.size(); ++i) {
      Op& op = body[i];
      const bool skips = op.kind == Op::kSkipUnless || op.kind == Op::kUnless || op.kind == Op::kOnce;
      int& count = op.kind == Op::kOnce ? op.b : op.c;
      if (skips) count = std::min(count, static_cast<int>(body.size() - i - 1));
    }
}

}  // namespace

Program random_program(Dice& dice) {
  Program program;
  program.starts = dice.below(3) > 0;
  program.bodies.resize(2 + dice.below(3));
  program.initial = 1 + (dice.below(4) == 0 ? pick(dice, program.bodies.size()) : 0);
  for (std::size_t b = 0; b < program.bodies.size(); ++b) {
    const std::size_t length = 1 + dice.below(b == 0 ? 6 : 5);
    // A thread that exists from the start is known by being enabled then.
    if (program.initial > 1) program.bodies[b].push_back({Op::kAdd, 0, 1});
    if (b == 0 && program.initial == 1) program.bodies[b].push_back({Op::kCreate, 1});
    for (std::size_t i = 0; i < length; ++i)
      program.bodies[b].push_back(random_op(dice, b, program.bodies.size()));
  }
  mend(program);
  return program;
}

Program shrink(Program program, const std::function<bool(const Program&)>& fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t b = 0; b < program.bodies.size() && !smaller; ++b) {
      for (std::size_t i = program.initial > 1 ? 1 : 0; i < program.bodies[b].size() && !smaller; ++i) {
        Program candidate = program;
        candidate.bodies[b].erase(candidate.bodies[b].begin() + static_cast<std::ptrdiff_t>(i));
        mend(candidate);
        if (!fails(candidate)) continue;
        program = candidate;
        smaller = true;
      }
    }
  }
  return program;
}

}  // namespace stalemate::toy
