// What functions of the C library do to the memory of the program that calls them, as a table: those that
// have no function of ours in front of them (docs/c-library.md).
#pragma once

namespace stalemate::rt {

// Effects, separated by blanks. I and J are arguments, from 0 to 5; N is a number.
//   sI       reads the string at argument I          mI       reads and writes it
//   rI:N     reads N bytes at I                      wI:N     writes them
//   rI#J     reads as many bytes as argument J says  wI#J     writes them
//   rI#JxN   the same in units of N bytes            wI#JxN
//   rI#J*K   arguments J times K                     wI#J*K
//   qI#J*K   sorts argument J elements of K bytes at I
//   iI       reads the integer at I (text), its base is argument 2; argument 1 may get the end
//   iI:N     the same in base N, without an end
//   fI       reads the floating-point number at I, argument 1 may get the end; fI:- without an end
//   pI       prints by the format at I with the arguments that follow; vI with the va_list that follows
//   cI       scans the text at argument 0 by the format at I, with the arguments that follow; CI a stream;
//   bI, BI   the same with a va_list
//   e, E     reads, changes the environment
//   own      changes data of its own, which callers share; ownI: reads it if argument I is null
//   ?        does more than this
// State that threads share outside of the program's memory (outside_state.h); x is a letter.
//   FIx      uses the stream at I: r reads, w writes, m moves, l looks, f none of these, e closes
//   Fi       reads standard input
//   MI       makes a stream that stores its text and length at arguments I and I + 1
//   PIx      uses the path at I: r looks at it, e at a directory with its entries, c changes it
//   DIx      the same for the path at I + 1, in the folder I
//   dIx      uses the file of descriptor I: r reads, w writes, m moves, c changes its length
//   Kr       reads the working directory
//   Kn, Ku   changes the generators of numbers, the mask of modes
//   LIx      reads (r) or changes (c) the state of the library with number I
//   XIx      may wait for another process, or a thread, at descriptor or queue I (blocking_calls.h)
// Null pointers are left out.
struct KnownCall {
  const char* name;
  const char* effects;
};

// nullptr: not known. Empty effects: none that another thread could observe.
const KnownCall* find_known_call(const char* name);
// The same for a function of the mathematical library, in which functions without pointers need no row.
const KnownCall* find_known_mathematics(const char* name);
// The same for a function of a C++ library: nullptr for most.
const KnownCall* find_known_cxx(const char* name);
// Whether a call of it by the C++ library is checked as well.
bool uses_outside_state(const KnownCall& call);
// Of a C library that is a part of the program: whether a call of it, which cannot be checked there, is to be
// noticed.
bool accesses_memory(const char* name);
// Functions of a C++ library that are not known to leave the objects of the program alone
// (known_cxx_calls.cc). For functions that no function of ours replaces.
bool is_unchecked_cxx(const char* name);

}  // namespace stalemate::rt
