#include "small_program.h"

#include <functional>
#include <iterator>
#include <random>

namespace theorem {
namespace {

using Kind = Statement::Kind;

class Maker {
 public:
  Maker(std::uint32_t seed, const Shape& shape) : random_(seed), shape_(shape) {}

  Program program() {
    Program program;
    program.threads.resize(static_cast<std::size_t>(shape_.threads));
    for (int thread = 0; thread < shape_.threads; ++thread) {
      const std::size_t most = thread == 0 ? 2 : 3;
      Body& made = program.threads[static_cast<std::size_t>(thread)];
      made = body(1 + below(most), 2, 0);
      if (shape_.deadlocks) made.push_back(crossing(thread));
    }
    for (int thread = 1; thread < shape_.threads; ++thread) place_creation(program, thread);
    return program;
  }

 private:
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
  int number(int limit) { return static_cast<int>(below(static_cast<std::size_t>(limit))); }

  // `held`: mutexes below this number are not taken any more.
  Body body(std::size_t statements, int depth, int held) {
    Body made;
    while (made.size() < statements) made.push_back(statement(depth, held));
    return made;
  }

  Statement statement(int depth, int held) {
    static constexpr Kind kKinds[] = {Kind::kSet,       Kind::kSet,       Kind::kCopy,       Kind::kIncrement,
                                      Kind::kIncrement, Kind::kAtomicAdd, Kind::kLoad,       Kind::kStore,
                                      Kind::kIf,        Kind::kIfLocal,   Kind::kTwice,      Kind::kLocked,
                                      Kind::kLocked,    Kind::kAssert,    Kind::kAssertLocal};
    Statement made;
    made.kind = kKinds[below(std::size(kKinds))];
    const bool is_assert = made.kind == Kind::kAssert || made.kind == Kind::kAssertLocal;
    const bool nests = made.kind == Kind::kIf || made.kind == Kind::kIfLocal || made.kind == Kind::kTwice ||
                       made.kind == Kind::kLocked;
    if ((is_assert && (!shape_.asserts || below(2) == 0)) || (nests && depth == 0))
      made.kind = Kind::kIncrement;
    made.variable = number(2);
    made.other = number(2);
    made.number = is_assert ? 1 + number(3) : number(3);
    if (made.kind == Kind::kIncrement || made.kind == Kind::kAtomicAdd) made.number = 1 + number(2);
    if (made.kind == Kind::kLocked) return locked(std::move(made), depth, held);
    if (made.kind == Kind::kIf || made.kind == Kind::kIfLocal) {
      made.body = body(1 + below(2), depth - 1, held);
      if (below(2) == 0) made.otherwise = body(1, depth - 1, held);
    }
    if (made.kind == Kind::kTwice) made.body = body(1, 0, held);
    return made;
  }

  // In the order of their numbers, unless deadlocks are wanted.
  Statement locked(Statement made, int depth, int held) {
    if (held >= 2) {
      made.kind = Kind::kSet;
      return made;
    }
    made.variable = held == 1 ? (shape_.deadlocks ? 1 - first_ : 1) : number(2);
    first_ = made.variable;
    const int then = shape_.deadlocks ? held + 1 : made.variable + 1;
    made.body = body(1 + below(2), depth - 1, then);
    return made;
  }

  // One mutex, and inside it the other.
  Statement crossing(int thread) {
    Statement outer, inner;
    outer.kind = inner.kind = Kind::kLocked;
    outer.variable = below(4) == 0 ? 0 : thread % 2;
    inner.variable = 1 - outer.variable;
    inner.body = body(1, 0, 2);
    outer.body = body(below(2), 0, 2);
    outer.body.push_back(inner);
    return outer;
  }

  void place_creation(Program& program, int thread) {
    const std::size_t creator = below(3) == 0 ? below(static_cast<std::size_t>(thread)) : 0;
    Body& body = program.threads[creator];
    Statement create;
    create.kind = Kind::kCreate;
    create.number = thread;
    // After what creates those before it: then they are created in the order of their numbers in every main.
    std::size_t first = 0;
    for (std::size_t i = 0; i < body.size(); ++i)
      if (body[i].kind == Kind::kCreate) first = i + 1;
    body.insert(body.begin() + static_cast<std::ptrdiff_t>(first + below(body.size() - first + 1)), create);
    if (creator != 0 || !shape_.joins) return;
    Statement join = create;
    join.kind = Kind::kJoin;
    body.push_back(join);
  }

  std::mt19937 random_;
  Shape shape_;
  int first_ = 0;
};

class Printer {
 public:
  std::string print(const Program& program) {
    text_ =
        "#include <assert.h>\n#include <pthread.h>\n#include <stddef.h>\n\nint x, y;\n"
        "pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n\n";
    for (std::size_t thread = 1; thread < program.threads.size(); ++thread)
      text_ += "static void *run" + std::to_string(thread) + "(void *argument);\n";
    for (std::size_t thread = program.threads.size(); thread-- > 0;) {
      text_ += thread == 0 ? "\nint main(void) {\n"
                           : "\nstatic void *run" + std::to_string(thread) + "(void *argument) {\n";
      line(1, "int l = 0;");
      declare(program.threads[thread]);
      print(program.threads[thread], 1);
      if (thread == 0 && program.never)
        line(1, "assert(!(x == " + std::to_string(program.never->first) +
                    " && y == " + std::to_string(program.never->second) + "));");
      line(1, "(void)l;");
      if (thread != 0) line(1, "(void)argument;");
      line(1, thread == 0 ? "return 0;" : "return NULL;");
      text_ += "}\n";
    }
    return text_;
  }

 private:
  void line(int depth, const std::string& text) {
    text_ += std::string(static_cast<std::size_t>(2 * depth), ' ') + text + "\n";
  }

  void declare(const Body& body) {
    for (const Statement& statement : body)
      if (statement.kind == Kind::kCreate) line(1, "pthread_t t" + std::to_string(statement.number) + ";");
  }

  void print(const Body& body, int depth) {
    for (const Statement& statement : body) print(statement, depth);
  }

  void print(const Statement& s, int depth) {
    const std::string v = s.variable == 0 ? "x" : "y", w = s.other == 0 ? "x" : "y",
                      n = std::to_string(s.number);
    const std::string mutex = "m" + std::to_string(s.variable);
    switch (s.kind) {
      case Kind::kSet: return line(depth, v + " = " + n + ";");
      case Kind::kCopy: return line(depth, v + " = " + w + " + " + n + ";");
      case Kind::kIncrement: return line(depth, v + " += " + n + ";");
      case Kind::kAtomicAdd:
        return line(depth, "__atomic_fetch_add(&" + v + ", " + n + ", __ATOMIC_SEQ_CST);");
      case Kind::kLoad: return line(depth, "l = " + v + ";");
      case Kind::kStore: return line(depth, v + " = l + " + n + ";");
      case Kind::kAssert: return line(depth, "assert(" + v + " != " + n + ");");
      case Kind::kAssertLocal: return line(depth, "assert(l != " + n + ");");
      case Kind::kCreate: return line(depth, "pthread_create(&t" + n + ", NULL, run" + n + ", NULL);");
      case Kind::kJoin: return line(depth, "pthread_join(t" + n + ", NULL);");
      case Kind::kIf:
      case Kind::kIfLocal: {
        line(depth, "if (" + (s.kind == Kind::kIf ? v : std::string("l")) + " == " + n + ") {");
        print(s.body, depth + 1);
        if (!s.otherwise.empty()) {
          line(depth, "} else {");
          print(s.otherwise, depth + 1);
        }
        return line(depth, "}");
      }
      case Kind::kTwice:
        line(depth, "for (int i = 0; i < 2; i++) {");
        print(s.body, depth + 1);
        return line(depth, "}");
      case Kind::kLocked:
        line(depth, "pthread_mutex_lock(&" + mutex + ");");
        print(s.body, depth);
        return line(depth, "pthread_mutex_unlock(&" + mutex + ");");
    }
  }

  std::string text_;
};

// Calls `with` for every body that is smaller by one.
void smaller_bodies(const Body& body, const std::function<void(const Body&)>& with) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    Body less = body;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    // A thread that is never created is dropped by nobody: creations stay, joins may go.
    if (body[i].kind != Kind::kCreate) {
      with(less);
      for (const Body* inside : {&body[i].body, &body[i].otherwise}) {
        if (inside->empty()) continue;
        Body opened = less;
        opened.insert(opened.begin() + static_cast<std::ptrdiff_t>(i), inside->begin(), inside->end());
        with(opened);
      }
    }
    smaller_bodies(body[i].body, [&](const Body& inside) {
      Body changed = body;
      changed[i].body = inside;
      with(changed);
    });
    smaller_bodies(body[i].otherwise, [&](const Body& inside) {
      Body changed = body;
      changed[i].otherwise = inside;
      with(changed);
    });
  }
}

}  // namespace

Program random_program(std::uint32_t seed, const Shape& shape) { return Maker(seed, shape).program(); }

std::string c_text(const Program& program) { return Printer().print(program); }

std::vector<Program> smaller(const Program& program) {
  std::vector<Program> found;
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread)
    smaller_bodies(program.threads[thread], [&](const Body& body) {
      found.push_back(program);
      found.back().threads[thread] = body;
    });
  return found;
}

}  // namespace theorem
