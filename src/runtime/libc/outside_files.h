// Files as state that threads share (outside_state.h): entries of directories, by the folder and the name;
// contents, by the file's number; positions, by the descriptor.
#pragma once

#include <cstdint>
#include <cstdio>

#include "runtime/scheduler/outside_state.h"

namespace stalemate::rt {

enum class PathUse : std::uint8_t {
  kLook,    // what is there is opened, or its attributes are read
  kList,    // so is what a directory contains
  kChange,  // it is made, removed, or its attributes change
};
// Before a call with a path relative to `folder`.
void use_path(int folder, const char* path, PathUse use, std::uintptr_t pc);
// The same for open() with these flags.
void use_opened(int folder, const char* path, int flags, std::uintptr_t pc);

enum class FileUse : std::uint8_t {
  kRead,     // at the position of the descriptor
  kWrite,    //
  kReadAt,   // somewhere else, or the attributes
  kWriteAt,  //
  kMove,     // the position
  kChange,   // of the length
};
// Before a call on a descriptor. Nothing unless it is of a regular file, or if it is the program's output.
void use_file(int fd, FileUse use, std::uintptr_t pc);

enum class StreamUse : std::uint8_t { kRead, kWrite, kMove, kLook, kFlush, kEnd };
// Before a call on a stream: also checks that it is not closed by another thread, and buffers that the
// program gave it. What is written to the program's output has no order.
void use_stream(FILE* stream, StreamUse use, std::uintptr_t pc);
// A stream is about to be made that stores its text and its length in these variables of the program.
void expect_memory_stream(char** text, std::size_t* length);

}  // namespace stalemate::rt
