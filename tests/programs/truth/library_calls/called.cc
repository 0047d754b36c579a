// One thread calls a function of the C library, another one accesses what that function reads or writes: a race. LOCKED:
// in a critical section each. APART: each on its own objects, or only reading.
#include <dirent.h>
#include <netdb.h>
#include <arpa/inet.h>
#include <clocale>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <regex.h>
#include <search.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace {

std::mutex mutex;

char text[64] = "12 and more";
char other_text[64];
int number, other_number;
double fraction;
int numbers[4] = {4, 3, 2, 1};
volatile long sink;

#if defined(PRINTED)
void call() { std::printf("%d %5.1f %s\n", 1, 2.0, text); }
void access() { text[1] = 'x'; }
#elif defined(PRINTED_APART)
void call() { std::printf("%d %.2s\n", 1, text); }
void access() { text[2] = 'x'; }
#elif defined(PRINTED_TO_TEXT)
void call() { std::snprintf(other_text, sizeof other_text, "%*d %c %s", 4, 1, 'c', text); }
void access() { text[1] = 'x'; }
#elif defined(PRINTED_LIST)
void print(const char* format, ...) {
  va_list list;
  va_start(list, format);
  std::vfprintf(stdout, format, list);
  va_end(list);
}
void call() { print("%ld %f %d %d %d %d %d %s\n", 1L, 2.0, 3, 4, 5, 6, 7, text); }
void access() { text[1] = 'x'; }
#elif defined(PRINTED_WIDE)
wchar_t wide[8] = L"abc";
void call() { std::printf("%+5.1Lf %ls\n", 1.0L, wide); }
void access() { wide[2] = L'x'; }
#elif defined(PRINTED_BY_NUMBER)
void call() { std::printf("%2$s %1$d\n", 1, text); }
void access() {}
#elif defined(PRINTED_COUNT)
void call() { std::printf("%d%n\n", 12, &number); }
void access() { sink = number; }
#elif defined(SCANNED)
void call() { std::sscanf("5 and", "%d %s", &number, other_text); }
void access() { sink = number; }
#elif defined(SCANNED_TEXT)
void call() { std::sscanf(text, "%d", &number); }
void access() { text[0] = '3'; }
#elif defined(SCANNED_APART)
void call() { std::sscanf("5 and", "%d %d", &number, &other_number); }
void access() { sink = other_number; }
#elif defined(CONVERTED)
void call() { sink = std::strtol(text, nullptr, 10); }
void access() { text[1] = '3'; }
#elif defined(CONVERTED_APART)
void call() { sink = std::atoi(text); }
void access() { text[3] = 'x'; }
#elif defined(CONVERTED_FRACTION)
void call() { sink = static_cast<long>(std::strtod(text, nullptr)); }
void access() { text[1] = '3'; }
#elif defined(SORTED)
int compare(const void* left, const void* right) { return *static_cast<const int*>(left) - *static_cast<const int*>(right); }
void call() { std::qsort(numbers, 4, sizeof *numbers, compare); }
void access() { sink = numbers[2]; }
#elif defined(SORTED_APART)
int compare(const void*, const void*) { return 0; }
void call() { std::qsort(numbers, 1, sizeof *numbers, compare); }
void access() { std::qsort(numbers, 1, sizeof *numbers, compare); }
#elif defined(LOCALE)
void call() { sink = setlocale(LC_ALL, "C") != nullptr; }
void access() { sink = setlocale(LC_ALL, nullptr) != nullptr; }
#elif defined(LOCALE_APART)
void call() { sink = setlocale(LC_ALL, nullptr) != nullptr; }
void access() { sink = setlocale(LC_ALL, nullptr) != nullptr; }
#elif defined(FOUND)
int compare(const void* left, const void* right) { return *static_cast<const int*>(left) - *static_cast<const int*>(right); }
void call() { sink = std::bsearch(numbers, numbers, 4, sizeof *numbers, compare) != nullptr; }
void access() { sink = numbers[2]; }
#elif defined(TREE)
void* root;
int compare(const void* left, const void* right) { return *static_cast<const int*>(left) - *static_cast<const int*>(right); }
void call() { tsearch(numbers, &root, compare); }
void access() { sink = tfind(numbers + 1, &root, compare) != nullptr; }
#elif defined(ENVIRONMENT)
void call() { setenv("STALEMATE_TEST", "1", 1); }
void access() { sink = std::getenv("HOME") != nullptr; }
#elif defined(ENVIRONMENT_APART)
void call() { sink = std::getenv("PATH") != nullptr; }
void access() { sink = std::getenv("HOME") != nullptr; }
#elif defined(LOCAL_TIME)
const std::time_t now = 100000;
void call() { sink = std::localtime(&now)->tm_mday; }
void access() { sink = std::localtime(&now)->tm_year; }
#elif defined(TIME_TEXT)
const std::time_t now = 100000;
void call() { sink = std::ctime(&now)[0]; }
void access() { sink = std::gmtime(&now)->tm_year; }
#elif defined(LOCAL_TIME_APART)
const std::time_t now = 100000;
std::tm one, two;
void call() { sink = localtime_r(&now, &one)->tm_mday; }
void access() { sink = gmtime_r(&now, &two)->tm_mday; }
#elif defined(MADE_TIME)
std::tm broken;
void call() { sink = std::mktime(&broken); }
void access() { sink = broken.tm_mday; }
#elif defined(PARTS)
void call() { sink = static_cast<long>(std::modf(2.5, &fraction)); }
void access() { sink = static_cast<long>(fraction); }
#elif defined(PATH)
void call() { sink = access(text, R_OK); }
void access() { text[1] = 'x'; }
#elif defined(STATUS)
struct stat status;
void call() { stat("/", &status); }
void access() { sink = status.st_size; }
#elif defined(DIRECTORY)
DIR* const directory = opendir("/");
void call() { readdir(directory); }
void access() { readdir(directory); }
#elif defined(ADDRESS)
in_addr address;
void call() { inet_pton(AF_INET, "127.0.0.1", &address); }
void access() { sink = address.s_addr; }
#elif defined(EXPRESSION)
regex_t expression;
void call() { sink = regexec(&expression, text, 0, nullptr, 0); }
void access() { text[1] = 'x'; }
#elif defined(TOKENS)
void call() { strtok(text, " "); }
void access() { strtok(other_text, " "); }
#elif defined(UNKNOWN)
const wchar_t* const wide = L"12";
void call() { sink = wcstol(wide, nullptr, 10); }
void access() {}
#endif

void locked(void (*function)()) {
#if defined(LOCKED)
  const std::lock_guard<std::mutex> lock(mutex);
#endif
  function();
}

}  // namespace

int main() {
#if defined(EXPRESSION)
  regcomp(&expression, "a", 0);
#endif
#if defined(ALONE)
  call();
#else
  std::thread thread([] { locked(call); });
  locked(access);
  thread.join();
#endif
}
