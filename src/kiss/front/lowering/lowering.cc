// A function as a whole: its names, its locals, its end.
#include "kiss/front/lowering/lowering.h"

#include "kiss/front/models.h"
#include "kiss/front/unused.h"

namespace stalemate::kiss {
namespace {

constexpr std::size_t kLongestShown = 80;

bool is_va_list(clang::QualType type) {
  const auto* array = type.getCanonicalType()->getAsArrayTypeUnsafe();
  const auto* record = array == nullptr ? nullptr : array->getElementType()->getAs<clang::RecordType>();
  return record != nullptr && record->getDecl()->getName() == "__va_list_tag";
}

std::string zero_of(clang::QualType type) {
  if (is_va_list(type)) return "";
  const clang::QualType plain = Types::plain(type);
  return plain->isArrayType() || plain->isRecordType() ? " = {0}" : " = 0";
}

void count_passes(std::vector<Statement>& statements, const std::set<std::string>& labels) {
  for (Statement& each : statements) {
    if (each.kind == StatementKind::kLabel) each.counted = labels.count(each.text) != 0;
    count_passes(each.body, labels);
    count_passes(each.otherwise, labels);
  }
}

}  // namespace

void Lowering::refuse(clang::SourceLocation where, const std::string& sentence) const {
  kiss::refuse(unit_.sources(), where, sentence);
}

// Models are not files of the user: they are named without their directory.
Place Lowering::place(clang::SourceLocation where) const {
  Place place = place_of(unit_.sources(), where);
  if (unit_.role == Role::kModel) place.file = "models" + place.file.substr(place.file.find_last_of('/'));
  return place;
}

Statement& Lowering::emit(StatementKind kind, clang::SourceLocation where, std::string text) {
  if (out_ == nullptr) refuse(where, "an initialiser of a global must be a constant");
  Statement& statement = out_->emplace_back();
  statement.kind = kind;
  statement.place = place(where);
  statement.text = std::move(text);
  return statement;
}

std::string Lowering::source_text(const clang::Expr* expression) const {
  const clang::SourceManager& sources = unit_.sources();
  const auto tokens = clang::CharSourceRange::getTokenRange(expression->getSourceRange());
  // What is an argument of a macro is shown as that argument; what comes out of a macro, as its use.
  clang::CharSourceRange range = clang::Lexer::makeFileCharRange(tokens, sources, unit_.ast->getLangOpts());
  if (range.isInvalid()) range = sources.getExpansionRange(expression->getSourceRange());
  const llvm::StringRef written = clang::Lexer::getSourceText(range, sources, unit_.ast->getLangOpts());
  std::string text;
  for (const char c : written) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\\';
    if (!is_space)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  if (text.size() > kLongestShown) text = text.substr(0, kLongestShown - 3) + "...";
  return text;
}

std::string Lowering::claim(const std::string& preferred) {
  std::string name = preferred;
  if (name.starts_with("kiss_") || name == "linux" || name == "unix") name += "_";
  for (int suffix = 2; assembly_.definitions.is_file_scope_name(name) || !names_.insert(name).second;
       suffix++)
    name = preferred + "_" + std::to_string(suffix);
  return name;
}

std::string Lowering::temporary(clang::QualType type) {
  std::string name;
  do {
    name = "t" + std::to_string(++temporaries_);
  } while (assembly_.definitions.is_file_scope_name(name) || !names_.insert(name).second);
  assembly_.types.complete(type);
  result_.locals.push_back(assembly_.types.declare(type, name) + zero_of(type));
  return name;
}

// Storage that survives RAISE, since others may hold its address; the name stands for the address.
std::string Lowering::keep(clang::QualType type, const std::string& name) {
  assembly_.types.complete(type);
  const std::string kept = claim(name);
  const bool is_array = Types::plain(type)->isArrayType();
  result_.locals.push_back(assembly_.types.declare(type, is_array ? "(*" + kept + ")" : "*" + kept) +
                           " = kiss_keep(sizeof *" + kept + ")");
  return kept;
}

const Lowering::Local& Lowering::local(const clang::VarDecl* variable) {
  if (const auto known = locals_.find(variable); known != locals_.end()) return known->second;
  const clang::QualType type = variable->getType();
  Local chosen;
  if (const auto* array = variable_array(type)) {
    const std::string name = claim(variable->getNameAsString());
    assembly_.types.complete(array->getElementType());
    result_.locals.push_back(assembly_.types.declare(array->getElementType(), "*" + name) + " = 0");
    chosen = {primary(name), assembly_.usage.escapes(variable)};
    return locals_.emplace(variable, chosen).first->second;
  }
  if (assembly_.usage.is_taken(variable) && !is_va_list(type)) {
    chosen.text = unary("*" + keep(type, variable->getNameAsString()));
    chosen.is_shared = assembly_.usage.escapes(variable);
  } else {
    const std::string name = claim(variable->getNameAsString());
    assembly_.types.complete(type);
    result_.locals.push_back(assembly_.types.declare(type, name) + zero_of(type));
    chosen.text = primary(name);
  }
  return locals_.emplace(variable, chosen).first->second;
}

std::string Lowering::signature(const clang::FunctionDecl* function, const std::string& name) {
  std::string parameters;
  unsigned unnamed = 0;
  for (const clang::ParmVarDecl* each : function->parameters()) {
    std::string said = each->getNameAsString();
    if (said.empty()) said = "unused_" + std::to_string(++unnamed);
    const bool is_kept = assembly_.usage.is_taken(each);
    const std::string parameter = claim(is_kept ? said + "_value" : said);
    assembly_.types.complete(each->getType());
    parameters += (parameters.empty() ? "" : ", ") + assembly_.types.declare(each->getType(), parameter);
    if (!is_kept) {
      locals_[each] = {primary(parameter), false};
      continue;
    }
    const std::string kept = keep(each->getType(), said);
    locals_[each] = {unary("*" + kept), assembly_.usage.escapes(each)};
    emit(StatementKind::kLocal, each->getLocation(), "*" + kept + " = " + parameter);
  }
  if (function->isVariadic()) parameters += ", ...";
  if (parameters.empty()) parameters = "void";
  return assembly_.types.declare(function->getReturnType(), name + "(" + parameters + ")");
}

Function Lowering::function(const clang::FunctionDecl* function, const std::string& name) {
  current_ = function;
  result_ = {};
  result_.name = name;
  result_.place = place(function->getLocation());
  result_.is_model = is_primitive({function, &unit_});
  const clang::QualType type = function->getReturnType();
  out_ = &result_.body;
  try {
    if (!type->isVoidType()) result_.result = assembly_.types.name(type);
    result_.signature = signature(function, name);
  } catch (const Fault& fault) {
    if (fault.is_placed) throw;
    refuse(function->getLocation(), fault.sentence);
  }
  const bool is_region = function->getName().starts_with("__VERIFIER_atomic_");
  if (is_region) {
    atomic_exit_ = claim("leave");
    if (!type->isVoidType()) atomic_result_ = temporary(type);
    begin_atomic(function->getLocation(), function->getNameAsString());
  }
  statement(function->getBody());
  if (atomic_ != 0 && !is_region)
    refuse(function->getLocation(), "an atomic region of this function does not end");
  close(function);
  return std::move(result_);
}

// Falling off the end, and what only compilers care about.
void Lowering::close(const clang::FunctionDecl* function) {
  const clang::SourceLocation end = function->getBody()->getEndLoc();
  if (!atomic_exit_.empty()) {
    emit(StatementKind::kLabel, end, atomic_exit_);
    emit(StatementKind::kAtomicEnd, end);
    if (!atomic_result_.empty()) emit(StatementKind::kReturn, end, atomic_result_);
  }
  const bool returns = !out_->empty() && out_->back().kind == StatementKind::kReturn;
  if (!result_.result.empty() && !returns) {
    const bool is_record = Types::plain(function->getReturnType())->isRecordType();
    emit(StatementKind::kReturn, end, is_record ? temporary(function->getReturnType()) : "0");
  }
  count_passes(result_.body, backward_);
  drop_unused(result_);
}

std::string Lowering::constant(const clang::Expr* initialiser) {
  try {
    return this->initialiser(initialiser, initialiser->getType());
  } catch (const Fault& fault) {
    if (fault.is_placed) throw;
    refuse(initialiser->getBeginLoc(), fault.sentence);
  }
}

}  // namespace stalemate::kiss
