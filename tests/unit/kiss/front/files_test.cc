// Several files make one program; stubs stand in for what has no body, and own definitions for our models.
#include <gtest/gtest.h>

#include "translation.h"

namespace stalemate::kiss {
namespace {

constexpr const char* kBuild = "gcc -std=c11 -Wall -Wextra -Werror -I " KISS_SHARE " out.c " KISS_FRONT_TESTS
                               "/driver.c -o made && ./made";

TEST(SeveralFiles, KeepTheirOwnNamesApart) {
  Translation translation;
  translation.write(
      "a.h",
      "struct shared { int a; struct shared *next; }; extern struct shared common; int other(void);\n");
  translation.write(
      "a.c",
      "#include <assert.h>\n#include \"a.h\"\nstruct own { int x; }; enum { SIZE = 2 };\n"
      "static int count = 1; static int get(void) { return count; } struct shared common = {SIZE, 0};\n"
      "int main(void) { struct own o = {5}; common.next = &common; count++; assert(get() == 2 && o.x == 5);\n"
      "  assert(other() == 100 + 7 + 3 + 2); assert(count == 2); return 0; }\n");
  translation.write(
      "b.c",
      "#include \"a.h\"\nstruct own { char text[7]; }; enum { SIZE = 3 };\n"
      "static int count = 100; static int get(void) { return count; }\n"
      "int other(void) { count += sizeof(struct own); return get() + SIZE + common.next->a; }\n");
  ASSERT_EQ(translation.translate("a.c b.c"), 0) << translation.output();
  EXPECT_EQ(translation.table().sources, (std::vector<std::string>{"a.c", "b.c"}));
  EXPECT_EQ(translation.run(kBuild), 0) << translation.output();
}

TEST(Stubs, StandInForFunctionsWithoutABody) {
  Translation translation;
  translation.write(
      "a.c", "#include <assert.h>\nint poke(int);\nint main(void) { assert(poke(2) == 6); return 0; }\n");
  translation.write(
      "stubs.c",
      "#include \"primitives.h\"\nstatic int hidden(int n) { return n * 3; }\n"
      "int poke(int n) { kiss_atomic_begin(); int r = hidden(n); kiss_atomic_end(); return r; }\n");
  ASSERT_EQ(translation.translate("--stubs stubs.c a.c"), 0) << translation.output();
  EXPECT_EQ(translation.table().own_stubs, std::vector<std::string>{"poke"});
  EXPECT_EQ(translation.run(kBuild), 0) << translation.output();
}

TEST(OwnDefinitions, ComeBeforeModels) {
  Translation translation;
  translation.write(
      "a.c",
      "#include <assert.h>\n#include <pthread.h>\nint locked;\n"
      "int pthread_mutex_lock(pthread_mutex_t *m) { (void)m; return ++locked; }\n"
      "int main(void) { pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m);\n"
      "  assert(pthread_mutex_lock(&m) == 2); return 0; }\n");
  ASSERT_EQ(translation.translate("a.c"), 0) << translation.output();
  EXPECT_EQ(translation.run(kBuild), 0) << translation.output();
}

TEST(Assertions, SayWhatWasWritten) {
  Translation translation;
  translation.write("a.c",
                    "#include <assert.h>\n#include <stdlib.h>\n#define ZERO 0\nint x;\n"
                    "int main(void) {\n  x = 1;\n  assert(x != ZERO);\n  abort();\n}\n");
  for (const char* standard : {"c11", "gnu11"}) {
    ASSERT_EQ(translation.translate(std::string("a.c -- -std=") + standard), 0) << translation.output();
    std::vector<std::string> said;
    for (const TableStatement& each : translation.table().statements)
      if (each.kind == "assert")
        said.push_back(std::to_string(each.place.line) + ": " + each.message.value_or(""));
    EXPECT_EQ(said, (std::vector<std::string>{"7: x != ZERO", "8: abort()"})) << standard;
  }
}

TEST(Notes, SayThatOrdersAreStrengthened) {
  Translation translation;
  translation.write("a.c",
                    "#include <stdatomic.h>\natomic_int x;\nint main(void) { atomic_store(&x, 1);\n"
                    "#ifdef WEAK\n  atomic_store_explicit(&x, 2, memory_order_release);\n#endif\n}\n");
  ASSERT_EQ(translation.translate("a.c"), 0) << translation.output();
  EXPECT_TRUE(translation.table().notes.empty());
  ASSERT_EQ(translation.translate("a.c -- -DWEAK"), 0) << translation.output();
  EXPECT_EQ(translation.table().notes.size(), 1u);
}

}  // namespace
}  // namespace stalemate::kiss
