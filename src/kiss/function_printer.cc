#include "kiss/function_printer.h"

#include <map>

#include "kiss/c_text.h"

namespace stalemate::kiss {
namespace {

// Labels that are jumped to from below: those make loops.
void find_backward_labels(const std::vector<Statement>& body, Names& seen, Names& backward) {
  for (const Statement& statement : body) {
    if (statement.kind == StatementKind::kLabel) seen.insert(statement.text);
    if (statement.kind == StatementKind::kGoto && seen.count(statement.text) != 0)
      backward.insert(statement.text);
    find_backward_labels(statement.body, seen, backward);
    find_backward_labels(statement.otherwise, seen, backward);
  }
}

const char* kind_of(const Access& access) {
  switch (access.kind) {
    case AccessKind::kRead: return "read";
    case AccessKind::kWrite: return "write";
    case AccessKind::kUpdate: return "update";
  }
  return "other";
}

const char* failure_of(const std::string& failure) {
  static const std::map<std::string, const char*> names = {{"abort", "KISS_ABORT"},
                                                           {"misuse", "KISS_MISUSE"},
                                                           {"deadlock", "KISS_DEADLOCK"},
                                                           {"data-race", "KISS_RACE"}};
  const auto name = names.find(failure);
  return name == names.end() ? "KISS_ASSERTION" : name->second;
}

}  // namespace

std::string remark_of(const Statement& statement) {
  std::string remark = statement.place.file;
  if (statement.place.line != 0) remark += ":" + std::to_string(statement.place.line);
  if (!statement.shown.empty()) remark += (remark.empty() ? "" : ": ") + statement.shown;
  return remark;
}

FunctionPrinter::FunctionPrinter(const Function& function, Numbering& numbering, const Names& renamed)
    : function_(function), numbering_(numbering), renamed_(renamed) {
  Names seen;
  find_backward_labels(function.body, seen, backward_labels_);
}

std::string FunctionPrinter::print() {
  list(function_.body);
  const bool falls_off = function_.body.empty() || function_.body.back().kind != StatementKind::kReturn;
  if (falls_off && !function_.result.empty()) line("return" + none() + ";");
  std::string head = "static " + c(function_.signature) + " {\n";
  if (uses_at_) head += "  const int kiss_at = kiss_site;\n";
  // Static storage is zero whatever the type is.
  if (uses_none_)
    head += "  static " + function_.result + (function_.result.back() == '*' ? "" : " ") + "kiss_none;\n";
  for (const std::string& local : function_.locals) head += "  " + c(local) + ";\n";
  if (passes_ > 0) {
    head += "  int ";
    for (int i = 1; i <= passes_; i++) {
      const std::string number = std::to_string(i);
      head += (i > 1 ? ", " : "") + ("kiss_loop_" + number) + " = 0, kiss_quiet_" + number + " = 0";
    }
    head += ";\n";
  }
  return head + out_ + "}\n";
}

void FunctionPrinter::list(const std::vector<Statement>& statements) {
  for (const Statement& each : statements) {
    if (region_) region_->saw(each);
    statement(each);
    pass_labels(each);
  }
}

void FunctionPrinter::nested(const std::vector<Statement>& statements, bool repeats) {
  const int atomic = atomic_;
  if (region_) region_->open_list(statements, repeats);
  level_++;
  list(statements);
  level_--;
  if (atomic_ != atomic) {  // a branch that ends its region before it leaves
    atomic_ = atomic;
    if (atomic > 0 && !region_) region_.emplace();
    if (atomic == 0) region_.reset();
  } else if (region_) {
    region_->close_list();
  }
}

void FunctionPrinter::statement(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kLocal:
      if (mentions(statement.text, "kiss_fail_misuse") || mentions(statement.text, "kiss_exit_thread") ||
          mentions(statement.text, "kiss_end_thread"))
        call(statement);
      else if (!statement.text.empty()) {
        if (frees(statement)) line("kiss_frees(kiss_self, " + id_of(statement, "other") + ");");
        line(c(statement.text) + ";", statement.shown.empty() ? "" : remark_of(statement));
      }
      break;
    case StatementKind::kAccess: access(statement); break;
    case StatementKind::kCall: call(statement); break;
    case StatementKind::kAssert: assertion(statement); break;
    case StatementKind::kAssume: assume(statement); break;
    case StatementKind::kAtomicBegin: atomic_begin(statement); break;
    case StatementKind::kAtomicEnd: atomic_end(); break;
    case StatementKind::kExit: exit_process(statement); break;
    default: control(statement);
  }
}

// Of the program's own: models have no heap.
bool FunctionPrinter::frees(const Statement& statement) const {
  const std::string text = c(statement.text);
  return !function_.is_model && (mentions(text, "kiss_free") || mentions(text, "kiss_realloc"));
}

void FunctionPrinter::control(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kReturn: returns(statement); break;
    case StatementKind::kIf: branch(statement); break;
    case StatementKind::kLoop: loop(statement); break;
    case StatementKind::kBreak:
    case StatementKind::kContinue: leave_loop(statement); break;
    case StatementKind::kSwitch:
      line("switch (" + c(statement.text) + ") {");
      loops_.push_back({false, true, "", atomic_});
      nested(statement.body, false);
      loops_.pop_back();
      line("}");
      break;
    case StatementKind::kCase:
      line(statement.text.empty() ? "default:;" : "case " + c(statement.text) + ":;");
      break;
    case StatementKind::kLabel: label(statement); break;
    case StatementKind::kGoto:
      pass_jump(statement.text);
      line("goto " + statement.text + ";");
      break;
    case StatementKind::kBlock:
      line("{");
      nested(statement.body, false);
      line("}");
      break;
    default: break;
  }
}

void FunctionPrinter::access(const Statement& statement) {
  if (atomic_ == 0) point(statement, id_of(statement, kind_of(*statement.access)));
  line(c(statement.text) + ";");
}

// What models read and write is private to them, and cannot race.
void FunctionPrinter::point(const Statement& statement, const std::string& id) {
  const bool writes = statement.access && statement.access->kind != AccessKind::kRead;
  if (!statement.access || statement.access->benign || function_.is_model) {
    line("KISS_POINT(" + id + ", " + (writes ? "1" : "0") + "," + none() + ");", remark_of(statement));
    return;
  }
  const Access& access = *statement.access;
  const std::string kind = !writes ? "1" : access.writes_if.empty() ? "2" : c(access.writes_if) + " ? 2 : 1";
  line("KISS_ACCESS(" + id + ", " + kind + ", " + c(access.address) + ", " + c(access.bytes) + ", " +
           std::to_string(numbering_.variable(access)) + ", " + (access.atomic ? "1" : "0") + "," + none() +
           ");",
       remark_of(statement));
}

void FunctionPrinter::call(const Statement& statement) {
  if (mentions(statement.text, "kiss_fail_misuse")) {
    line("kiss_fail(KISS_MISUSE, " + id_of(statement, "call") + ");");
    return;
  }
  if (mentions(statement.text, "kiss_exit_thread")) {
    leave_regions(0);
    line(c(statement.text) + ";", remark_of(statement));
    line("return" + none() + ";");
    return;
  }
  if (statement.calls_model) line("kiss_site = " + id_of(statement, "call") + ";", remark_of(statement));
  if (function_.recursive) line("kiss_enter();");
  line(c(statement.text) + ";", statement.calls_model || statement.shown.empty() ? "" : remark_of(statement));
  if (function_.recursive) line("kiss_leave();");
  line("if (kiss_raise) return" + none() + ";");
}

void FunctionPrinter::assertion(const Statement& statement) {
  line("if (!(" + c(statement.text) + ")) kiss_fail(" + failure_of(statement.failure) + ", " +
           id_of(statement, "assert") + ");",
       remark_of(statement));
}

void FunctionPrinter::assume(const Statement& statement) {
  if (atomic_ > 0) {
    if (region_->wrote()) {
      line("kiss_assume(" + c(statement.text) + ");");
      return;
    }
    line("if (!(" + c(statement.text) + ")) {", remark_of(statement));
    level_++;
    block(region_->waits(statement), region_id_);
    level_--;
    line("}");
    return;
  }
  const std::string id = id_of(statement, "other");
  if (statement.access) {
    point(statement, id);
    line("if (!(" + c(statement.text) + ")) {");
  } else {
    line("if (!(" + c(statement.text) + ")) {", remark_of(statement));
  }
  level_++;
  block({statement.access ? wait_for(*statement.access) : "kiss_stopped = 1;"}, id);
  level_--;
  line("}");
}

void FunctionPrinter::block(const std::vector<std::string>& waits, const std::string& id) {
  for (const std::string& wait : waits) line(c(wait));
  if (atomic_ > 0) line("kiss_atomic -= " + std::to_string(atomic_) + ";");
  line("kiss_block(" + id + ");");
  line("return" + none() + ";");
}

void FunctionPrinter::atomic_begin(const Statement& statement) {
  if (atomic_++ == 0) {
    region_id_ = id_of(statement, "other");
    region_.emplace();
  }
  line("KISS_ATOMIC(" + region_id_ + "," + none() + ");", remark_of(statement));
}

void FunctionPrinter::atomic_end() {
  if (atomic_ == 0) {  // its beginning is in a list around this one, or in another function
    line("kiss_atomic--;");
    return;
  }
  line("KISS_ATOMIC_END(" + region_id_ + ", " + (region_->wrote() ? "1" : "0") + ");");
  if (--atomic_ == 0) region_.reset();
}

// A jump out of regions; whether they wrote is unknown on this path.
void FunctionPrinter::leave_regions(int until) {
  for (int i = atomic_; i > until; i--) line("KISS_ATOMIC_END(" + region_id_ + ", 1);");
}

void FunctionPrinter::returns(const Statement& statement) {
  leave_regions(0);
  pass_jump({});
  line(statement.text.empty() ? "return;" : "return " + c(statement.text) + ";");
}

void FunctionPrinter::branch(const Statement& statement) {
  line("if (" + c(statement.text) + ") {");
  nested(statement.body, false);
  if (!statement.otherwise.empty()) {
    line("} else {");
    nested(statement.otherwise, false);
  }
  line("}");
}

void FunctionPrinter::exit_process(const Statement& statement) {
  const std::string id = id_of(statement, "other");
  if (atomic_ == 0) point(statement, id);
  line("kiss_end(KISS_EXIT);");
}

std::string FunctionPrinter::id_of(const Statement& statement, const std::string& kind) {
  if (!function_.is_model) return std::to_string(numbering_.statement(statement, function_, kind));
  uses_at_ = true;
  return "kiss_at";
}

std::string FunctionPrinter::none() {
  if (function_.result.empty()) return "";
  uses_none_ = true;
  return " kiss_none";
}

void FunctionPrinter::line(const std::string& text, const std::string& remark) {
  out_.append(static_cast<std::size_t>(level_) * 2, ' ').append(text);
  if (!remark.empty()) out_.append("  ").append(comment(remark));
  out_ += '\n';
}

std::string FunctionPrinter::c(const std::string& text) const { return with_prefix(text, renamed_); }

}  // namespace stalemate::kiss
