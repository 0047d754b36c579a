// Marks an entry point that compilers call, or programs by omp.h.
#pragma once

#define STALEMATE_OPENMP extern "C" __attribute__((visibility("default")))
