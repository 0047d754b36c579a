// How a path ends before its last statement; defined where paths are walked (walk.cc).
#pragma once

#include <cstdint>

namespace stalemate::kiss::engine {

[[noreturn]] void fail_path(std::uint32_t kind, int statement, int signal);
[[noreturn]] void out_of_heap();
[[noreturn]] void misused_heap();
[[noreturn]] void freed_twice();

}  // namespace stalemate::kiss::engine
