// Inline assembly that neither moves data of the program nor calls the kernel, whatever its operands: barriers, fences,
// hints, clocks. Used by the plug-ins for all compilers.
#pragma once

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

namespace stalemate::plugins {

// `rep` is part of another way to write `pause`.
inline bool is_harmless_instruction(std::string_view name) {
  constexpr std::string_view kHarmless[] = {
      "pause",    "nop",      "rep",        "mfence",      "lfence",      "sfence",      "rdtsc", "rdtscp",
      "cpuid",    "rdpid",    "xgetbv",     "prefetcht0",  "prefetcht1",  "prefetcht2",  "prefetchnta",
      "prefetchw", "clflush", "clflushopt", "serialize",   "endbr64",     "int3",        "ud2",   "vzeroupper",
      "vzeroall", "emms",
  };
  return std::find(std::begin(kHarmless), std::end(kHarmless), name) != std::end(kHarmless);
}

// A locked operation on the top of the stack is a fence.
inline bool is_fence(std::string_view locked) {
  return locked.find("%rsp)") != locked.npos || locked.find("%esp)") != locked.npos;
}

// The first word of every statement is checked. `text` is the template, in either compiler's notation.
inline bool is_harmless_assembly(std::string_view text) {
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  bool locked = false;
  while (!text.empty()) {
    std::string_view statement = text.substr(0, text.find_first_of(";\n"));
    text.remove_prefix(std::min(text.size(), statement.size() + 1));
    statement = statement.substr(0, statement.find('#'));
    while (!statement.empty() && is_space(statement.front())) statement.remove_prefix(1);
    // `lock` may stand before its instruction as a statement.
    locked |= statement.substr(0, 4) == "lock";
    if (locked && is_fence(statement)) {
      locked = false;
      continue;
    }
    if (statement == "lock") continue;
    // `rep nop` in one statement
    while (!statement.empty()) {
      const auto end = std::find_if(statement.begin(), statement.end(), is_space);
      const std::string_view word = statement.substr(0, static_cast<std::size_t>(end - statement.begin()));
      if (!is_harmless_instruction(word)) return false;
      if (word != "rep") break;
      statement.remove_prefix(word.size());
      while (!statement.empty() && is_space(statement.front())) statement.remove_prefix(1);
    }
  }
  return !locked;
}

}  // namespace stalemate::plugins
