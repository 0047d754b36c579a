// How a loop advances: its exits, and the locals that each of its iterations advances, in one place and in
// one way. A loop that is left by a test of such a local ends, be it a count, a list or a string.
#pragma once

#include <set>
#include <vector>

#include "kiss/front/assembly.h"

namespace stalemate::kiss {

struct LoopParts {
  const clang::Expr* condition = nullptr;
  const clang::Stmt* body = nullptr;
  const clang::Expr* step = nullptr;
};

using Locals = std::set<const clang::VarDecl*>;

// A local whose address is not taken; null for everything else.
const clang::VarDecl* named_local(const clang::Expr* expression, const Assembly& assembly);

// Conditions that are tested in each iteration and can end the loop, besides that of the loop itself: those
// of an `if (…) break;` or `return` among the statements of the body.
std::vector<const clang::Expr*> exits_in(const clang::Stmt* body);

struct Movement {
  Locals moved;     // by every pass: i++, p += 2, n /= 10, p = p->next, and no other assignment
  Locals modified;  // by some iteration, in any way
};
Movement movement_of(const LoopParts& parts, const Assembly& assembly);

bool mentions_any(const clang::Stmt* statement, const Locals& locals);

// Whether the expression is what one of the locals leads to: *p, p->x, p[1], a[i].
bool is_reached_by(const clang::Expr* expression, const Locals& locals);

}  // namespace stalemate::kiss
