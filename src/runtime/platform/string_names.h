// The single list of functions of the C library that access the program's memory and are not steps: their
// types and names.
#pragma once

#include <sys/types.h>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cwchar>

// clang-format off
#define STALEMATE_MEMORY_FUNCTIONS(X)                                                                      \
  X(void*, memcpy, (void*, const void*, std::size_t))                                                      \
  X(void*, memmove, (void*, const void*, std::size_t))                                                     \
  X(void*, mempcpy, (void*, const void*, std::size_t))                                                     \
  X(void*, memset, (void*, int, std::size_t))                                                              \
  X(void*, memccpy, (void*, const void*, int, std::size_t))                                                \
  X(int, memcmp, (const void*, const void*, std::size_t))                                                  \
  X(int, bcmp, (const void*, const void*, std::size_t))                                                    \
  X(void*, memchr, (const void*, int, std::size_t))                                                        \
  X(void*, memrchr, (const void*, int, std::size_t))                                                       \
  X(void*, rawmemchr, (const void*, int))                                                                  \
  X(void*, __memcpy_chk, (void*, const void*, std::size_t, std::size_t))                                   \
  X(void*, __memmove_chk, (void*, const void*, std::size_t, std::size_t))                                  \
  X(void*, __mempcpy_chk, (void*, const void*, std::size_t, std::size_t))                                  \
  X(void*, __memset_chk, (void*, int, std::size_t, std::size_t))

#define STALEMATE_TEXT_FUNCTIONS(X)                                                                        \
  X(std::size_t, strlen, (const char*))                                                                    \
  X(std::size_t, strnlen, (const char*, std::size_t))                                                      \
  X(int, strcmp, (const char*, const char*))                                                               \
  X(int, strncmp, (const char*, const char*, std::size_t))                                                 \
  X(int, strcasecmp, (const char*, const char*))                                                           \
  X(int, strncasecmp, (const char*, const char*, std::size_t))                                             \
  X(char*, strchr, (const char*, int))                                                                     \
  X(char*, strchrnul, (const char*, int))                                                                  \
  X(char*, strrchr, (const char*, int))                                                                    \
  X(char*, strstr, (const char*, const char*))                                                             \
  X(std::size_t, strspn, (const char*, const char*))                                                       \
  X(std::size_t, strcspn, (const char*, const char*))                                                      \
  X(char*, strpbrk, (const char*, const char*))                                                            \
  X(char*, strdup, (const char*))                                                                          \
  X(char*, strndup, (const char*, std::size_t))                                                            \
  X(char*, strtok_r, (char*, const char*, char**))                                                         \
  X(char*, strsep, (char**, const char*))

#define STALEMATE_COPY_FUNCTIONS(X)                                                                        \
  X(char*, __strcpy_chk, (char*, const char*, std::size_t))                                                \
  X(char*, __stpcpy_chk, (char*, const char*, std::size_t))                                                \
  X(char*, __strncpy_chk, (char*, const char*, std::size_t, std::size_t))                                  \
  X(char*, __stpncpy_chk, (char*, const char*, std::size_t, std::size_t))                                  \
  X(char*, __strcat_chk, (char*, const char*, std::size_t))                                                \
  X(char*, __strncat_chk, (char*, const char*, std::size_t, std::size_t))                                  \
  X(char*, strcpy, (char*, const char*))                                                                   \
  X(char*, stpcpy, (char*, const char*))                                                                   \
  X(char*, strncpy, (char*, const char*, std::size_t))                                                     \
  X(char*, stpncpy, (char*, const char*, std::size_t))                                                     \
  X(char*, strcat, (char*, const char*))                                                                   \
  X(char*, strncat, (char*, const char*, std::size_t))

#define STALEMATE_WIDE_FUNCTIONS(X)                                                                        \
  X(wchar_t*, wmemcpy, (wchar_t*, const wchar_t*, std::size_t))                                            \
  X(wchar_t*, wmemmove, (wchar_t*, const wchar_t*, std::size_t))                                           \
  X(wchar_t*, wmemset, (wchar_t*, wchar_t, std::size_t))                                                   \
  X(int, wmemcmp, (const wchar_t*, const wchar_t*, std::size_t))                                           \
  X(wchar_t*, wmemchr, (const wchar_t*, wchar_t, std::size_t))                                             \
  X(std::size_t, wcslen, (const wchar_t*))                                                                 \
  X(std::size_t, wcsnlen, (const wchar_t*, std::size_t))                                                   \
  X(wchar_t*, wcscpy, (wchar_t*, const wchar_t*))                                                          \
  X(wchar_t*, wcsncpy, (wchar_t*, const wchar_t*, std::size_t))                                            \
  X(wchar_t*, wcscat, (wchar_t*, const wchar_t*))                                                          \
  X(int, wcscmp, (const wchar_t*, const wchar_t*))                                                         \
  X(int, wcsncmp, (const wchar_t*, const wchar_t*, std::size_t))                                           \
  X(wchar_t*, wcschr, (const wchar_t*, wchar_t))                                                           \
  X(wchar_t*, __wmemcpy_chk, (wchar_t*, const wchar_t*, std::size_t, std::size_t))                         \
  X(wchar_t*, __wmemmove_chk, (wchar_t*, const wchar_t*, std::size_t, std::size_t))                        \
  X(wchar_t*, __wmemset_chk, (wchar_t*, wchar_t, std::size_t, std::size_t))                                \
  X(wchar_t*, __wcscpy_chk, (wchar_t*, const wchar_t*, std::size_t))                                       \
  X(wchar_t*, __wcsncpy_chk, (wchar_t*, const wchar_t*, std::size_t, std::size_t))                         \
  X(wchar_t*, __wcscat_chk, (wchar_t*, const wchar_t*, std::size_t))

#define STALEMATE_STREAM_FUNCTIONS(X)                                                                      \
  X(int, vsnprintf, (char*, std::size_t, const char*, va_list))                                            \
  X(int, vsprintf, (char*, const char*, va_list))                                                          \
  X(int, __vsnprintf_chk, (char*, std::size_t, int, std::size_t, const char*, va_list))                    \
  X(int, __vsprintf_chk, (char*, int, std::size_t, const char*, va_list))                                  \
  X(char*, fgets, (char*, int, FILE*))                                                                     \
  X(char*, __fgets_chk, (char*, std::size_t, int, FILE*))                                                  \
  X(std::size_t, fread, (void*, std::size_t, std::size_t, FILE*))                                          \
  X(std::size_t, __fread_chk, (void*, std::size_t, std::size_t, std::size_t, FILE*))                       \
  X(std::size_t, fwrite, (const void*, std::size_t, std::size_t, FILE*))                                   \
  X(int, fputs, (const char*, FILE*))                                                                      \
  X(int, puts, (const char*))                                                                              \
  X(ssize_t, getline, (char**, std::size_t*, FILE*))                                                       \
  X(ssize_t, getdelim, (char**, std::size_t*, int, FILE*))                                                 \
  X(ssize_t, pread, (int, void*, std::size_t, off_t))                                                      \
  X(ssize_t, pwrite, (int, const void*, std::size_t, off_t))

#define STALEMATE_TIME_FUNCTIONS(X)                                                                        \
  X(std::tm*, localtime, (const std::time_t*))                                                             \
  X(std::tm*, gmtime, (const std::time_t*))                                                                \
  X(char*, ctime, (const std::time_t*))                                                                    \
  X(char*, asctime, (const std::tm*))

#define STALEMATE_STRING_FUNCTIONS(X)                                                                      \
  STALEMATE_MEMORY_FUNCTIONS(X) STALEMATE_TEXT_FUNCTIONS(X) STALEMATE_COPY_FUNCTIONS(X)                    \
  STALEMATE_WIDE_FUNCTIONS(X) STALEMATE_STREAM_FUNCTIONS(X) STALEMATE_TIME_FUNCTIONS(X)
// clang-format on
