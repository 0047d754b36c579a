#include "runtime/uninstrumented/analysis/code_by_name.h"

#include <cstring>

#include "runtime/platform/originals.h"
#include "runtime/uninstrumented/analysis/known_calls.h"
#include "runtime/uninstrumented/analysis/known_code.h"

namespace stalemate::rt {

namespace {

// Works on objects of the program: also if it leaves that to a known function.
void mark_modelled(CodeFunction& function) {
  function.state = CodeState::kUndecided;
  function.modelled = true;
}

}  // namespace

void CodeByName::judge() {
  const std::uint64_t libraries = first_library_code();
  for (CodeFunction& function : functions_)
    if (function.begin - libraries < functions_.section_end(libraries) - libraries)
      function.state = CodeState::kKnown;
  has_cxx_library_ = libraries != 0;
  judge_modelled();
  image_.each_function_symbol(
      [](const char* name, const Elf64_Sym&, void* self) {
        if (std::strcmp(name, "_ZNSt8ios_base4InitC1Ev") == 0)
          static_cast<CodeByName*>(self)->has_cxx_library_ = true;
      },
      this);
  image_.each_function_symbol([](const char* name, const Elf64_Sym& symbol,
                                 void* self) { static_cast<CodeByName*>(self)->judge_name(name, symbol); },
                              this);
  judge_startup();
}

// Without symbols: those that the linker has found.
void CodeByName::judge_modelled() {
  const CodeAddresses modelled = modelled_library_code();
  for (const std::uintptr_t* address = modelled.begin; address != modelled.end; ++address) {
    CodeFunction* const function = *address != 0 ? functions_.find(*address) : nullptr;
    if (function != nullptr && function->begin == *address) mark_modelled(*function);
  }
}

void CodeByName::judge_name(const char* name, const Elf64_Sym& symbol) {
  CodeFunction* const function = functions_.find(image_.load_address() + symbol.st_value);
  if (function == nullptr || function->begin != image_.load_address() + symbol.st_value) return;
  function->named = true;
  function->moved |= is_moved_part(name);
  if (has_cxx_library_ && is_modelled_function(name))
    mark_modelled(*function);
  else if (has_c_library_inside() && function->state == CodeState::kKnown && accesses_memory(name))
    mark_modelled(*function);  // without a loader there are no gates
  else if (is_known_function(name) || (has_cxx_library_ && is_cxx_library_function(name)))
    function->state = CodeState::kKnown;
}

// Without symbols: the program's startup code, and what the compiler puts behind it, which has no unwind
// information and takes less than so many bytes.
void CodeByName::judge_startup() {
  constexpr std::uint64_t kMost = 0xd0;
  CodeFunction* const start = functions_.find(image_.entry());
  if (start == nullptr) return;
  start->state = CodeState::kKnown;
  for (CodeFunction* next = start + 1; next < functions_.end() && next->end - start->begin <= kMost; ++next)
    if (!is_unwound(*next)) next->state = CodeState::kKnown;
}

bool CodeByName::is_unwound(const CodeFunction& function) const {
  struct Search {
    std::uint64_t begin;
    bool found;
  } search{function.begin, false};
  image_.each_unwind_range(
      [](MemoryRange range, void* argument) {
        auto& wanted = *static_cast<Search*>(argument);
        wanted.found |= range.begin == wanted.begin;
      },
      &search);
  return search.found;
}

}  // namespace stalemate::rt
