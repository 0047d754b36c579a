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
// Null pointers are left out.
struct KnownCall {
  const char* name;
  const char* effects;
};

// nullptr: not known. Empty effects: none that another thread could observe.
const KnownCall* find_known_call(const char* name);
// The same for a function of the mathematical library, in which functions without pointers need no row.
const KnownCall* find_known_mathematics(const char* name);
// Of a C library that is a part of the program: whether a call of it, which cannot be checked there, is to be
// noticed.
bool accesses_memory(const char* name);
// Functions of a C++ library that are not known to leave the objects of the program alone
// (known_cxx_calls.cc). For functions that no function of ours replaces.
bool is_unchecked_cxx(const char* name);

}  // namespace stalemate::rt
