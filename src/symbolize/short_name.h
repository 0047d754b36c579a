// Names of C++ in short form: Queue<int>::pop, not Queue<int, std::allocator<int> >::pop; std::string;
// arguments that are too long are left out: Map<…>::find.
#pragma once

#include <string>
#include <string_view>

namespace stalemate::symbolize {

std::string short_name(std::string_view name);

}  // namespace stalemate::symbolize
