// Calls of the C library on shared memory, one after the other, each beside a thread of its own:
//
//   program racy|ordered|beside
//
// The thread writes the last byte that the call accesses (racy); the same, and is joined before (ordered);
// the byte after it (beside). So the extents are exact.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

char shared[64] = "shared text";
char other[64] = "shared text";
wchar_t wide[16] = L"wide text";
volatile size_t ten = 10, five = 5;
volatile int letter = 't';
int ends[2];
FILE* file;

static void print(char* to, size_t room, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(to, room, format, arguments);
  va_end(arguments);
}

static void break_up(void) {
  char* rest;
  strtok_r(shared, " ", &rest);
}

static void keep(const void* memory) {
  static const void* volatile kept;
  kept = memory;
}

static void fill_file(void) {
  rewind(file);
  fputs("a line\n", file);
  rewind(file);
}

static void get_line_of_file(void) {
  char* line = shared;
  size_t room = sizeof shared;
  fill_file();
  if (getline(&line, &room, file) < 0) abort();
}

static void receive(void) {
  struct iovec part = {shared, 5};
  if (write(ends[0], "12345", 5) != 5 || readv(ends[1], &part, 1) != 5) abort();
}

struct Call {
  void (*call)(void);
  void* last;  // byte that it accesses
};

// Every call has a line of its own: a race is reported once per pair of lines.
#define CALL(name, last, ...)                                \
  static void call_##name(void) { __VA_ARGS__; }             \
  static const struct Call row_##name = {call_##name, last}; \
  static const struct Call* const at_##name __attribute__((section("calls"), used)) = &row_##name;
extern const struct Call *const __start_calls[], *const __stop_calls[];

// clang-format off
CALL(memcpy_to, shared + 9, memcpy(shared, other, ten))
CALL(memcpy_from, shared + 9, memcpy(other, shared, ten))
CALL(memcpy_constant, shared + 2, memcpy(shared, other, 3))
CALL(memcpy_word, shared + 7, memcpy(shared, other, 8))
CALL(memcpy_line, shared + 47, memcpy(shared, other, 48))
CALL(memmove_within, shared + 14, memmove(shared + five, shared, ten))
CALL(mempcpy_to, shared + 9, mempcpy(shared, other, ten))
CALL(memset_all, shared + 9, memset(shared, 0, ten))
CALL(memset_constant, shared + 31, memset(shared, 0, 32))
CALL(bzero_all, shared + 9, bzero(shared, ten))
CALL(bcopy_to, shared + 9, bcopy(other, shared, ten))
CALL(memcmp_all, shared + 9, if (memcmp(shared, other, ten) > 0) letter = 'u')
CALL(memcmp_constant, shared + 15, if (memcmp(shared, other, 16) == 0) letter = 'u')
CALL(bcmp_all, shared + 9, if (bcmp(shared, other, ten) != 0) letter = 'u')
CALL(memchr_found, shared + 7, keep(memchr(shared, letter, 20)))
CALL(memrchr_found, shared + 19, keep(memrchr(shared, letter, 20)))
CALL(strlen_end, shared + 11, ten = strlen(shared))
CALL(strnlen_part, shared + 4, ten = strnlen(shared, five))
CALL(strcpy_to, shared + 11, strcpy(shared, other))
CALL(strcpy_from, shared + 11, strcpy(other, shared))
CALL(strcpy_constant, shared + 3, strcpy(shared, "abc"))
CALL(stpcpy_to, shared + 11, stpcpy(shared, other))
CALL(strncpy_to, shared + 39, strncpy(shared, other, ten * 4))
CALL(strcat_to, shared + 14, strcat(shared, "abc"))
CALL(strncat_to, shared + 13, strncat(shared, "abcde", ten - 8))
CALL(strcmp_end, shared + 11, if (strcmp(shared, other) > 0) letter = 'u')
CALL(strcmp_short, shared + 1, if (strcmp(shared, "sx") > 0) letter = 'u')
CALL(strncmp_part, shared + 4, if (strncmp(shared, other, five) > 0) letter = 'u')
CALL(strcasecmp_end, shared + 11, if (strcasecmp(shared, other) > 0) letter = 'u')
CALL(strncasecmp_part, shared + 4, if (strncasecmp(shared, other, five) > 0) letter = 'u')
CALL(strchr_found, shared + 7, keep(strchr(shared, letter)))
CALL(strchrnul_end, shared + 11, keep(strchrnul(shared, 'z')))
CALL(strrchr_end, shared + 11, keep(strrchr(shared, 'h')))
CALL(strstr_found, shared + 9, keep(strstr(shared, "tex")))
CALL(strspn_part, shared + 3, ten = strspn(shared, "hsa"))
CALL(strcspn_part, shared + 3, ten = strcspn(shared, "r"))
CALL(strpbrk_found, shared + 2, keep(strpbrk(shared, "ra")))
CALL(strdup_end, shared + 11, keep(strdup(shared)))
CALL(strndup_part, shared + 4, keep(strndup(shared, five)))
CALL(strtok_first, shared + 6, break_up())
CALL(wmemcpy_to, wide + 4, wmemcpy(wide, L"other text", five))
CALL(wmemset_all, wide + 4, wmemset(wide, L'x', five))
CALL(wcslen_end, wide + 9, ten = wcslen(wide))
CALL(wcscpy_to, wide + 3, wcscpy(wide, L"abc"))
CALL(wcscmp_short, wide + 1, if (wcscmp(wide, L"wa") == 0) letter = 'u')
CALL(snprintf_short, shared + 5, snprintf(shared, 40, "%05d", letter))
CALL(snprintf_cut, shared + 4, snprintf(shared, five, "%09d", letter))
CALL(sprintf_all, shared + 5, sprintf(shared, "%05d", letter))
CALL(vsnprintf_short, shared + 5, print(shared, 40, "%05d", letter))
CALL(fgets_line, shared + 7, fill_file(); if (!fgets(shared, 40, file)) abort())
CALL(fread_part, shared + 4, fill_file(); if (fread(shared, 1, five, file) != 5) abort())
CALL(fwrite_all, shared + 9, if (fwrite(shared, 1, ten, file) != 10) abort())
CALL(fputs_all, shared + 11, fputs(shared, file))
CALL(getline_line, shared + 7, get_line_of_file())
CALL(read_part, shared + 4, if (read(ends[0], shared, 5) != 5) abort())
CALL(write_all, shared + 9, if (write(ends[1], shared, ten) != 10) abort())
CALL(send_all, shared + 9, if (send(ends[1], shared, ten, 0) != 10) abort())
CALL(recv_part, shared + 4, if (recv(ends[0], shared, ten, 0) != 5) abort())
CALL(readv_part, shared + 4, receive())
CALL(pread_part, shared + 4, fill_file(); if (pread(fileno(file), shared, 5, 0) != 5) abort())
CALL(pwrite_all, shared + 9, if (pwrite(fileno(file), shared, ten, 0) != 10) abort())
// clang-format on

// A wide character is accessed as a whole.
static int is_wide(void* at) { return (char*)at >= (char*)wide && (char*)at < (char*)(wide + 16); }

static void* touch(void* at) {
  if (is_wide(at))
    *(wchar_t*)at = 'y';
  else
    *(char*)at = 'y';
  return NULL;
}

static void* make(void* call) {
  ((const struct Call*)call)->call();
  return NULL;
}

static void prepare(void) {
  for (size_t i = 0; i < sizeof shared; ++i) shared[i] = other[i] = i < 11 ? "shared text"[i] : 0;
  for (size_t i = 0; i < 16; ++i) wide[i] = i < 9 ? L"wide text"[i] : 0;
  ten = 10;
  letter = 't';
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || write(ends[1], "12345", 5) != 5) abort();
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int ordered = strcmp(argv[1], "ordered") == 0, beside = strcmp(argv[1], "beside") == 0;
  file = tmpfile();
  if (file == NULL) return 2;
  for (const struct Call* const* each = __start_calls; each != __stop_calls; ++each) {
    const struct Call* call = *each;
    prepare();
    char* at = (char*)call->last + (!beside ? 0 : is_wide(call->last) ? sizeof(wchar_t) : 1);
    pthread_t writer, caller;
    pthread_create(&writer, NULL, touch, at);
    if (ordered) pthread_join(writer, NULL);
    pthread_create(&caller, NULL, make, (void*)call);
    pthread_join(caller, NULL);
    if (!ordered) pthread_join(writer, NULL);
    close(ends[0]);
    close(ends[1]);
  }
}
