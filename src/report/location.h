// A place of an execution, as reports show it: the innermost frame of user code, and its call stack. Pure.
#pragma once

#include "report/finding.h"
#include "report/object_names.h"

namespace stalemate::report {

Location location_at(const ObjectNames& names, const std::string& thread, const trace::CallStack& stack);

}  // namespace stalemate::report
