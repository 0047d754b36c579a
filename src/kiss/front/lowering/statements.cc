// Statements, except for loops. Blocks leave no trace: every local belongs to the whole function.
#include "kiss/front/lowering/lowering.h"

namespace stalemate::kiss {
namespace {

// Only an order, which every step has here.
bool is_barrier(const clang::GCCAsmStmt* statement) {
  if (statement->getNumOutputs() != 0 || statement->getNumInputs() != 0) return false;
  const llvm::StringRef text = statement->getAsmString()->getString().trim();
  for (const char* known : {"", "mfence", "lfence", "sfence", "pause", "rep; nop", "rep;nop", "nop"})
    if (text == known) return true;
  return false;
}

}  // namespace

void Lowering::statement(const clang::Stmt* statement) {
  if (statement == nullptr || llvm::isa<clang::NullStmt>(statement)) return;
  try {
    lower_statement(statement);
  } catch (const Fault& fault) {
    if (fault.is_placed) throw;
    refuse(statement->getBeginLoc(), fault.sentence);
  }
}

void Lowering::lower_statement(const clang::Stmt* statement) {
  const clang::SourceLocation where = statement->getBeginLoc();
  if (const auto* each = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    const int atomic = atomic_;
    for (const clang::Stmt* child : each->body()) this->statement(child);
    if (atomic_ != atomic) refuse(where, "an atomic region has to end in the block in which it begins");
  } else if (const auto* each = llvm::dyn_cast<clang::Expr>(statement)) {
    effect(each);
  } else if (const auto* each = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    declaration(each);
  } else if (const auto* each = llvm::dyn_cast<clang::IfStmt>(statement)) {
    if_statement(each);
  } else if (const auto* each = llvm::dyn_cast<clang::WhileStmt>(statement)) {
    loop({each, each->getCond(), each->getBody()});
  } else if (const auto* each = llvm::dyn_cast<clang::DoStmt>(statement)) {
    if (constant_truth(each->getCond()) == false)
      once(each);
    else
      loop({each, each->getCond(), each->getBody(), nullptr, true});
  } else if (const auto* each = llvm::dyn_cast<clang::ForStmt>(statement)) {
    this->statement(each->getInit());
    loop({each, each->getCond(), each->getBody(), each->getInc()});
  } else if (const auto* each = llvm::dyn_cast<clang::SwitchStmt>(statement)) {
    switch_statement(each);
  } else if (const auto* each = llvm::dyn_cast<clang::SwitchCase>(statement)) {
    switch_case(each);
  } else if (const auto* each = llvm::dyn_cast<clang::ReturnStmt>(statement)) {
    return_statement(each);
  } else if (const auto* each = llvm::dyn_cast<clang::LabelStmt>(statement)) {
    label(each);
  } else if (const auto* each = llvm::dyn_cast<clang::AttributedStmt>(statement)) {
    this->statement(each->getSubStmt());
  } else if (const auto* each = llvm::dyn_cast<clang::GotoStmt>(statement)) {
    if (atomic_ != 0) refuse(where, "goto is not allowed in an atomic region");
    const std::string target = label_name(each->getLabel());
    if (passed_labels_.count(target) != 0) backward_.insert(target);
    emit(StatementKind::kGoto, where, target);
  } else if (llvm::isa<clang::BreakStmt, clang::ContinueStmt>(statement)) {
    leave(statement);
  } else if (const auto* each = llvm::dyn_cast<clang::GCCAsmStmt>(statement); each && is_barrier(each)) {
    return;
  } else if (llvm::isa<clang::AsmStmt>(statement)) {
    refuse(where, "inline assembly is not supported");
  } else if (llvm::isa<clang::IndirectGotoStmt>(statement)) {
    refuse(where, "computed goto is not supported");
  } else {
    refuse(where, "this statement is not supported");
  }
}

void Lowering::declaration(const clang::DeclStmt* statement) {
  for (const clang::Decl* each : statement->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(each);
    if (variable == nullptr || variable->hasGlobalStorage()) continue;
    if (variable->getType()->isVariablyModifiedType() && variable_array(variable->getType()) == nullptr)
      refuse(variable->getLocation(), "arrays of variable length are not supported");
    if (variable->hasAttr<clang::CleanupAttr>())
      refuse(variable->getLocation(), "the attribute cleanup is not supported");
    initialise(variable);
  }
}

void Lowering::if_statement(const clang::IfStmt* statement) {
  const clang::SourceLocation where = statement->getBeginLoc();
  const auto* nothing = llvm::dyn_cast<clang::NullStmt>(statement->getThen());
  if (nothing != nullptr && assertion(statement->getCond(), statement->getElse(), where)) return;
  const Text condition = value(statement->getCond());
  const std::size_t here = out_->size();
  emit(StatementKind::kIf, where, condition.text);
  List yes = collect([&] { this->statement(statement->getThen()); });
  List no = collect([&] { this->statement(statement->getElse()); });
  (*out_)[here].body = std::move(yes);
  (*out_)[here].otherwise = std::move(no);
}

void Lowering::switch_statement(const clang::SwitchStmt* statement) {
  const Text condition = value(statement->getCond());
  breakable_.push_back(atomic_);
  List body = collect([&] { this->statement(statement->getBody()); });
  breakable_.pop_back();
  emit(StatementKind::kSwitch, statement->getBeginLoc(), condition.text).body = std::move(body);
}

void Lowering::switch_case(const clang::SwitchCase* statement) {
  std::string text;
  if (const auto* each = llvm::dyn_cast<clang::CaseStmt>(statement)) {
    text = value(each->getLHS()).text;
    if (each->getRHS() != nullptr) text += " ... " + value(each->getRHS()).text;
  }
  emit(StatementKind::kCase, statement->getBeginLoc(), text);
  this->statement(statement->getSubStmt());
}

void Lowering::leave(const clang::Stmt* statement) {
  const clang::SourceLocation where = statement->getBeginLoc();
  const bool breaks = llvm::isa<clang::BreakStmt>(statement);
  if ((breaks ? breakable_.back() : loops_.back().atomic) != atomic_)
    refuse(where, "an atomic region cannot be left by break or continue");
  if (breaks) {
    emit(StatementKind::kBreak, where);
    return;
  }
  loops_.back().is_left = true;
  if (loops_.back().next.empty())
    emit(StatementKind::kContinue, where);
  else
    emit(StatementKind::kGoto, where, loops_.back().next);
}

void Lowering::return_statement(const clang::ReturnStmt* statement) {
  const clang::SourceLocation where = statement->getBeginLoc();
  if (atomic_ != 0 && atomic_exit_.empty()) refuse(where, "return is not allowed in an atomic region");
  const clang::Expr* result = statement->getRetValue();
  std::string text;
  if (result != nullptr && result->getType()->isVoidType())
    effect(result);
  else if (result != nullptr)
    text = value(result).text;
  if (atomic_exit_.empty()) {
    emit(StatementKind::kReturn, where, text);
    return;
  }
  if (!text.empty()) emit(StatementKind::kLocal, where, atomic_result_ + " = " + text);
  emit(StatementKind::kGoto, where, atomic_exit_);
}

std::string Lowering::label_name(const clang::LabelDecl* label) {
  const auto [known, is_new] = labels_.emplace(label, "");
  if (is_new) known->second = claim(label->getNameAsString());
  return known->second;
}

void Lowering::label(const clang::LabelStmt* statement) {
  const std::string name = label_name(statement->getDecl());
  passed_labels_.insert(name);
  emit(StatementKind::kLabel, statement->getBeginLoc(), name);
  this->statement(statement->getSubStmt());
}

}  // namespace stalemate::kiss
