// Calls: of functions with a body, through pointers, and of the library.
#include <algorithm>

#include "kiss/front/library.h"
#include "kiss/front/lowering/lowering.h"
#include "kiss/front/models.h"

namespace stalemate::kiss {
namespace {

std::string listed(const std::vector<Text>& values) {
  std::string text;
  for (const Text& each : values) text += (text.empty() ? "" : ", ") + each.text;
  return text;
}

}  // namespace

Text Lowering::call(const clang::CallExpr* call, bool is_used) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (call->getType()->isVoidType()) is_used = false;
  if (callee == nullptr) return call_pointer(call, is_used);
  const llvm::StringRef name = callee->getName();
  const Body body = assembly_.definitions.body_of(callee);
  const bool is_own = body.unit != nullptr && body.unit->role != Role::kModel;
  if (!is_own) {
    if (auto text = call_primitive(call, name, is_used)) return *text;
    if (auto text = sync_builtin(call, name)) return *text;
  }
  if (body.function != nullptr) return call_body(call, body, is_used);
  if (const LibraryFunction* known = find_library_function(name)) return call_library(call, *known, is_used);
  if (auto text = call_builtin(call, name, is_used)) return *text;
  if (is_of_the_system(callee)) return call_unknown(call, name, is_used);
  refuse(call->getBeginLoc(),
         "no body and no model for the function " + name.str() + "; give one with --stubs");
}

bool Lowering::is_of_the_system(const clang::FunctionDecl* function) const {
  return unit_.sources().isInSystemHeader(function->getLocation());
}

// Usage messages, options, files: a program has them and need not reach them. A path that does ends there.
Text Lowering::call_unknown(const clang::CallExpr* call, llvm::StringRef name, bool is_used) {
  const Place place = place_of(unit_.sources(), call->getBeginLoc());
  assembly_.note("paths end at the call of " + name.str() + " (" + place.file + ":" +
                 std::to_string(place.line) + "), which has no model");
  emit(StatementKind::kLocal, call->getBeginLoc(), "kiss_end(KISS_UNKNOWN)").shown = source_text(call);
  return primary(is_used ? temporary(call->getType()) : "0");
}

std::vector<Text> Lowering::values(const clang::CallExpr* call) {
  std::vector<Text> values;
  for (const clang::Expr* each : call->arguments()) values.push_back(value(each));
  return values;
}

std::string Lowering::arguments(const clang::CallExpr* call) { return listed(values(call)); }

Text Lowering::finish_call(const clang::CallExpr* call, StatementKind kind, const std::string& text,
                           bool is_used) {
  std::string name;
  if (is_used) name = temporary(call->getType());
  Statement& statement = emit(kind, call->getBeginLoc(), is_used ? name + " = " + text : text);
  if (kind == StatementKind::kCall) statement.shown = source_text(call);
  return primary(is_used ? name : "0");
}

std::string Lowering::function_name(const clang::FunctionDecl* function, clang::SourceLocation where) {
  const Body body = assembly_.definitions.body_of(function);
  if (body.function == nullptr) {
    const LibraryFunction* known = find_library_function(function->getName());
    if (known != nullptr && known->treatment == Treatment::kRenamed) return known->prototype;
    if (known == nullptr || known->treatment > Treatment::kWrites)
      refuse(where, "the address of the function " + function->getNameAsString() +
                        " is taken, and it has no body; give one with --stubs");
    assembly_.call_library(known->prototype);
    return function->getNameAsString();
  }
  const std::string name = assembly_.function(body);
  assembly_.see_address(name);
  return name;
}

// A preprocessed file contains types of the system that no model fits.
void Lowering::refuse_foreign_types(const clang::CallExpr* call, const Body& body) const {
  const clang::FunctionDecl* called = call->getDirectCallee();
  if (body.unit->role != Role::kModel || called == nullptr) return;
  clang::ASTContext& theirs = called->getASTContext();
  const unsigned count =
      std::min({called->getNumParams(), body.function->getNumParams(), call->getNumArgs()});
  for (unsigned i = 0; i < count; ++i) {
    const clang::QualType used = called->getParamDecl(i)->getType()->getPointeeType();
    const clang::QualType modelled = body.function->getParamDecl(i)->getType()->getPointeeType();
    if (used.isNull() || modelled.isNull() || !used->isRecordType() || !modelled->isRecordType()) continue;
    if (used->isIncompleteType() || modelled->isIncompleteType()) continue;
    if (call->getArg(i)->isNullPointerConstant(theirs, clang::Expr::NPC_ValueDependentIsNull)) continue;
    if (theirs.getTypeSize(used) == body.function->getASTContext().getTypeSize(modelled)) continue;
    refuse(call->getBeginLoc(), "the type that " + called->getNameAsString() +
                                    " is given is not that of our models; give sources as they were before "
                                    "preprocessing");
  }
}

Text Lowering::call_body(const clang::CallExpr* call, const Body& body, bool is_used) {
  refuse_foreign_types(call, body);
  const std::string name = assembly_.function(body);
  assembly_.see_call(result_.name, name);
  const std::string text = name + "(" + arguments(call) + ")";
  if (atomic_ != 0) assembly_.see_call_in_region(name, place(call->getBeginLoc()));
  const Text result = finish_call(call, StatementKind::kCall, text, is_used);
  out_->back().calls_model = is_primitive(body);
  return result;
}

Text Lowering::call_pointer(const clang::CallExpr* call, bool is_used) {
  const clang::Expr* callee = call->getCallee();
  assembly_.see_indirect_call(result_.name);
  const Text function = value(callee);
  const std::string text = function.base() + "(" + arguments(call) + ")";
  const Text result = finish_call(call, StatementKind::kCall, text, is_used);
  out_->back().calls_model = true;  // it may be one
  return result;
}

Text Lowering::call_library(const clang::CallExpr* call, const LibraryFunction& function, bool is_used) {
  const clang::SourceLocation where = call->getBeginLoc();
  switch (function.treatment) {
    case Treatment::kRefused: refuse(where, function.prototype);
    case Treatment::kSilent:
    case Treatment::kPoint:
      if (*function.prototype != '\0') assembly_.note(function.prototype);
      for (const clang::Expr* each : call->arguments()) {
        const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(each->IgnoreParenImpCasts());
        const auto* object = name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
        const bool is_stream = object != nullptr && object->hasExternalStorage() &&
                               unit_.sources().isInSystemHeader(object->getLocation());
        if (!is_stream) effect(each);
      }
      if (function.treatment == Treatment::kPoint && atomic_ == 0 && unit_.role != Role::kModel) {
        emit(StatementKind::kAtomicBegin, where).shown = source_text(call);
        emit(StatementKind::kAtomicEnd, where);
      }
      return primary("0");
    case Treatment::kExit:
      for (const clang::Expr* each : call->arguments()) effect(each);
      emit(StatementKind::kExit, where).shown = source_text(call);
      return primary("0");
    case Treatment::kAbort: fail(call, function.prototype, source_text(call)); return primary("0");
    default: break;
  }
  return function.treatment == Treatment::kPure || function.treatment == Treatment::kRenamed
             ? call_pure(call, function, is_used)
             : call_on_memory(call, function, is_used);
}

Text Lowering::call_pure(const clang::CallExpr* call, const LibraryFunction& function, bool is_used) {
  const bool is_renamed = function.treatment == Treatment::kRenamed;
  if (!is_renamed) assembly_.call_library(function.prototype);
  const std::string name = is_renamed ? function.prototype : function.name;
  return finish_call(call, StatementKind::kLocal, name + "(" + arguments(call) + ")", is_used);
}

// One access: of what the first argument points to, unless only this thread can reach it.
Text Lowering::call_on_memory(const clang::CallExpr* call, const LibraryFunction& function, bool is_used) {
  assembly_.call_library(function.prototype);
  const std::vector<Text> values = this->values(call);
  const std::string text = std::string(function.name) + "(" + listed(values) + ")";
  const bool says_size = llvm::StringRef(function.name).starts_with("mem") && values.size() == 3;
  const std::string bytes = says_size ? values[2].text : "1";
  // What the other arguments point to is read before, as a separate step.
  for (unsigned i = 1; i < call->getDirectCallee()->getNumParams(); i++) {
    const clang::QualType type = call->getDirectCallee()->getParamDecl(i)->getType();
    if (!type->isPointerType() || !type->getPointeeType().isConstQualified()) continue;
    const auto access = memory_access(call->getArg(i), AccessKind::kRead, values[i].text, bytes);
    if (!access) continue;
    Statement& read = emit(StatementKind::kAccess, call->getBeginLoc(), "(void)0");
    read.shown = "read " + source_text(call->getArg(i));
    read.access = access;
  }
  const AccessKind kind = function.treatment == Treatment::kReads ? AccessKind::kRead : AccessKind::kWrite;
  const auto access = memory_access(call->getArg(0), kind, values[0].text, bytes);
  if (!access) return finish_call(call, StatementKind::kLocal, text, is_used);
  const Text result = finish_call(call, StatementKind::kAccess, text, is_used);
  out_->back().shown = source_text(call);
  out_->back().access = access;
  return result;
}

// Empty if only this thread can reach what the pointer points to.
std::optional<Access> Lowering::memory_access(const clang::Expr* pointer, AccessKind kind,
                                              const std::string& address, const std::string& bytes) {
  Access access;
  access.kind = kind;
  access.address = address;
  access.bytes = bytes;
  const clang::Expr* object = addressed_object(pointer);
  if (object == nullptr) return access;
  if (llvm::isa<clang::StringLiteral>(object)) return std::nullopt;
  Lvalue place;
  collect([&] { place = lvalue(object); });
  if (!place.is_shared) return std::nullopt;
  access.variable = place.variable;
  const auto* array = variable_array(place.type);
  access.type = assembly_.types.name(array == nullptr ? place.type : array->getElementType());
  return access;
}

void Lowering::fail(const clang::CallExpr* call, const std::string& failure, const std::string& message) {
  Statement& statement = emit(StatementKind::kAssert, call->getBeginLoc(), "0");
  statement.failure = failure;
  statement.message = message;
  statement.shown = source_text(call);
}

}  // namespace stalemate::kiss
