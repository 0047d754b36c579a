// Included before everything else in every source of the runtime but those that define these functions: what
// the runtime calls under these names, and what the compiler generates, are not the interposed functions but
// our own (string_originals.h). The assembler renames them, since no compiler allows its own calls to be
// renamed.
#pragma once

#ifndef STALEMATE_DEFINES_STRING_FUNCTIONS
asm(".set memcpy, stalemate_rt_memcpy\n"
    ".set memmove, stalemate_rt_memmove\n"
    ".set memset, stalemate_rt_memset\n"
    ".set memcmp, stalemate_rt_memcmp\n"
    ".set bcmp, stalemate_rt_memcmp\n"
    ".set memchr, stalemate_rt_memchr\n"
    ".set strlen, stalemate_rt_strlen\n"
    ".set strnlen, stalemate_rt_strnlen\n"
    ".set strcmp, stalemate_rt_strcmp\n"
    ".set strncmp, stalemate_rt_strncmp\n"
    ".set strchr, stalemate_rt_strchr\n"
    ".set strrchr, stalemate_rt_strrchr\n"
    ".set strpbrk, stalemate_rt_strpbrk\n"
    ".set strcpy, stalemate_rt_strcpy\n"
    ".set strncpy, stalemate_rt_strncpy\n"
    ".set snprintf, stalemate_rt_snprintf\n"
    ".set vsnprintf, stalemate_rt_vsnprintf\n");
#endif
