#include "choice_program.h"

#include <random>

namespace stalemate::kiss {
namespace {

using Kind = ChoiceStatement::Kind;
using Body = std::vector<ChoiceStatement>;

Body random_body(std::mt19937& random, unsigned depth) {
  Body body;
  for (unsigned left = 1 + random() % 4; left > 0; --left) {
    ChoiceStatement statement;
    const auto roll = random() % 20;
    statement.kind = roll < 8    ? Kind::kChoose
                     : roll < 13 ? Kind::kIf
                     : roll < 15 ? Kind::kAssume
                     : roll < 17 ? Kind::kAdd
                     : roll < 18 ? Kind::kRepeat
                     : roll < 19 ? Kind::kFail
                                 : (random() % 2 != 0 ? Kind::kEnd : Kind::kBlock);
    const bool nested = statement.kind == Kind::kIf || statement.kind == Kind::kRepeat;
    // What ends a path is rare, and never the first thing that happens.
    const bool ends =
        statement.kind == Kind::kFail || statement.kind == Kind::kEnd || statement.kind == Kind::kBlock;
    if ((nested && depth == 0) || (ends && depth > 1)) statement.kind = Kind::kChoose;
    statement.variable = random() % ChoiceProgram::kVariables;
    statement.other = random() % ChoiceProgram::kVariables;
    statement.number = static_cast<int>(random() % 3);
    if (statement.kind == Kind::kIf || statement.kind == Kind::kRepeat)
      statement.body = random_body(random, depth - 1);
    if (statement.kind == Kind::kIf) statement.otherwise = random_body(random, depth - 1);
    if (statement.kind == Kind::kFail) statement.number = 1 + static_cast<int>(random() % 9);
    body.push_back(std::move(statement));
  }
  return body;
}

void print(const Body& body, std::string indent, std::string& out) {
  for (const ChoiceStatement& s : body) {
    const std::string x = "x[" + std::to_string(s.variable) + "]", y = "x[" + std::to_string(s.other) + "]";
    const std::string n = std::to_string(s.number);
    out += indent;
    switch (s.kind) {
      // Widths of 0 to 3, some of them from data and some from ts.
      case Kind::kChoose:
        out += x + " = kiss_choose(" +
               (s.number == 0   ? "kiss_ts + 1"
                : s.number == 1 ? y + " % 3 + 1"
                                : "2") +
               ");\n";
        break;
      case Kind::kIf:
        out += "if (" + x + " == " + n + ") {\n";
        print(s.body, indent + "  ", out);
        out += indent + "} else {\n";
        print(s.otherwise, indent + "  ", out);
        out += indent + "}\n";
        break;
      case Kind::kAssume: out += "kiss_assume(" + x + " != " + n + ");\n"; break;
      case Kind::kFail:
        out += "if (" + x + " + " + y + " == 2) kiss_fail(KISS_ASSERTION, " + n + ");\n";
        break;
      case Kind::kEnd: out += "if (" + x + " == 1) kiss_end(KISS_LOOPS);\n"; break;
      case Kind::kAdd: out += x + " = (" + x + " + " + y + " + " + n + ") % 4;\n"; break;
      case Kind::kRepeat:
        out += "for (int i = 0; i < 2; i++) {\n";
        print(s.body, indent + "  ", out);
        out += indent + "}\n";
        break;
      case Kind::kBlock: out += "if (" + x + " > " + n + ") (void)kiss_choose(" + y + " - 3);\n"; break;
    }
  }
}

struct NeedsChoice {
  int width;
};
struct Ended {
  enum class How : std::uint8_t { kCut, kBlocked, kFailed } how;
  int statement = 0;
};

class Interpreter {
 public:
  Interpreter(const std::vector<std::uint32_t>& choices, int ts) : choices_(choices), ts_(ts) {}

  void run(const Body& body) {
    for (const ChoiceStatement& s : body) step(s);
  }

 private:
  int choose(int width) {
    if (width <= 0) throw Ended{Ended::How::kBlocked};
    if (width == 1) return 0;
    if (next_ == choices_.size()) throw NeedsChoice{width};
    return static_cast<int>(choices_[next_++]);
  }

  void step(const ChoiceStatement& s) {
    int& x = x_[s.variable];
    const int y = x_[s.other];
    switch (s.kind) {
      case Kind::kChoose: x = choose(s.number == 0 ? ts_ + 1 : s.number == 1 ? y % 3 + 1 : 2); break;
      case Kind::kIf: run(x == s.number ? s.body : s.otherwise); break;
      case Kind::kAssume:
        if (x == s.number) throw Ended{Ended::How::kBlocked};
        break;
      case Kind::kFail:
        if (x + y == 2) throw Ended{Ended::How::kFailed, s.number};
        break;
      case Kind::kEnd:
        if (x == 1) throw Ended{Ended::How::kCut};
        break;
      case Kind::kAdd: x = (x + y + s.number) % 4; break;
      case Kind::kRepeat:
        run(s.body);
        run(s.body);
        break;
      case Kind::kBlock:
        if (x > s.number) choose(y - 3);
        break;
    }
  }

  const std::vector<std::uint32_t>& choices_;
  int ts_;
  std::size_t next_ = 0;
  int x_[ChoiceProgram::kVariables] = {};
};

struct Search {
  const Body& body;
  int ts;
  std::uint64_t most;
  ChoiceProgram::Paths paths{};
  std::vector<std::uint32_t> choices{};

  bool is_over() const { return paths.failure || paths.count > most; }
  void walk() {
    try {
      Interpreter(choices, ts).run(body);
      ++paths.count;
    } catch (const Ended& ended) {
      ++paths.count;
      if (ended.how == Ended::How::kBlocked) ++paths.blocked;
      if (ended.how == Ended::How::kCut) paths.cut_loops = true;
      if (ended.how != Ended::How::kFailed) return;
      paths.failure = choices;
      paths.statement = ended.statement;
    } catch (const NeedsChoice& needed) {
      for (int choice = 0; choice < needed.width && !is_over(); ++choice) {
        choices.push_back(static_cast<std::uint32_t>(choice));
        walk();
        choices.pop_back();
      }
    }
  }
};

}  // namespace

ChoiceProgram ChoiceProgram::random(std::uint32_t seed) {
  std::mt19937 random(seed);
  ChoiceProgram program;
  for (unsigned i = 0; i < 3; ++i)
    for (ChoiceStatement& statement : random_body(random, 3)) program.body_.push_back(std::move(statement));
  return program;
}

std::string ChoiceProgram::text() const {
  std::string text = "#include \"kiss.h\"\nstatic int x[4];\nvoid kiss_program(void) {\n";
  print(body_, "  ", text);
  return text + "}\n";
}

std::optional<ChoiceProgram::Paths> ChoiceProgram::enumerate(int ts, std::uint64_t most) const {
  Search search{body_, ts, most};
  search.walk();
  if (search.paths.count > most) return std::nullopt;
  return search.paths;
}

}  // namespace stalemate::kiss
