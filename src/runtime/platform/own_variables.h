// The runtime's variables, gathered by its build into separate sections; null if the runtime is a shared
// library.
#pragma once

extern "C" {
extern const char __start_stalemate_data[] __attribute__((weak, visibility("hidden")));
extern const char __stop_stalemate_data[] __attribute__((weak, visibility("hidden")));
extern const char __start_stalemate_bss[] __attribute__((weak, visibility("hidden")));
extern const char __stop_stalemate_bss[] __attribute__((weak, visibility("hidden")));
}
