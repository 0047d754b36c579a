// The mappings of this process, as the kernel lists them. Allocates nothing.
#pragma once

#include "runtime/platform/pages.h"

namespace stalemate::rt {

struct MappedRange {
  PageRange range;
  bool writable = false;
  bool shared = false;
  bool file = false;  // of a file; else anonymous
  bool heap = false;  // grown by the break
};

// False: the list cannot be read.
bool each_mapping(void (*visit)(const MappedRange& mapping, void* argument), void* argument);

// A private mapping of a file shows the file until it is written. Makes its pages the process's own; false if
// there are too many.
bool own_file_pages(const MappedRange& mapping);

}  // namespace stalemate::rt
