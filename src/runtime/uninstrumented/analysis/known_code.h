// Code that is never instrumented and need not be, by the names of its functions: what the compiler links
// into every program, and the test frameworks that the runtime knows. Pure.
#pragma once

namespace stalemate::rt {

bool is_known_function(const char* name);
// A part that the compiler moved out of a function.
bool is_moved_part(const char* name);
// Of the C++ library and of its support libraries: known if they are linked into a program.
bool is_cxx_library_function(const char* name);
// One of libstdc++ or libc++ that works on objects of the program, and has a model (cxx/library_calls.h) only
// if the library is shared: streams, their buffers, locales, paths, numbers as text.
bool is_modelled_function(const char* name);

}  // namespace stalemate::rt
