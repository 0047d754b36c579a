// An uncaught exception: its type and what() become the finding. A terminate handler of the program stays in
// effect.
#include <cxxabi.h>
#include <cstdlib>
#include <exception>
#include <typeinfo>

#include "runtime/core/ending.h"
#include "runtime/core/state.h"

// Under another name, so that it may be missing: a preloaded runtime also runs in C programs.
extern "C" __attribute__((weak))
std::terminate_handler stalemate_rt_set_terminate(std::terminate_handler) asm("_ZSt13set_terminatePFvvE");

namespace stalemate::rt {

namespace {

std::terminate_handler previous = nullptr;

void report_exception() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  const auto pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  if (type == nullptr) fail(wire::Outcome::kAbort, pc, "std::terminate() without an exception");
  g.active = false;  // what() may synchronize; the execution is over
  int status = 0;
  char* demangled = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  const char* name = demangled != nullptr ? demangled : type->name();
  try {
    throw;
  } catch (const std::exception& exception) {
    fail(wire::Outcome::kException, pc, "uncaught exception: %s: %s", name, exception.what());
  } catch (...) {
    fail(wire::Outcome::kException, pc, "uncaught exception: %s", name);
  }
}

void on_terminate() {
  if (g.active) report_exception();
  if (previous != nullptr) previous();
  std::abort();
}

__attribute__((constructor)) void install() {
  if (stalemate_rt_set_terminate != nullptr) previous = stalemate_rt_set_terminate(on_terminate);
}

}  // namespace

}  // namespace stalemate::rt
