// Prints a multithreaded program as sequential C: Figures 4 and 5 around its statements, the scheduler in
// front. The C is meant to be read: one line per step, with the place that it came from. It needs only
// kiss.h, and compiles without a warning. Deterministic: equal programs give equal text.
//
// Names that begin with kiss_ belong to the printed program; the front end renames the user's names that
// clash.
#pragma once

#include <string>

#include "kiss/program.h"
#include "kiss/table.h"

namespace stalemate::kiss {

struct PrintOptions {
  std::string scheduler;     // the text of share/scheduler.c
  std::string own_schedule;  // C that defines kiss_schedule() in its place; empty: Figure 4
};

struct Printed {
  std::string source;
  Table table;
};

Printed print(const Program& program, const PrintOptions& options);

}  // namespace stalemate::kiss
