// Initialisers: of globals as constants, of locals as one assignment after their parts were evaluated.
#include "kiss/front/lowering/lowering.h"

namespace stalemate::kiss {
namespace {

bool is_string(const clang::Expr* expression) {
  return llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(expression->IgnoreParens());
}

// int tail[]; at the end of a record.
bool has_no_elements(clang::QualType type) {
  const auto* array = llvm::dyn_cast_or_null<clang::ConstantArrayType>(type->getAsArrayTypeUnsafe());
  return type->isIncompleteArrayType() || (array != nullptr && array->getSize() == 0);
}

// With every brace and every member that compilers require.
std::string zero(clang::QualType type) {
  if (const auto* array = type->getAsArrayTypeUnsafe()) return "{" + zero(array->getElementType()) + "}";
  const auto* record = type->getAs<clang::RecordType>();
  if (record == nullptr) return "0";
  std::string text;
  for (const auto* field : record->getDecl()->fields()) {
    if (field->isUnnamedBitField() || has_no_elements(field->getType())) continue;
    text += (text.empty() ? "" : ", ") + zero(field->getType());
    if (record->getDecl()->isUnion()) break;
  }
  return "{" + text + "}";
}

}  // namespace

std::string Lowering::initialiser(const clang::Expr* expression, clang::QualType type) {
  expression = expression->IgnoreParens();
  if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(expression))
    expression = constant->getSubExpr();
  if (llvm::isa<clang::ImplicitValueInitExpr>(expression)) return zero(type);
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(expression);
      literal && out_ == nullptr)
    return initialiser(literal->getInitializer(), type);
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
      cast && out_ == nullptr && cast->getCastKind() == clang::CK_LValueToRValue)
    return initialiser(cast->getSubExpr(), type);
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(expression);
  if (list == nullptr) return is_string(expression) ? literal(expression).text : value(expression).text;
  if (list->isSyntacticForm() && list->getSemanticForm() != nullptr) list = list->getSemanticForm();
  if (list->isTransparent() || !type->isAggregateType()) {
    if (list->getNumInits() == 1 && !type->isRecordType()) return initialiser(list->getInit(0), type);
  }
  std::string text;
  if (const auto* field = list->getInitializedFieldInUnion()) {
    if (list->getNumInits() == 0) return zero(type);
    const std::string name = field->getName().empty() ? "" : "." + field->getName().str() + " = ";
    return "{" + name + initialiser(list->getInit(0), field->getType()) + "}";
  }
  for (const clang::Expr* each : list->inits()) {
    if (llvm::isa<clang::ImplicitValueInitExpr>(each) && has_no_elements(each->getType())) continue;
    text += text.empty() ? "" : ", ";
    text += initialiser(each, each->getType());
  }
  return text.empty() ? zero(type) : "{" + text + "}";
}

const clang::VariableArrayType* variable_array(clang::QualType type) {
  const auto* array = llvm::dyn_cast_or_null<clang::VariableArrayType>(type->getAsArrayTypeUnsafe());
  if (array == nullptr || array->getElementType()->isVariablyModifiedType()) return nullptr;
  return array;
}

// Lives to the end of the path, since another thread may hold its address when the thread stops.
void Lowering::allocate(const clang::VarDecl* variable, const clang::VariableArrayType* array) {
  const std::string length = temporary(unit_.ast->getASTContext().getSizeType());
  lengths_[variable] = length;
  emit(StatementKind::kLocal, variable->getLocation(), length + " = " + value(array->getSizeExpr()).text);
  const std::string name = local(variable).text.text;
  emit(StatementKind::kLocal, variable->getLocation(),
       name + " = kiss_keep(" + length + " * sizeof *" + name + ")");
}

void Lowering::initialise(const clang::VarDecl* variable) {
  if (const auto* array = variable_array(variable->getType())) return allocate(variable, array);
  Lvalue place = this->variable(variable);
  place.type = variable->getType();
  place.shown = variable->getNameAsString();
  place.where = variable->getLocation();
  // No other thread can know the object yet, unless it is created again in a loop.
  if (loops_.empty()) place.is_shared = false;
  if (variable->getInit() != nullptr) initialise(place, variable->getInit());
}

void Lowering::initialise(const Lvalue& place, const clang::Expr* expression) {
  const clang::QualType type = Types::plain(place.type);
  const bool is_list = llvm::isa<clang::InitListExpr>(expression->IgnoreParens());
  if (type->isArrayType()) {
    const std::string literal =
        "(" + assembly_.types.name(type) + ")" +
        (is_list ? initialiser(expression, type) : "{" + initialiser(expression, type) + "}");
    const std::string to = place.text.base();
    const std::string text = "__builtin_memcpy(" + to + ", " + literal + ", sizeof " + to + ")";
    if (place.is_shared)
      access(place, AccessKind::kWrite, text);
    else
      emit(StatementKind::kLocal, place.where, text);
    return;
  }
  if (is_list && type->isRecordType()) {
    const std::string text = initialiser(expression, type);
    write(place, primary("(" + assembly_.types.name(type) + ")" + text), false);
    return;
  }
  write(place, primary(initialiser(expression, type)), false);
}

Lvalue Lowering::compound_literal(const clang::CompoundLiteralExpr* literal) {
  Lvalue place;
  if (out_ == nullptr) {
    place.text = primary("(" + assembly_.types.name(literal->getType()) + ")" +
                         initialiser(literal->getInitializer(), literal->getType()));
    return place;
  }
  place.text = unary("*" + keep(literal->getType(), "literal"));
  place.type = literal->getType();
  place.where = literal->getBeginLoc();
  initialise(place, literal->getInitializer());
  return place;
}

}  // namespace stalemate::kiss
