#include "runtime/libc/output_streams.h"

#include <cstdio>

extern "C" FILE* _IO_list_all __attribute__((weak));  // glibc's list of open streams

namespace stalemate::rt {

void flush_output_streams() {
  constexpr int kPutting = 0x800;  // _IO_CURRENTLY_PUTTING: the buffer holds what is to be written
  if (&_IO_list_all == nullptr) return;
  for (FILE* stream = _IO_list_all; stream != nullptr; stream = stream->_chain)
    if ((stream->_flags & kPutting) != 0) fflush_unlocked(stream);
}

}  // namespace stalemate::rt
