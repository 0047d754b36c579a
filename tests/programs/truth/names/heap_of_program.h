#pragma once
#include <stddef.h>

// How often malloc and calloc were called, and whether the memory came from there.
int calls_of_heap(void);
int is_of_heap(const void* memory);
