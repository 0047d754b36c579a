// Originals in a program without a loader: there the linker wraps every interposed function (`--wrap`), and
// the original is __real_NAME. Replaces original.cc.
#include <cstring>

#include "runtime/platform/originals.h"
#include "runtime/platform/string_names.h"

#define STALEMATE_ADDRESS(name) extern "C" const char stalemate_rt_original_##name[] asm("__real_" #name);
#define STALEMATE_WEAK_ADDRESS(name) \
  extern "C" __attribute__((weak)) const char stalemate_rt_original_##name[] asm("__real_" #name);
STALEMATE_REAL_FUNCTIONS(STALEMATE_ADDRESS)
STALEMATE_REAL_UNDECLARED(STALEMATE_ADDRESS)
STALEMATE_REAL_ATOMICS(STALEMATE_WEAK_ADDRESS)
#define STALEMATE_TYPED_ADDRESS(result, name, parameters) STALEMATE_ADDRESS(name)
STALEMATE_STRING_FUNCTIONS(STALEMATE_TYPED_ADDRESS)

// Where the runtime's code begins: the program's objects are linked before it, all libraries after it.
extern "C" __attribute__((visibility("hidden"))) const char stalemate_rt_code[];

namespace stalemate::rt {

namespace {

#define STALEMATE_ORIGINAL(name) {#name, stalemate_rt_original_##name},
#define STALEMATE_TYPED_ORIGINAL(result, name, parameters) STALEMATE_ORIGINAL(name)
constexpr Original kOriginals[] = {
    STALEMATE_REAL_FUNCTIONS(STALEMATE_ORIGINAL) STALEMATE_REAL_UNDECLARED(STALEMATE_ORIGINAL)
        STALEMATE_REAL_ATOMICS(STALEMATE_ORIGINAL) STALEMATE_STRING_FUNCTIONS(STALEMATE_TYPED_ORIGINAL)};

}  // namespace

void* original(const char* name) {
  for (const Original& known : kOriginals)
    if (std::strcmp(known.name, name) == 0) return const_cast<void*>(known.address);
  return original_in_program(name);
}

void* original(const char* name, const char*) { return original(name); }

void* used_by_libraries(const char*) { return nullptr; }

std::uintptr_t end_of_program_code(std::uintptr_t) {
  return reinterpret_cast<std::uintptr_t>(stalemate_rt_code);
}

bool has_c_library_inside() { return true; }

std::uintptr_t first_library_code() { return reinterpret_cast<std::uintptr_t>(stalemate_rt_code); }

}  // namespace stalemate::rt
