// A multithreaded C program between the front end and the printer: the paper's Figure 3 for today's C, with
// at most one shared access per statement. Expressions are C text that touches only locals and temporaries,
// apart from the one access that its statement names; so the printer puts Figures 4 and 5 around statements
// without parsing them. Plain values: no clang type leaks in, and programs can be built by hand in tests.
//
// Conventions of the text: names are unique within a function; `_Atomic`, `volatile` and thread storage are
// removed; a local that must survive RAISE is a pointer to storage of kiss_keep(), declared and dereferenced
// as such; a thread-local variable is an array indexed by kiss_self.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stalemate::kiss {

struct Place {
  std::string file;  // as it was given on the command line
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

enum class AccessKind : std::uint8_t { kRead, kWrite, kUpdate };

struct Access {
  AccessKind kind = AccessKind::kRead;
  bool atomic = false;  // by an atomic operation: no race with another atomic one
  bool benign = false;  // the programmer declares that races of this access are intended (section 6)
  std::string address;  // "&e->flag"; of a bit-field, of the bytes that hold it
  std::string bytes;    // "sizeof e->flag"
  std::string
      writes_if;         // kUpdate: a condition, of locals and the object itself, without which it only reads
  std::string variable;  // the user's name: stopped, DEVICE_EXTENSION.flag; empty: reached by a pointer alone
  std::string type;      // without qualifiers; a pointer access may alias variables of the same type
};

enum class StatementKind : std::uint8_t {
  kLocal,        // text;               nothing shared is touched
  kAccess,       // text;               one shared access
  kCall,         // text;               of a function of the program or of a model: "t1 = f(a, b)"
  kAssert,       // assert(text)        message: text of a failure
  kAssume,       // assume(text)        blocks; between kAtomicBegin and its first write: a guard
  kAtomicBegin,  //                     until kAtomicEnd of the same list no thread interferes
  kAtomicEnd,
  kReturn,    // return text;           text may be empty
  kIf,        // if (text) body else otherwise
  kLoop,      // for (;;) body          left by kBreak, kGoto, kReturn
  kBreak,     //                        of the innermost kLoop or kSwitch
  kContinue,  //                        of the innermost kLoop
  kSwitch,    // switch (text) body
  kCase,      // case text:             text empty: default:
  kLabel,     // text:
  kGoto,      // goto text;
  kBlock,     // { body }
  kExit,  //                        the process ends here: exit, quick_exit, _Exit; abort is a kAssert of 0
};

struct Statement {
  StatementKind kind = StatementKind::kLocal;
  Place place;
  std::string text;
  std::string shown;  // in a trace: "read e->stoppingFlag", "pthread_mutex_lock(&m)"; empty: not shown
  std::optional<Access> access;  // kAccess
  std::string message;           // kAssert: the assertion as it was written
  std::string failure;           // kAssert: kind of the finding; empty: assertion
  bool calls_model = false;      // kCall: steps inside belong to this place
  bool spins = false;    // kLoop: an iteration that does not leave it changes nothing (assume in disguise)
  bool counted = false;  // kLoop, kLabel: --loops bounds it; else it ends by itself, within a large bound
  std::vector<Statement> body, otherwise;
};

struct Function {
  std::string name;
  std::string signature;            // "int f(struct S *e)"
  std::string result;               // its type; empty: void
  std::vector<std::string> locals;  // declarations, initialised, without semicolons
  std::vector<Statement> body;
  Place place;
  bool is_model = false;   // from the table of primitives: its steps belong to the call
  bool recursive = false;  // can reach itself
};

struct Program {
  std::vector<std::string> sources;
  std::vector<std::string> types;       // definitions, in order, with their semicolons
  std::vector<std::string> prototypes;  // of library functions that are called as they are
  std::vector<std::string> globals;     // definitions, in order, without semicolons
  std::vector<Function> functions;      // reachable ones
  std::string entry;                    // a call of the renamed main: "kiss_main(0, 0)"
  bool has_inputs = false;              // __VERIFIER_nondet_…
  std::vector<std::string> own_stubs;   // functions that the user's stubs define
  std::vector<std::string> notes;       // what was left out or weakened, one sentence each
};

}  // namespace stalemate::kiss
