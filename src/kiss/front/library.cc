#include "kiss/front/library.h"

namespace stalemate::kiss {
namespace {

constexpr const char* kSignals = "signal handlers are not supported";
constexpr const char* kJumps = "setjmp and longjmp are not supported";
constexpr const char* kProcesses = "other processes are not supported";
constexpr const char* kAtExit = "functions that run at exit are not supported";

constexpr const char* kClocks = "clocks stand still";

constexpr LibraryFunction kTable[] = {
    {"abs", Treatment::kPure, "int abs(int)"},
    {"labs", Treatment::kPure, "long labs(long)"},
    {"llabs", Treatment::kPure, "long long llabs(long long)"},
    {"isalnum", Treatment::kPure, "int isalnum(int)"},
    {"isalpha", Treatment::kPure, "int isalpha(int)"},
    {"isdigit", Treatment::kPure, "int isdigit(int)"},
    {"islower", Treatment::kPure, "int islower(int)"},
    {"isprint", Treatment::kPure, "int isprint(int)"},
    {"isspace", Treatment::kPure, "int isspace(int)"},
    {"isupper", Treatment::kPure, "int isupper(int)"},
    {"isxdigit", Treatment::kPure, "int isxdigit(int)"},
    {"tolower", Treatment::kPure, "int tolower(int)"},
    {"toupper", Treatment::kPure, "int toupper(int)"},
    {"__ctype_b_loc", Treatment::kPure, "unsigned short **__ctype_b_loc(void)"},
    {"__ctype_tolower_loc", Treatment::kPure, "int **__ctype_tolower_loc(void)"},
    {"__ctype_toupper_loc", Treatment::kPure, "int **__ctype_toupper_loc(void)"},
    {"ffs", Treatment::kPure, "int ffs(int)"},
    {"fabs", Treatment::kPure, "double fabs(double)"},
    {"sqrt", Treatment::kPure, "double sqrt(double)"},
    {"floor", Treatment::kPure, "double floor(double)"},
    {"ceil", Treatment::kPure, "double ceil(double)"},
    {"pow", Treatment::kPure, "double pow(double, double)"},

    {"sin", Treatment::kPure, "double sin(double)"},
    {"cos", Treatment::kPure, "double cos(double)"},
    {"tan", Treatment::kPure, "double tan(double)"},
    {"exp", Treatment::kPure, "double exp(double)"},
    {"log", Treatment::kPure, "double log(double)"},
    {"fmod", Treatment::kPure, "double fmod(double, double)"},
    {"round", Treatment::kPure, "double round(double)"},
    {"getpid", Treatment::kPure, "int getpid(void)"},

    {"strlen", Treatment::kReads, "unsigned long strlen(const char *)"},
    {"strcmp", Treatment::kReads, "int strcmp(const char *, const char *)"},
    {"strncmp", Treatment::kReads, "int strncmp(const char *, const char *, unsigned long)"},
    {"strchr", Treatment::kReads, "char *strchr(const char *, int)"},
    {"strrchr", Treatment::kReads, "char *strrchr(const char *, int)"},
    {"strstr", Treatment::kReads, "char *strstr(const char *, const char *)"},
    {"memcmp", Treatment::kReads, "int memcmp(const void *, const void *, unsigned long)"},
    {"memchr", Treatment::kReads, "void *memchr(const void *, int, unsigned long)"},
    {"atoi", Treatment::kReads, "int atoi(const char *)"},
    {"atol", Treatment::kReads, "long atol(const char *)"},
    {"strtol", Treatment::kReads, "long strtol(const char *, char **, int)"},
    {"strtoul", Treatment::kReads, "unsigned long strtoul(const char *, char **, int)"},
    {"sscanf", Treatment::kReads, "int sscanf(const char *, const char *, ...)"},
    {"memcpy", Treatment::kWrites, "void *memcpy(void *, const void *, unsigned long)"},
    {"memmove", Treatment::kWrites, "void *memmove(void *, const void *, unsigned long)"},
    {"memset", Treatment::kWrites, "void *memset(void *, int, unsigned long)"},
    {"bzero", Treatment::kWrites, "void bzero(void *, unsigned long)"},
    {"strcpy", Treatment::kWrites, "char *strcpy(char *, const char *)"},
    {"strncpy", Treatment::kWrites, "char *strncpy(char *, const char *, unsigned long)"},
    {"strcat", Treatment::kWrites, "char *strcat(char *, const char *)"},
    {"snprintf", Treatment::kWrites, "int snprintf(char *, unsigned long, const char *, ...)"},
    {"sprintf", Treatment::kWrites, "int sprintf(char *, const char *, ...)"},

    {"malloc", Treatment::kRenamed, "kiss_malloc"},
    {"calloc", Treatment::kRenamed, "kiss_calloc"},
    {"realloc", Treatment::kRenamed, "kiss_realloc"},
    {"free", Treatment::kRenamed, "kiss_free"},
    {"alloca", Treatment::kRenamed, "kiss_keep"},

    {"printf", Treatment::kSilent, ""},
    {"fprintf", Treatment::kSilent, ""},
    {"vprintf", Treatment::kSilent, ""},
    {"vfprintf", Treatment::kSilent, ""},
    {"puts", Treatment::kSilent, ""},
    {"fputs", Treatment::kSilent, ""},
    {"putchar", Treatment::kSilent, ""},
    {"fputc", Treatment::kSilent, ""},
    {"putc", Treatment::kSilent, ""},
    {"putchar_unlocked", Treatment::kSilent, ""},
    {"fwrite", Treatment::kSilent, ""},
    {"fflush", Treatment::kSilent, ""},
    {"perror", Treatment::kSilent, ""},
    {"setvbuf", Treatment::kSilent, ""},
    {"setbuf", Treatment::kSilent, ""},
    {"srand", Treatment::kSilent, ""},
    {"srandom", Treatment::kSilent, ""},
    {"getenv", Treatment::kSilent, "the environment is empty"},
    {"time", Treatment::kSilent, kClocks},
    {"clock", Treatment::kSilent, kClocks},
    {"clock_gettime", Treatment::kSilent, kClocks},
    {"gettimeofday", Treatment::kSilent, kClocks},
    {"__sync_synchronize", Treatment::kSilent, ""},
    {"atomic_thread_fence", Treatment::kSilent, ""},
    {"atomic_signal_fence", Treatment::kSilent, ""},
    {"__c11_atomic_thread_fence", Treatment::kSilent, ""},
    {"__c11_atomic_signal_fence", Treatment::kSilent, ""},
    {"__atomic_thread_fence", Treatment::kSilent, ""},
    {"__atomic_signal_fence", Treatment::kSilent, ""},

    {"sleep", Treatment::kPoint, ""},
    {"usleep", Treatment::kPoint, ""},
    {"nanosleep", Treatment::kPoint, ""},
    {"sched_yield", Treatment::kPoint, ""},
    {"pthread_yield", Treatment::kPoint, ""},
    {"__builtin_ia32_pause", Treatment::kPoint, ""},
    {"_mm_pause", Treatment::kPoint, ""},

    {"exit", Treatment::kExit, ""},
    {"_exit", Treatment::kExit, ""},
    {"_Exit", Treatment::kExit, ""},
    {"quick_exit", Treatment::kExit, ""},
    {"abort", Treatment::kAbort, "abort"},
    {"__builtin_trap", Treatment::kAbort, "abort"},
    {"__builtin_unreachable", Treatment::kAbort, "abort"},
    {"__VERIFIER_error", Treatment::kAbort, ""},
    {"reach_error", Treatment::kAbort, ""},

    {"signal", Treatment::kRefused, kSignals},
    {"sigaction", Treatment::kRefused, kSignals},
    {"bsd_signal", Treatment::kRefused, kSignals},
    {"setjmp", Treatment::kRefused, kJumps},
    {"_setjmp", Treatment::kRefused, kJumps},
    {"__sigsetjmp", Treatment::kRefused, kJumps},
    {"longjmp", Treatment::kRefused, kJumps},
    {"siglongjmp", Treatment::kRefused, kJumps},
    {"fork", Treatment::kRefused, kProcesses},
    {"vfork", Treatment::kRefused, kProcesses},
    {"system", Treatment::kRefused, kProcesses},
    {"execve", Treatment::kRefused, kProcesses},
    {"atexit", Treatment::kRefused, kAtExit},
    {"at_quick_exit", Treatment::kRefused, kAtExit},
};

}  // namespace

const LibraryFunction* find_library_function(llvm::StringRef name) {
  for (const LibraryFunction& each : kTable)
    if (name == each.name) return &each;
  if (name.consume_front("__builtin_")) return find_library_function(name);
  return nullptr;
}

bool is_benign_mark(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  return callee != nullptr && callee->getName() == "kiss_benign_access" && call->getNumArgs() == 2;
}

}  // namespace stalemate::kiss
