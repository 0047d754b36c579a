// Where the runtime's own variables lie, gathered by its build into sections of their own; null where it is a
// library of its own.
#pragma once

extern "C" {
extern const char __start_stalemate_data[] __attribute__((weak, visibility("hidden")));
extern const char __stop_stalemate_data[] __attribute__((weak, visibility("hidden")));
extern const char __start_stalemate_bss[] __attribute__((weak, visibility("hidden")));
extern const char __stop_stalemate_bss[] __attribute__((weak, visibility("hidden")));
}
