// What the front end refuses: one sentence with its place, exit 2, and no file.
#include <gtest/gtest.h>

#include <filesystem>

#include "translation.h"

namespace stalemate::kiss {
namespace {

struct Refused {
  const char* name;
  const char* code;
  const char* sentence;
};

constexpr Refused kRefused[] = {
    {"SyntaxError", "int main(void) {\n  return 0\n}\n", "a.c:2: expected ';' after return statement"},
    {"UnknownHeader", "#include \"missing.h\"\nint main(void) { return 0; }\n",
     "a.c:1: 'missing.h' file not found"},
    {"NoMain", "int f(void) { return 0; }\n", "a.c: there is no function main"},
    {"UnknownFunction", "void poke(int);\nint main(void) {\n  poke(3);\n  return 0;\n}\n",
     "a.c:3: no body and no model for the function poke; give one with --stubs"},
    {"AddressOfUnknownFunction", "void poke(int);\nint main(void) {\n  void (*p)(int) = poke;\n  p(1);\n}\n",
     "a.c:3: the address of the function poke is taken, and it has no body; give one with --stubs"},
    {"PreprocessedSources",
     "typedef union { char x[40]; } pthread_mutex_t;\nint pthread_mutex_lock(pthread_mutex_t *);\n"
     "pthread_mutex_t m;\nint main(void) {\n  return pthread_mutex_lock(&m);\n}\n",
     "a.c:5: the type that pthread_mutex_lock is given is not that of our models; give sources as they were "
     "before preprocessing"},
    {"UndefinedVariable", "extern int x;\nint main(void) {\n  return x;\n}\n",
     "a.c:1: the variable x is not defined"},
    {"VariableLengthMatrix",
     "int main(int n, char **v) {\n  int a[2][n];\n  a[0][0] = 0;\n  return a[0][0];\n}\n",
     "a.c:2: arrays of variable length are not supported"},
    {"PointerToVariableLengthArray", "int main(int n, char **v) {\n  int a[n];\n  return sizeof *&a;\n}\n",
     "a.c:3: types of variable length are not supported"},
    {"InlineAssembly", "int main(void) {\n  __asm__(\"cli\");\n}\n",
     "a.c:2: inline assembly is not supported"},
    {"ComputedGoto", "int main(void) {\n  void *p = &&end;\n  goto *p;\nend:\n  return 0;\n}\n",
     "a.c:2: computed goto is not supported"},
    {"ComplexNumbers", "int main(void) {\n  _Complex double z = 1;\n  return z != 0;\n}\n",
     "a.c:2: complex numbers are not supported"},
    {"Jumps", "#include <setjmp.h>\njmp_buf b;\nint main(void) {\n  return setjmp(b);\n}\n",
     "a.c:4: setjmp and longjmp are not supported"},
    {"Signals", "#include <signal.h>\nvoid f(int n) {}\nint main(void) {\n  signal(2, f);\n}\n",
     "a.c:4: signal handlers are not supported"},
    {"Processes", "#include <unistd.h>\nint main(void) {\n  return fork();\n}\n",
     "a.c:3: other processes are not supported"},
    {"Cleanup", "void f(int *p) { *p = 0; }\nint main(void) {\n  __attribute__((cleanup(f))) int x = 1;\n}\n",
     "a.c:3: the attribute cleanup is not supported"},
    {"Constructor",
     "int x;\n__attribute__((constructor)) void f(void) { x = 1; }\nint main(void) { return x; }\n",
     "a.c:2: functions that run outside of main are not supported"},
    {"NestedRegions",
     "void __VERIFIER_atomic_begin(void);\nint main(void) {\n  __VERIFIER_atomic_begin();\n  "
     "__VERIFIER_atomic_begin();\n}\n",
     "a.c:4: an atomic region begins inside of another"},
    {"ReturnFromRegion",
     "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\nint x;\nint main(void) {\n"
     "  __VERIFIER_atomic_begin();\n  if (x) return 1;\n  __VERIFIER_atomic_end();\n}\n",
     "a.c:6: return is not allowed in an atomic region"},
    {"GotoOutOfRegion",
     "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\nint x;\nint main(void) {\n"
     "  __VERIFIER_atomic_begin();\n  if (x) goto out;\n  __VERIFIER_atomic_end();\nout:\n  return 0;\n}\n",
     "a.c:6: goto is not allowed in an atomic region"},
    {"BreakOutOfRegion",
     "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\nint x;\nint main(void) {\n  "
     "while (1) {\n"
     "    __VERIFIER_atomic_begin();\n    if (x) break;\n    __VERIFIER_atomic_end();\n  }\n}\n",
     "a.c:7: an atomic region cannot be left by break or continue"},
    {"RegionOverBlocks",
     "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\nint main(void) {\n  {\n"
     "    __VERIFIER_atomic_begin();\n  }\n  __VERIFIER_atomic_end();\n}\n",
     "a.c:4: an atomic region has to end in the block in which it begins"},
    {"ThreadInRegion",
     "#include <pthread.h>\nvoid __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
     "void *f(void *a) { return a; }\nint main(void) {\n  pthread_t t;\n  __VERIFIER_atomic_begin();\n"
     "  pthread_create(&t, 0, f, 0);\n  __VERIFIER_atomic_end();\n}\n",
     "a.c:8: a thread is created in an atomic region, by pthread_create"},
    {"LockInRegion",
     "#include <pthread.h>\npthread_mutex_t m;\nvoid lock(void) { pthread_mutex_lock(&m); }\n"
     "void __VERIFIER_atomic_f(void) {\n  lock();\n}\nint main(void) {\n  __VERIFIER_atomic_f();\n}\n",
     "a.c:5: an atomic region begins inside of another, in pthread_mutex_lock"},
};

class Refusals : public testing::TestWithParam<Refused> {};

TEST_P(Refusals, AreOneSentenceAndNoFile) {
  Translation translation;
  translation.write("a.c", GetParam().code);
  EXPECT_EQ(translation.translate("a.c"), 2);
  EXPECT_EQ(translation.output(), std::string(GetParam().sentence) + "\n");
  for (const char* file : {"out.c", "out.json", "out.c.new", "out.json.new"})
    EXPECT_FALSE(std::filesystem::exists(translation.path(file))) << file;
}

INSTANTIATE_TEST_SUITE_P(Of, Refusals, testing::ValuesIn(kRefused),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(RefusedFiles, AreNamed) {
  Translation translation;
  EXPECT_EQ(translation.translate("nowhere.c"), 2);
  EXPECT_EQ(translation.output(), "nowhere.c: there is no such file\n");
  EXPECT_EQ(translation.translate("."), 2);
  EXPECT_EQ(translation.output(), ".: is not a file\n");
  translation.write("a.cc", "int main() {}\n");
  EXPECT_EQ(translation.translate("a.cc"), 2);
  EXPECT_EQ(translation.output(), "a.cc: C++ is not supported; kiss reads C\n");
  EXPECT_EQ(translation.translate(""), 2);
  EXPECT_EQ(translation.output(), "no file to translate\n");
}

TEST(RefusedFiles, DefineAFunctionTwice) {
  Translation translation;
  translation.write("a.c", "int f(void) { return 1; }\nint main(void) { return f(); }\n");
  translation.write("b.c", "\nint f(void) { return 2; }\n");
  EXPECT_EQ(translation.translate("a.c b.c"), 2);
  EXPECT_EQ(translation.output(), "b.c:2: f is defined in a.c as well\n");
}

}  // namespace
}  // namespace stalemate::kiss
