// Between the header-only API and the libraries: plain C, so that it does not matter which C++ library or
// language version the program uses. Not for direct use.
//
// Without Stalemate's compiler wrapper all of it is weak: the program links, and finds null here.
#pragma once

#if defined(STALEMATE_TOOL)
#define STALEMATE_LINKED  // a strong reference also pulls the archive's member in
#define STALEMATE_PRESENT(function) true
#else
#define STALEMATE_LINKED __attribute__((weak))
#define STALEMATE_PRESENT(function) (&(function) != nullptr)
#define STALEMATE_TOOL ""
#endif

extern "C" {

struct stalemate_request {
  const char* name;     // of the test; empty: numbered
  const char* options;  // "name=value:name=value"
  const char* tool;     // path of the command, for reports; may be empty
  int (*serve)(void* mapping, unsigned long mapping_bytes, int capture_fd, void (*body)(void*),
               void* argument);
  void (*body)(void*);
  void* argument;
};

typedef void (*stalemate_sink)(void* into, const char* key, const char* value, unsigned long bytes);

// Explores request->body; reports the result key by key.
STALEMATE_LINKED void stalemate_explore(const stalemate_request* request, stalemate_sink sink, void* into);

STALEMATE_LINKED int stalemate_rt_serve(void* mapping, unsigned long mapping_bytes, int capture_fd,
                                        void (*body)(void*), void* argument);
STALEMATE_LINKED int stalemate_rt_controlled();  // 1 inside an execution that is explored
STALEMATE_LINKED unsigned stalemate_rt_choose(unsigned n);
STALEMATE_LINKED void stalemate_rt_yield();
STALEMATE_LINKED void stalemate_rt_expect_failed(const char* message, const char* file, int line);
STALEMATE_LINKED void stalemate_rt_state(unsigned long hash);
STALEMATE_LINKED void stalemate_rt_state_here(unsigned long hash);
STALEMATE_LINKED void stalemate_rt_assume_failed();
// Weak in any case: a runtime that reports no races has nothing to suppress.
__attribute__((weak)) void stalemate_rt_benign(const void* object, unsigned long bytes);
}
