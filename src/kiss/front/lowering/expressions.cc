// Values: what an expression leaves as text, after its accesses and calls became statements.
#include "kiss/front/lowering/lowering.h"

namespace stalemate::kiss {

Text Lowering::value(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (const auto* each = llvm::dyn_cast<clang::ConstantExpr>(expression)) return value(each->getSubExpr());
  if (const auto* each = llvm::dyn_cast<clang::CastExpr>(expression)) return cast(each);
  if (const auto* each = llvm::dyn_cast<clang::UnaryOperator>(expression)) return unary_operation(each, true);
  if (const auto* each = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return binary_operation(each, true);
  if (const auto* each = llvm::dyn_cast<clang::AbstractConditionalOperator>(expression))
    return conditional(each, true);
  if (const auto* each = llvm::dyn_cast<clang::CallExpr>(expression)) return call(each, true);
  if (const auto* each = llvm::dyn_cast<clang::AtomicExpr>(expression)) return atomic(each);
  if (const auto* each = llvm::dyn_cast<clang::StmtExpr>(expression)) return statement_expression(each, true);
  if (const auto* each = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression))
    return argument_of_type(each);
  if (const auto* each = llvm::dyn_cast<clang::GenericSelectionExpr>(expression))
    return value(each->getResultExpr());
  if (const auto* each = llvm::dyn_cast<clang::ChooseExpr>(expression))
    return value(each->getChosenSubExpr());
  if (const auto* each = llvm::dyn_cast<clang::OpaqueValueExpr>(expression)) {
    const auto known = opaque_.find(each);
    return known != opaque_.end() ? known->second : value(each->getSourceExpr());
  }
  if (const auto* each = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    if (const auto* constant = llvm::dyn_cast<clang::EnumConstantDecl>(each->getDecl()))
      return primary(assembly_.types.constant(constant));
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(each->getDecl()))
      return primary(function_name(function, each->getLocation()));
  }
  if (llvm::isa<clang::CompoundLiteralExpr, clang::MemberExpr, clang::ArraySubscriptExpr, clang::DeclRefExpr>(
          expression))
    return read(lvalue(expression));
  if (const auto* each = llvm::dyn_cast<clang::VAArgExpr>(expression)) {
    const std::string list = lvalue(each->getSubExpr()->IgnoreParenImpCasts()).text.text;
    const std::string name = temporary(each->getType());
    emit(StatementKind::kLocal, each->getBeginLoc(),
         name + " = __builtin_va_arg(" + list + ", " + assembly_.types.name(each->getType()) + ")");
    return primary(name);
  }
  return literal(expression);
}

void Lowering::effect(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (const auto* each = llvm::dyn_cast<clang::CastExpr>(expression);
      each != nullptr && each->getCastKind() == clang::CK_ToVoid)
    return effect(each->getSubExpr());
  if (const auto* each = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    unary_operation(each, false);
  } else if (const auto* each = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    binary_operation(each, false);
  } else if (const auto* each = llvm::dyn_cast<clang::AbstractConditionalOperator>(expression)) {
    conditional(each, false);
  } else if (const auto* each = llvm::dyn_cast<clang::CallExpr>(expression)) {
    call(each, false);
  } else if (const auto* each = llvm::dyn_cast<clang::StmtExpr>(expression)) {
    statement_expression(each, false);
  } else {
    value(expression);
  }
}

Text Lowering::literal(const clang::Expr* expression) {
  if (const auto* each = llvm::dyn_cast<clang::IntegerLiteral>(expression)) {
    const clang::QualType type = each->getType();
    const bool is_unsigned = type->isUnsignedIntegerType();
    const unsigned bits = each->getValue().getBitWidth();
    const std::string digits = llvm::toString(each->getValue(), 10, false);
    return primary(digits + (is_unsigned ? "u" : "") + (bits > 32 ? "l" : ""));
  }
  if (const auto* each = llvm::dyn_cast<clang::CharacterLiteral>(expression)) {
    const unsigned code = each->getValue();
    if (code >= 32 && code < 127 && code != '\'' && code != '\\')
      return primary(std::string("'") + static_cast<char>(code) + "'");
    return primary(std::to_string(static_cast<int>(code)));
  }
  if (llvm::isa<clang::FloatingLiteral, clang::StringLiteral>(expression)) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    expression->printPretty(stream, nullptr, clang::PrintingPolicy(unit_.ast->getLangOpts()));
    return primary(stream.str());
  }
  if (const auto* each = llvm::dyn_cast<clang::PredefinedExpr>(expression))
    return literal(each->getFunctionName());
  if (llvm::isa<clang::ImplicitValueInitExpr>(expression)) return primary("0");
  clang::Expr::EvalResult result;
  if (expression->EvaluateAsInt(result, unit_.ast->getASTContext())) {
    const llvm::APSInt& number = result.Val.getInt();
    const std::string digits = llvm::toString(number, 10) + (number.isUnsigned() ? "u" : "") +
                               (number.getBitWidth() > 32 ? "l" : "");
    return number.isNegative() ? unary(digits) : primary(digits);
  }
  if (llvm::isa<clang::AddrLabelExpr>(expression))
    refuse(expression->getBeginLoc(), "computed goto is not supported");
  refuse(expression->getBeginLoc(), "this expression is not supported: " + source_text(expression));
}

Text Lowering::argument_of_type(const clang::UnaryExprOrTypeTraitExpr* expression) {
  const clang::QualType type = expression->getTypeOfArgument();
  if (const auto* array = variable_array(type); array && !expression->isArgumentType()) {
    const clang::Expr* operand = expression->getArgumentExpr()->IgnoreParens();
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(operand);
    const auto* variable = name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (lengths_.count(variable) != 0)
      return binary(primary(lengths_[variable]), "*", unary("sizeof *" + local(variable).text.text));
  }
  if (type->isVariablyModifiedType())
    refuse(expression->getBeginLoc(), "types of variable length are not supported");
  if (expression->getKind() == clang::UETT_SizeOf) {
    if (type->isFunctionType() || type->isVoidType()) return primary("1ul");
    assembly_.types.complete(type);
    return unary("sizeof(" + assembly_.types.name(type) + ")");
  }
  return literal(expression);
}

Text Lowering::cast(const clang::CastExpr* cast) {
  const clang::Expr* operand = cast->getSubExpr();
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue: return read(lvalue(operand));
    case clang::CK_ToVoid: effect(operand); return primary("0");
    case clang::CK_ArrayToPointerDecay: return lvalue(operand).text;
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_BuiltinFnToFnPtr:
    case clang::CK_AtomicToNonAtomic:
    case clang::CK_NonAtomicToAtomic: return value(operand);
    case clang::CK_NullToPointer:
      return llvm::isa<clang::ImplicitCastExpr>(cast)
                 ? primary("0")
                 : cast_to(assembly_.types.name(cast->getType()), primary("0"));
    case clang::CK_VectorSplat:
    case clang::CK_FloatingRealToComplex:
    case clang::CK_IntegralRealToComplex: refuse(cast->getBeginLoc(), "complex numbers are not supported");
    default: break;
  }
  const Text text = value(operand);
  if (llvm::isa<clang::ImplicitCastExpr>(cast)) return implicit_cast(cast, text);
  const clang::QualType type = Types::plain(cast->getType());
  if (type->isRecordType() || type->isUnionType()) return text;
  return cast_to(assembly_.types.name(type), text);
}

// Written only if C's conversion of the text would be different, or if compilers warn of it.
Text Lowering::implicit_cast(const clang::CastExpr* cast, const Text& operand) {
  const clang::QualType to = Types::plain(cast->getType());
  const clang::QualType from = Types::plain(cast->getSubExpr()->getType());
  if (to == from) return operand;
  const std::string name = assembly_.types.name(to);
  const clang::Expr* source = cast->getSubExpr()->IgnoreParenImpCasts();
  switch (cast->getCastKind()) {
    case clang::CK_IntegralCast: {
      const auto* mention = llvm::dyn_cast<clang::DeclRefExpr>(source);
      const auto* constant = mention ? llvm::dyn_cast<clang::EnumConstantDecl>(mention->getDecl()) : nullptr;
      const bool is_literal = llvm::isa<clang::IntegerLiteral, clang::CharacterLiteral>(source) ||
                              (constant != nullptr && !constant->getInitVal().isNegative());
      const bool changes_sign = to->isUnsignedIntegerType() && from->isSignedIntegerType() && !is_literal;
      const bool is_bit_field = source->refersToBitField();
      return changes_sign || is_bit_field ? cast_to(name, operand) : operand;
    }
    case clang::CK_BitCast:
      if (to->isVoidPointerType() || from->isVoidPointerType()) return operand;
      return cast_to(name, operand);
    case clang::CK_IntegralToBoolean:
      return llvm::isa<clang::IntegerLiteral>(source) ? operand : cast_to(name, operand);
    case clang::CK_IntegralToPointer:
    case clang::CK_PointerToIntegral:
    case clang::CK_PointerToBoolean:
    case clang::CK_FloatingToBoolean: return cast_to(name, operand);
    default: return operand;
  }
}

Text Lowering::unary_operation(const clang::UnaryOperator* operation, bool is_used) {
  const clang::Expr* operand = operation->getSubExpr();
  if (operation->isIncrementDecrementOp()) return step(operation, is_used);
  switch (operation->getOpcode()) {
    case clang::UO_AddrOf: {
      const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(operand->IgnoreParens());
      if (name != nullptr && llvm::isa<clang::FunctionDecl>(name->getDecl())) return value(operand);
      return address_of(lvalue(operand).text);
    }
    case clang::UO_Deref: {
      const clang::QualType type = operation->getType();
      if (type->isFunctionType()) return value(operand);
      return read(lvalue(operation));
    }
    case clang::UO_Extension: return is_used ? value(operand) : (effect(operand), primary("0"));
    case clang::UO_Real:
    case clang::UO_Imag: refuse(operation->getBeginLoc(), "complex numbers are not supported");
    default: break;
  }
  const Text inner = value(operand);
  const std::string op = clang::UnaryOperator::getOpcodeStr(operation->getOpcode()).str();
  return unary(op + (op == "!" && !inner.text.starts_with("!") && inner.binding == Binding::kUnary
                         ? inner.text
                         : inner.base()));
}

Text Lowering::binary_operation(const clang::BinaryOperator* operation, bool is_used) {
  if (const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(operation))
    return compound_assignment(compound, is_used);
  if (operation->isAssignmentOp()) return assignment(operation, is_used);
  if (operation->isLogicalOp()) return logical(operation, is_used);
  if (operation->getOpcode() == clang::BO_Comma) {
    effect(operation->getLHS());
    if (is_used) return value(operation->getRHS());
    effect(operation->getRHS());
    return primary("0");
  }
  return arithmetic(operation);
}

Text Lowering::arithmetic(const clang::BinaryOperator* operation) {
  for (const clang::Expr* side : {operation->getLHS(), operation->getRHS()})
    if (const auto* pointer = Types::plain(side->getType())->getAs<clang::PointerType>())
      if (operation->isAdditiveOp()) assembly_.types.complete(pointer->getPointeeType());
  Text left = value(operation->getLHS());
  const Text right = value(operation->getRHS());
  return binary(left, operation->getOpcodeStr().str(), right);
}

}  // namespace stalemate::kiss
