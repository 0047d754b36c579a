// Places: which object an expression names, whether others can reach it, and reading and writing it.
#include "kiss/front/library.h"
#include "kiss/front/lowering/lowering.h"

namespace stalemate::kiss {
namespace {

constexpr const char* kBenign = "kiss_benign";

bool is_marked_benign(const clang::Decl* declaration) {
  for (const auto* attribute : declaration->specific_attrs<clang::AnnotateAttr>())
    if (attribute->getAnnotation() == kBenign) return true;
  return false;
}

// The innermost record with a name: fields of anonymous ones belong to the record around them.
std::string field_name(const clang::FieldDecl* field, const std::string& object) {
  const clang::RecordDecl* record = field->getParent();
  for (;;) {
    const std::string said = Types::people_say(record);
    if (!said.empty()) return said + "." + field->getName().str();
    const auto* outer = llvm::dyn_cast<clang::RecordDecl>(record->getDeclContext());
    if (outer == nullptr) break;
    record = outer;
  }
  return object.empty() ? "" : object + "." + field->getName().str();
}

}  // namespace

Lvalue Lowering::lvalue(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  Lvalue place;
  if (const auto* each = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto* object = llvm::dyn_cast<clang::VarDecl>(each->getDecl());
    if (object == nullptr)
      place.text = value(expression);
    else
      place = variable(object);
  } else if (const auto* each = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    place = member(each);
  } else if (const auto* each = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    place = element(each);
  } else if (const auto* each = llvm::dyn_cast<clang::CompoundLiteralExpr>(expression)) {
    place = compound_literal(each);
  } else if (const auto* each = llvm::dyn_cast<clang::GenericSelectionExpr>(expression)) {
    return lvalue(each->getResultExpr());
  } else if (const auto* each = llvm::dyn_cast<clang::UnaryOperator>(expression);
             each != nullptr && each->getOpcode() == clang::UO_Extension) {
    return lvalue(each->getSubExpr());
  } else if (each != nullptr && each->getOpcode() == clang::UO_Deref) {
    place = pointed(each->getSubExpr(), expression->getType());
  } else if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(expression)) {
    place.text = literal(expression);
  } else {
    place = materialised(expression);
  }
  place.type = expression->getType();
  place.shown = source_text(expression);
  place.where = expression->getBeginLoc();
  return place;
}

Lvalue Lowering::variable(const clang::VarDecl* variable) {
  Lvalue place;
  place.is_benign = is_marked_benign(variable);
  if (variable->hasGlobalStorage()) {
    const Object& object = assembly_.object(variable);
    place.text = primary(object.text);
    place.is_shared = object.is_shared;
    place.variable = object.people;
  } else {
    const Local& known = local(variable);
    place.text = known.text;
    place.is_shared = known.is_shared;
    place.variable = current_->getNameAsString() + "." + variable->getNameAsString();
  }
  return place;
}

Lvalue Lowering::pointed(const clang::Expr* pointer, clang::QualType type) {
  if (const clang::Expr* object = addressed_object(pointer)) {
    const clang::QualType as = Types::plain(type);
    Lvalue place = lvalue(object);
    const clang::QualType is = Types::plain(object->getType());
    if (as == is) return place;
    if (const auto* array = is->getAsArrayTypeUnsafe();
        array && Types::plain(array->getElementType()) == as) {
      place.text = unary("*" + place.text.base());
      return place;
    }
    const std::string to = assembly_.types.name(unit_.ast->getASTContext().getPointerType(type));
    place.text = unary("*(" + cast_to(to, address_of(place.text)).text + ")");
    return place;
  }
  const clang::Expr* bare = pointer->IgnoreParenCasts();
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(bare); call != nullptr) {
    if (is_benign_mark(call)) {
      Lvalue place = pointed(call->getArg(0), type);
      place.is_benign = true;
      return place;
    }
    if (const auto* callee = call->getDirectCallee(); callee && callee->getName() == "__errno_location") {
      assembly_.see_error_number();
      Lvalue place;
      place.text = primary("kiss_errno[kiss_self]");
      return place;
    }
  }
  assembly_.types.complete(type);
  Lvalue place;
  place.text = dereference(value(pointer));
  place.is_shared = true;
  return place;
}

Lvalue Lowering::member(const clang::MemberExpr* expression) {
  const auto* field = llvm::cast<clang::FieldDecl>(expression->getMemberDecl());
  Lvalue place;
  if (!expression->isArrow()) {
    place = expression->getBase()->isLValue() ? lvalue(expression->getBase())
                                              : materialised(expression->getBase());
  } else {
    place = pointed(expression->getBase(), expression->getBase()->getType()->getPointeeType());
  }
  const clang::RecordDecl* record = field->getParent();
  assembly_.types.complete(unit_.ast->getASTContext().getRecordType(record));
  const Text base = place.text;
  // An anonymous member has no name to write.
  if (!field->getName().empty()) {
    if (base.binding == Binding::kUnary && base.text.starts_with("*"))
      place.text = primary(base.text.substr(1) + "->" + field->getName().str());
    else
      place.text = primary(base.base() + "." + field->getName().str());
  }
  place.variable = field_name(field, place.variable);
  place.is_benign = place.is_benign || is_marked_benign(field);
  if (field->isBitField()) {
    const clang::ASTContext& context = unit_.ast->getASTContext();
    const std::uint64_t first = context.getASTRecordLayout(record).getFieldOffset(field->getFieldIndex());
    const std::uint64_t last = first + field->getBitWidthValue(context) - 1;
    place.address = "(char *)" + address_of(base).base() + " + " + std::to_string(first / 8);
    place.bytes = std::to_string(last / 8 - first / 8 + 1);
  }
  return place;
}

Lvalue Lowering::element(const clang::ArraySubscriptExpr* expression) {
  const clang::Expr* base = expression->getBase();
  const clang::Expr* object = addressed_object(base);
  Lvalue place;
  if (object != nullptr && object->getType()->isArrayType()) {
    place = lvalue(object);
    place.address.clear();
    place.text = primary(place.text.base() + "[" + value(expression->getIdx()).text + "]");
    return place;
  }
  assembly_.types.complete(expression->getType());
  const Text pointer = value(base);
  place.text = primary(pointer.base() + "[" + value(expression->getIdx()).text + "]");
  place.is_shared = true;
  return place;
}

// A value that must have a place: f().member.
Lvalue Lowering::materialised(const clang::Expr* expression) {
  Lvalue place;
  const std::string name = temporary(expression->getType());
  assign(primary(name), value(expression), expression->getBeginLoc());
  place.text = primary(name);
  return place;
}

Statement& Lowering::access(const Lvalue& place, AccessKind kind, std::string text) {
  Statement& statement = emit(StatementKind::kAccess, place.where, std::move(text));
  Access access;
  access.kind = kind;
  access.atomic = place.is_atomic();
  // volatile declares that others are meant to change it; `stalemate run` does not report such races either.
  access.benign = place.is_benign || place.type.isVolatileQualified();
  access.address = place.address.empty() ? address_of(place.text).text : place.address;
  access.bytes = place.bytes.empty() ? "sizeof " + place.text.base() : place.bytes;
  access.variable = place.variable;
  access.type = assembly_.types.name(place.type);
  statement.access = std::move(access);
  constexpr const char* kVerbs[] = {"read ", "write ", "update "};
  statement.shown = (place.is_operation ? "" : kVerbs[static_cast<int>(kind)]) + place.shown;
  return statement;
}

Text Lowering::read(const Lvalue& place) {
  if (!place.is_shared || place.type->isFunctionType() || place.type->isArrayType()) return place.text;
  const std::string name = temporary(place.type);
  access(place, AccessKind::kRead, name + " = " + place.text.text);
  return primary(name);
}

Text Lowering::write(const Lvalue& place, const Text& value, bool is_used) {
  if (!is_used && !place.is_shared) {
    assign(place.text, value, place.where);
    return primary("0");
  }
  std::string text = place.text.text + " = " + value.text;
  std::string name;
  if (is_used) {
    name = temporary(place.type);
    text = name + " = " + text;
  }
  if (place.is_shared)
    access(place, AccessKind::kWrite, text);
  else
    emit(StatementKind::kLocal, place.where, text);
  return primary(is_used ? name : "0");
}

// `t1 = f(x); y = t1` is written as `y = f(x)`: the temporary has no other use.
void Lowering::assign(const Text& to, const Text& value, clang::SourceLocation where) {
  const std::string start = value.text + " = ";
  const bool is_temporary = value.text == "t" + std::to_string(temporaries_);
  if (is_temporary && !out_->empty() && out_->back().text.starts_with(start) &&
      out_->back().text.find(value.text, start.size()) == std::string::npos) {
    const StatementKind kind = out_->back().kind;
    if (kind == StatementKind::kAccess || kind == StatementKind::kCall || kind == StatementKind::kLocal) {
      out_->back().text = to.text + " = " + out_->back().text.substr(start.size());
      return;
    }
  }
  emit(StatementKind::kLocal, where, to.text + " = " + value.text);
}

}  // namespace stalemate::kiss
