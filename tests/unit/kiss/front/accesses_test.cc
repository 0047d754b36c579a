// Which shared accesses the front end sees, in which order, and what it calls the variables.
#include <gtest/gtest.h>

#include "translation.h"

namespace stalemate::kiss {
namespace {

struct Seen {
  const char* name;
  const char* code;
  const char* accesses;  // "read x; write S.f; atomic update y", ? where only the pointer is known
};

constexpr Seen kSeen[] = {
    {"Increment", "int x; int main(void) { x++; return 0; }", "read x; write x"},
    {"CompoundAssignment", "int x, y = 1; int main(void) { y = 2; x += y; }",
     "write y; read y; read x; write x"},
    {"LeftToRight", "int a, b; int main(void) { a = b = 1; return a - b; }",
     "write b; write a; read a; read b"},
    {"NeverWritten", "int x = 3; const int y = 4; static int z[2]; int main(void) { return x + y + z[1]; }",
     ""},
    {"LocalsAreNobodyElses", "int main(void) { int a[3] = {1}, b = a[0]; b++; a[b] = b; return a[2]; }", ""},
    {"VariableLength", "int main(int n, char **v) { int a[n + 1]; a[n] = n; return a[n] + (v != 0); }", ""},
    {"EscapedVariableLength",
     "int *p; int main(int n, char **v) { int a[n]; p = a; a[0] = n; return v != 0; }",
     "write p; write main.a"},
    {"ConditionThatIsNotReached",
     "int a, b; int main(void) { a = 1; b = 1; if (a && b) return 1; return 0; }",
     "write a; write b; read a; read b"},
    {"FieldThroughPointer",
     "struct S { int f; } s; int get(struct S *p) { return p->f; } int main(void) { return get(&s); }",
     "read S.f"},
    {"FieldOfTypedef", "typedef struct { int f; } DEV; DEV d; int main(void) { d.f = 1; return 0; }",
     "write DEV.f"},
    {"NestedField", "struct I { int x; }; struct O { struct I i; } o; int main(void) { o.i.x = 1; }",
     "write I.x"},
    {"AnonymousMember", "struct S { union { int a; float b; }; } s; int main(void) { s.a = 1; }",
     "write S.a"},
    {"UnnamedRecord", "struct { int a; } s; int main(void) { s.a = 1; }", "write s.a"},
    {"ArrayByItsName", "int a[4]; int main(void) { a[2] = 1; return a[1]; }", "write a; read a"},
    {"ArrayInRecord", "struct S { int a[2]; } s; int main(void) { s.a[1] = 1; }", "write S.a"},
    {"PointerAlone", "int x, *p = &x; int main(void) { int *q = p; *q = 1; q[0]++; }",
     "write ?; read ?; write ?"},
    {"PointerChain", "struct N { struct N *next; int v; } *head; int main(void) { head = head->next->next; }",
     "read head; read N.next; read N.next; write head"},
    {"EscapedLocal", "int *p; int main(void) { int x = 1; p = &x; x = 2; return x; }",
     "write p; write main.x; read main.x"},
    {"EscapedParameter", "int *p; void f(int n) { p = &n; n++; } int main(void) { f(1); }",
     "write p; read f.n; write f.n"},
    {"AddressGivenToModel",
     "#include <pthread.h>\nint main(void) { pthread_mutex_t m; pthread_mutex_init(&m, 0); "
     "pthread_mutex_lock(&m); }",
     ""},
    {"AddressGivenToThread",
     "#include <pthread.h>\nvoid *f(void *a) { return a; } int main(void) { pthread_t t; int x = 0; "
     "pthread_create(&t, 0, f, "
     "&x); x = 1; pthread_join(t, 0); }",
     "write main.x"},
    {"StaticLocal", "int f(void) { static int n; return n++; } int main(void) { return f(); }",
     "read f.n; write f.n"},
    {"ThreadLocal", "_Thread_local int n; int main(void) { n++; return n; }", ""},
    {"RecordCopy", "struct S { int a, b; } s, t; int main(void) { s = t; t = s; }",
     "read t; write s; read s; write t"},
    {"AtomicUpdate", "_Atomic int x; int main(void) { x++; x += 2; x = 3; return x; }",
     "atomic update x; atomic update x; atomic write x; atomic read x"},
    {"AtomicBuiltins",
     "int x; int main(void) { __atomic_fetch_add(&x, 1, 5); __sync_fetch_and_add(&x, 1); return "
     "__atomic_load_n(&x, 5); }",
     "atomic update x; atomic update x; atomic read x"},
    {"CompareExchange",
     "#include <stdatomic.h>\natomic_int x; int main(void) { int e = 0; return "
     "atomic_compare_exchange_strong(&x, &e, 1); }",
     "atomic update x"},
    {"CompareExchangeWithSharedExpected",
     "#include <stdatomic.h>\natomic_int x; int e; int main(void) { return "
     "atomic_compare_exchange_strong(&x, &e, 1); }",
     "read e; atomic update x; write e"},
    {"AtomicField", "struct S { _Atomic int n; } s; int main(void) { struct S *p = &s; p->n--; }",
     "atomic update S.n"},
    {"LibraryCall",
     "#include <string.h>\nchar a[4], b[4]; int main(void) { b[0] = 1; memcpy(a, b, 4); char c[4]; memset(c, "
     "0, 4); "
     "return strcmp(c, \"x\"); }",
     "write b; read b; write a"},
    {"LibraryCallOnPointers",
     "#include <string.h>\nvoid f(char *p, char *q) { strcpy(p, q); } char a[4]; int main(void) { f(a, a + "
     "2); }",
     "read ?; write ?"},
    {"Barriers",
     "int x; int main(void) { x = 1; __asm__ volatile(\"\" ::: \"memory\"); __asm__(\"pause\"); return x; }",
     "write x; read x"},
    {"Output", "#include <stdio.h>\nint x; int main(void) { x = 1; printf(\"%d\", x); }", "write x; read x"},
    {"Regions",
     "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); int x; int main(void) { "
     "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); }",
     ""},
    {"RegionFunctions",
     "int x; int __VERIFIER_atomic_take(void) { if (x) return 0; x = 1; return 1; } int main(void) { return "
     "__VERIFIER_atomic_take(); }",
     ""},
    {"MacroArguments", "#define TWICE(a) ((a) + (a))\nint x; int main(void) { x = 1; return TWICE(x); }",
     "write x; read x; read x"},
    {"UnevaluatedOperands", "int x, *p; int main(void) { x = 1; p = 0; return sizeof(*p) + sizeof x; }",
     "write x; write p"},
};

std::string accesses_in(const Table& table) {
  std::string text;
  for (const TableStatement& each : table.statements) {
    if (each.kind != "read" && each.kind != "write" && each.kind != "update") continue;
    text += (text.empty() ? "" : "; ") + std::string(each.atomic ? "atomic " : "") + each.kind + " " +
            each.variable.value_or("?");
  }
  return text;
}

class Accesses : public testing::TestWithParam<Seen> {};

TEST_P(Accesses, AreSeenInOrder) {
  Translation translation;
  translation.write("a.c", GetParam().code);
  ASSERT_EQ(translation.translate("a.c"), 0) << translation.output();
  EXPECT_EQ(accesses_in(translation.table()), GetParam().accesses);
  EXPECT_EQ(translation.run("gcc -std=c11 -Wall -Wextra -Werror -fsyntax-only -I " KISS_SHARE " out.c"), 0)
      << translation.output();
}

INSTANTIATE_TEST_SUITE_P(Of, Accesses, testing::ValuesIn(kSeen),
                         [](const auto& info) { return std::string(info.param.name); });

// "x 2/1": two accesses that can race, one of them a write.
std::string racing_in(const Table& table) {
  std::string text;
  for (const TableVariable& each : table.variables)
    if (each.accesses != 0)
      text += (text.empty() ? "" : ", ") + each.name + " " + std::to_string(each.accesses) + "/" +
              std::to_string(each.writes);
  return text;
}

TEST(BenignAccesses, CannotRace) {
  Translation translation;
  translation.write(
      "a.c",
      "#include <stalemate/kiss.h>\n"
      "struct S { int a, b KISS_BENIGN_FIELD; } s; int x, y KISS_BENIGN_FIELD, z[2];\n"
      "int main(void) { struct S *p = &s; x = 1; KISS_BENIGN(x) = 2; y = 3; p->a = 1; p->b = 2;\n"
      "  z[1] = KISS_BENIGN(z[0]) + KISS_BENIGN(p->a); return x; }\n");
  ASSERT_EQ(translation.translate("a.c -- -I " KISS_INCLUDE), 0) << translation.output();
  EXPECT_EQ(racing_in(translation.table()), "x 2/1, S.a 1/1, z 1/1");
}

struct Ends {
  const char* name;
  const char* loop;
  const char* kind;  // spins, counted, local
};

constexpr Ends kLoops[] = {
    {"OverLocals", "for (int i = 0; i < 9; i++) n += i;", "local"},
    {"OverLocalsWithAccesses", "for (int i = 0; i < 9; i++) x += i;", "local"},
    {"UntilOthersWrite", "while (!x) ;", "spins"},
    {"UntilOthersWriteAndYield", "while (!x) sched_yield();", "spins"},
    {"UntilOthersWriteAtomically", "while (atomic_load(&a) == 0) { }", "spins"},
    {"LastTest", "do { n = x; } while (n == 0);", "spins"},
    {"AssignmentInCondition", "while ((n = x) == 0) usleep(1);", "spins"},
    {"BreakInside", "while (1) { if (x) break; sched_yield(); }", "spins"},
    {"ReturnInside", "for (;;) if (x == y) return 1;", "spins"},
    {"ContinueInside", "for (;;) { if (!x) continue; break; }", "spins"},
    {"ReadsWhatTheLastPassWrote", "while (n == 0) n = x;", "counted"},
    {"Writes", "while (!x) y++;", "counted"},
    {"CountsPasses", "while (!x) n++;", "counted"},
    {"Exchanges", "while (atomic_exchange(&a, 1)) ;", "counted"},
    {"ComparesAndExchanges", "while (!atomic_compare_exchange_weak(&a, &n, n + 1)) ;", "counted"},
    {"CallsFunctions", "while (get()) ;", "counted"},
    {"BoundFromOthers", "for (int i = 0; i < x; i++) n++;", "counted"},
    {"BoundThatOthersChange", "for (int i = 0, m = 1; i < m; i++) m = x;", "counted"},
    {"Lists", "for (struct L *l = list; l; l = l->next) n++;", "local"},
    {"ListsByHand", "struct L *l = list; while (l) { n++; l = l->next; }", "local"},
    {"ListsThatMayStay", "struct L *l = list; while (l) { if (x) l = l->next; }", "counted"},
    {"ListsThatSkip", "struct L *l = list; while (l) { if (x) continue; l = l->next; }", "counted"},
    {"ListsFromTheStart", "struct L *l = list; while (l) { l = l->next; if (x) l = list; }", "counted"},
    {"Texts", "for (char *s = text; *s++;) n++;", "local"},
    {"TextsByIndex", "for (int i = 0; text[i]; i++) n++;", "local"},
    {"Sizes", "for (unsigned i = 0; i < sizeof text / sizeof *text; i++) text[i] = 0;", "local"},
    {"LocalBreak", "for (;;) { if (n == 9) break; y++; n++; }", "local"},
    {"LocalReturn", "while (1) { y++; if (n++ > 8) return 1; }", "local"},
    {"BreakOfWhatStays", "for (;;) { if (n == 9) break; y++; }", "counted"},
    {"SharedBreak", "for (;;) { if (x == 9) break; y++; n++; }", "counted"},
    {"Forever", "for (;;) y++;", "counted"},
    {"BackwardGoto", "again: n++; if (n < 20) goto again;", "counted"},
    {"ForwardGotoInLoop", "for (int i = 0; i < 9; i++) { if (i) goto next; n++; next:; }", "local"},
    {"Inputs", "while (__VERIFIER_nondet_int()) n++;", "counted"},
};

class Loops : public testing::TestWithParam<Ends> {};

TEST_P(Loops, EndAsTheirConditionsSay) {
  Translation translation;
  translation.write("a.c",
                    std::string("#include <sched.h>\n#include <stdatomic.h>\n#include <unistd.h>\n"
                                "int x, y; atomic_int a; struct L { struct L *next; } *list; char text[9];\n"
                                "int __VERIFIER_nondet_int(void);\n"
                                "int get(void) { return x; }\n"
                                "int main(void) { int n = 0; x = y = 0; list = 0; text[0] = 1;\n") +
                        GetParam().loop + "\nreturn n; }\n");
  ASSERT_EQ(translation.translate("a.c -- -D_DEFAULT_SOURCE"), 0) << translation.output();
  const std::string source = contents_of(translation.path("out.c"));
  const std::string main = source.substr(source.rfind("static int kiss_main(void) {"));
  const bool spins = main.find("kiss_block(") != std::string::npos;
  const bool counts = main.find("KISS_ROUND(") != std::string::npos;
  const bool is_long = main.find("KISS_LONG_ROUND(") != std::string::npos;
  EXPECT_EQ(spins ? "spins" : counts ? "counted" : is_long ? "local" : "none", std::string(GetParam().kind));
  EXPECT_EQ(spins + counts + is_long, 1);
}

INSTANTIATE_TEST_SUITE_P(Of, Loops, testing::ValuesIn(kLoops),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace stalemate::kiss
