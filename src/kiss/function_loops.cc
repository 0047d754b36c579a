// Loops of a printed function: how their iterations are counted, and which of them a path got past.
#include "kiss/function_printer.h"

namespace stalemate::kiss {
namespace {

// Statements that jump to the label, or that stand at it.
bool contains(const std::vector<Statement>& body, StatementKind kind, const std::string& label) {
  for (const Statement& each : body) {
    if (each.kind == kind && each.text == label) return true;
    if (contains(each.body, kind, label) || contains(each.otherwise, kind, label)) return true;
  }
  return false;
}

// Whether the loop can be left other than by the end of the process.
bool can_be_left(const std::vector<Statement>& body, bool is_own) {
  for (const Statement& each : body) {
    if (each.kind == StatementKind::kReturn || each.kind == StatementKind::kGoto) return true;
    if (each.kind == StatementKind::kBreak && is_own) return true;
    const bool inner = each.kind == StatementKind::kLoop || each.kind == StatementKind::kSwitch;
    if (can_be_left(each.body, is_own && !inner) || can_be_left(each.otherwise, is_own && !inner))
      return true;
  }
  return false;
}

}  // namespace

// Loops of models end by themselves.
std::string FunctionPrinter::count_passes(const Statement& statement, bool starts_anew,
                                          const std::string& id) {
  const std::string number = std::to_string(++passes_);
  const std::string counter = "kiss_loop_" + number, quiet = "kiss_quiet_" + number;
  if (function_.is_model) {
    if (starts_anew) line(counter + " = 0;");
    return "if (" + counter + "++ > KISS_MOST_ROUNDS) kiss_end(KISS_LONG_LOOP);";
  }
  if (!statement.counted) {
    if (starts_anew) line(counter + " = 0;");
    return "KISS_LONG_ROUND(" + id + ", " + counter + ");";
  }
  const std::string loop = std::to_string(function_.recursive ? 0 : numbering_.loop());
  if (starts_anew) line(counter + " = " + quiet + " = 0;");
  if (starts_anew && !function_.recursive) line("KISS_LOOP(" + loop + ");");
  return "KISS_ROUND(" + loop + ", " + id + ", " + counter + ", " + quiet + ");";
}

void FunctionPrinter::pass(const std::string& id) { line("kiss_passed(" + id + ");"); }

// Out of the loops that do not have the label.
void FunctionPrinter::pass_jump(const std::string& label) {
  for (const Loop& loop : loops_)
    if (!loop.cut.empty() && (label.empty() || !contains(loop.whole->body, StatementKind::kLabel, label)))
      pass(loop.cut);
}

void FunctionPrinter::loop(const Statement& statement) {
  const std::string id = statement.spins ? id_of(statement, "other") : "";
  const std::string cut = statement.spins || function_.is_model ? "" : id_of(statement, "loop");
  const std::string count = statement.spins ? "" : count_passes(statement, true, cut);
  // Nothing comes after a loop that cannot be left.
  if (!cut.empty() && !can_be_left(statement.body, true)) pass(cut);
  line("for (;;) {", remark_of(statement));
  loops_.push_back({statement.spins, false, id, atomic_, cut, &statement});
  level_++;
  if (!count.empty()) line(count);
  level_--;
  nested(statement.body, true);
  if (statement.spins) {
    level_++;
    block({"kiss_stopped = 1;"}, id);
    level_--;
  }
  loops_.pop_back();
  line("}");
  if (!cut.empty() && can_be_left(statement.body, true)) pass(cut);
}

void FunctionPrinter::label(const Statement& statement) {
  const bool backward = statement.counted || backward_labels_.count(statement.text) != 0;
  if (!backward) return line(statement.text + ": ;");
  const std::string id = function_.is_model ? "" : id_of(statement, "loop");
  if (!id.empty()) label_ids_[statement.text] = id;
  line(statement.text + ": " + count_passes(statement, false, id));
}

void FunctionPrinter::leave_loop(const Statement& statement) {
  if (statement.kind == StatementKind::kBreak) {
    if (!loops_.empty()) leave_regions(loops_.back().atomic);
    line("break;");
    return;
  }
  for (auto loop = loops_.rbegin(); loop != loops_.rend(); ++loop) {
    if (loop->is_switch) continue;
    if (loop->spins) {
      block({"kiss_stopped = 1;"}, loop->id);
      return;
    }
    leave_regions(loop->atomic);
    break;
  }
  line("continue;");
}

void FunctionPrinter::pass_labels(const Statement& statement) {
  for (const auto& [label, id] : label_ids_)
    if (contains({statement}, StatementKind::kGoto, label) &&
        !contains({statement}, StatementKind::kLabel, label))
      pass(id);
}

}  // namespace stalemate::kiss
