// Wraps the C library's header, however the program is built: if NDEBUG removes assertions, leaves a note in
// the program, so that a clean result can report it. Emits no code. C and C++, not for direct use. No guard:
// the library's has none.
#pragma GCC system_header
#include_next <assert.h>
#if defined(NDEBUG) && !defined(__ASSEMBLER__)
__asm__(
    ".pushsection .note.stalemate.asserts, \"a\", @note\n"
    ".balign 4\n"
    ".long 10, 4, 2\n"
    ".asciz \"stalemate\"\n"
    ".balign 4\n"
    ".long 1\n"
    ".popsection\n");
#endif
