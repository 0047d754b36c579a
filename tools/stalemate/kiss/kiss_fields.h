// Which variables --race is about.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "kiss/table.h"

namespace stalemate::tools {

// `race`: empty: none; all; the name of a variable or a field, which may omit its type if that is
// unambiguous. An unknown one is a usage error with the nearest names.
Result<std::vector<kiss::TableVariable>> choose_fields(const std::string& race, const kiss::Table& table);

}  // namespace stalemate::tools
