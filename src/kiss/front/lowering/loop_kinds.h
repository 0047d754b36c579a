// What is known about the end of a loop before it runs. Spins: an iteration that does not leave it changes
// nothing, so that waiting in it is waiting for others. Local: its condition, or a test in it that can leave
// it, depends on locals that only the loop itself computes, or on what a local leads to that each iteration
// advances (a list, a string), so that it ends by itself. Everything else is counted against a bound.
#pragma once

#include "kiss/front/assembly.h"

namespace stalemate::kiss {

enum class LoopKind { kSpins, kLocal, kCounted };

LoopKind kind_of_loop(const clang::Expr* condition, const clang::Stmt* body, const clang::Expr* step,
                      bool is_tested_last, Assembly& assembly);

}  // namespace stalemate::kiss
