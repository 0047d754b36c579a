// The passes of the plug-in for gcc, each in a file of its own. All of them are run before `tsan`.
#pragma once

// clang-format off: gcc's headers need each other in this order.
#include "gcc-plugin.h"
#include "plugin-version.h"
#include "context.h"
#include "tree.h"
#include "stringpool.h"
#include "attribs.h"
#include "gimple.h"
#include "tree-pass.h"
#include "ssa.h"
#include "cfghooks.h"
#include "asan.h"
#include "fold-const.h"
#include "gimplify.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"
#include "diagnostic-core.h"
// clang-format on

// Which of gcc's two passes, of which each function gets one, but all functions get to.
enum class Before { kTsan, kTsanWithoutOptimization };

// As the gates of these two.
inline bool is_run(Before before) {
  return sanitize_flags_p(SANITIZE_THREAD) && (before == Before::kTsan || optimize == 0);
}

opt_pass* call_operands_pass(gcc::context* context, Before before);
opt_pass* inline_assembly_pass(gcc::context* context, Before before);
opt_pass* target_builtins_pass(gcc::context* context, Before before);
