// The compiler's hooks for plain accesses, in place of a runtime's: they do nothing, which is what calling
// them costs, or count (-DCOUNT), which says how many there are.
#include <stddef.h>
#include <stdint.h>

void __tsan_init(void) {}
void __tsan_func_entry(void* caller) { (void)caller; }
void __tsan_func_exit(void) {}

#ifdef COUNT
static uint64_t accesses;
uint64_t accesses_so_far(void) { return accesses; }
#define HOOK(name) \
  void __tsan_##name(void* memory) { (void)memory, ++accesses; }
#else
#define HOOK(name) \
  void __tsan_##name(void* memory) { (void)memory; }
#endif

#define HOOKS(name) HOOK(name##1) HOOK(name##2) HOOK(name##4) HOOK(name##8) HOOK(name##16)
HOOKS(read)
HOOKS(write)
HOOKS(read_write)
HOOKS(volatile_read)
HOOKS(volatile_write)
HOOKS(unaligned_read)
HOOKS(unaligned_write)
HOOKS(unaligned_read_write)
HOOK(vptr_read)

void __tsan_vptr_update(void** pointer, void* value) { (void)pointer, (void)value; }
void __tsan_read_range(void* memory, size_t bytes) { (void)memory, (void)bytes; }
void __tsan_write_range(void* memory, size_t bytes) { (void)memory, (void)bytes; }
void* __tsan_memcpy(void* to, const void* from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
void* __tsan_memmove(void* to, const void* from, size_t bytes) { return __builtin_memmove(to, from, bytes); }
void* __tsan_memset(void* to, int byte, size_t bytes) { return __builtin_memset(to, byte, bytes); }
