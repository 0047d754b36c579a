// Included by the compiler wrapper into files that are compiled with -DNDEBUG: leaves a note in the program,
// so that `stalemate run` can say that their assertions were compiled out. Emits no code. C and C++, not for
// direct use.
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
