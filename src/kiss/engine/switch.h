// Between the engine's stack and the program's. The program runs on a separate stack at a fixed address, so
// that its state is the same bytes on every path that leads to it; kiss_choose works on the engine's stack,
// so that it leaves nothing on the program's. x86-64, System V.
#pragma once

#include <cstdint>

namespace stalemate::kiss::engine {

extern "C" {
// Calls `program` with an empty stack that ends at `top`; returns when it returns, or from leave_program.
void kiss_engine_enter(void (*program)(), void* top);
[[noreturn]] void kiss_engine_leave();
// Where the engine's stack was left, and the program's registers in its last call of kiss_choose: rbx, rbp,
// r12 to r15 and rsp. All others are dead in a call.
extern std::uint64_t kiss_engine_stack;
extern std::uint64_t kiss_engine_registers[7];
// What kiss_choose does.
int kiss_engine_choose(int width);
}

}  // namespace stalemate::kiss::engine
