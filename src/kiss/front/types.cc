#include "kiss/front/types.h"

#include "kiss/front/fault.h"

namespace stalemate::kiss {
namespace {

const clang::ASTContext& context_of(const clang::Decl* declaration) { return declaration->getASTContext(); }

[[noreturn]] void refuse_type(const clang::Type* type) {
  throw Fault{"the type " + clang::QualType(type, 0).getAsString() + " is not supported"};
}

std::string spaced(const std::string& type, const std::string& name) {
  return name.empty() ? type : type + " " + name;
}

// The type behind va_list, an array that parameters turn into a pointer; its record cannot be named.
bool is_va_list_tag(clang::QualType type) {
  const auto* record = type->getAs<clang::RecordType>();
  return record != nullptr && record->getDecl()->getName() == "__va_list_tag";
}

std::string number(const llvm::APSInt& value) { return llvm::toString(value, 10); }

// The definition of a record as it was written: the same record in two files must give the same text.
std::string preferred_tag(const clang::RecordDecl* record) {
  if (!record->getName().empty()) return record->getName().str();
  if (const auto* alias = record->getTypedefNameForAnonDecl()) return alias->getName().str();
  return {};
}

}  // namespace

clang::QualType Types::plain(clang::QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) return plain(atomic->getValueType());
  if (const auto* enumeration = type->getAs<clang::EnumType>()) {
    const auto* definition = enumeration->getDecl()->getDefinition();
    if (definition != nullptr) return plain(definition->getIntegerType());
  }
  return type;
}

std::string Types::declare(clang::QualType type, const std::string& name) {
  const clang::QualType simple = plain(type);
  const clang::Type* bare = simple.getTypePtr();
  if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(bare)) {
    const clang::QualType pointee = plain(pointer->getPointeeType());
    const bool wraps = pointee->isArrayType() || pointee->isFunctionType();
    if (is_va_list_tag(pointee)) return spaced("__builtin_va_list", name);
    if (const auto* record = pointee->getAs<clang::RecordType>())
      return spaced(tag(record->getDecl()), "*" + name);
    return declare(pointee, wraps ? "(*" + name + ")" : "*" + name);
  }
  if (const auto* array = simple->getAsArrayTypeUnsafe(); array && is_va_list_tag(array->getElementType()))
    return spaced("__builtin_va_list", name);
  if (const auto* array = llvm::dyn_cast<clang::ConstantArrayType>(bare))
    return declare(array->getElementType(), name + "[" + llvm::toString(array->getSize(), 10, false) + "]");
  if (const auto* array = llvm::dyn_cast<clang::IncompleteArrayType>(bare))
    return declare(array->getElementType(), name + "[]");
  if (const auto* function = llvm::dyn_cast<clang::FunctionType>(bare))
    return declare(function->getReturnType(), name + parameters(function));
  if (const auto* record = llvm::dyn_cast<clang::RecordType>(bare)) {
    complete(simple);
    return spaced(tag(record->getDecl()), name);
  }
  if (llvm::isa<clang::BuiltinType>(bare)) {
    clang::LangOptions language;
    clang::PrintingPolicy policy(language);
    policy.Bool = false;
    return spaced(simple.getAsString(policy), name);
  }
  if (bare->isVariableArrayType()) throw Fault{"types of variable length are not supported"};
  if (bare->isAnyComplexType()) throw Fault{"complex numbers are not supported"};
  refuse_type(bare);
}

std::string Types::parameters(const clang::FunctionType* type) {
  const auto* prototype = llvm::dyn_cast<clang::FunctionProtoType>(type);
  if (prototype == nullptr) return "()";
  std::string text;
  for (const clang::QualType parameter : prototype->getParamTypes()) {
    if (!text.empty()) text += ", ";
    text += name(parameter);
  }
  if (prototype->isVariadic()) text += ", ...";
  return "(" + (text.empty() ? "void" : text) + ")";
}

std::string Types::people_say(const clang::RecordDecl* record) {
  const auto* alias = record->getTypedefNameForAnonDecl();
  if (alias != nullptr) return alias->getName().str();
  return record->getName().str();
}

std::string Types::tag(const clang::RecordDecl* record) {
  record = llvm::cast<clang::RecordDecl>(record->getCanonicalDecl());
  if (const auto known = tags_.find(record); known != tags_.end()) return known->second;
  const std::string kind = record->isUnion() ? "union " : "struct ";
  std::string preferred = preferred_tag(record);
  if (preferred.empty() || preferred.starts_with("kiss_"))
    preferred = "unnamed_" + std::to_string(++unnamed_);
  const auto* definition = record->getDefinition();
  std::string chosen = kind + preferred;
  for (int suffix = 2;; suffix++) {
    tags_[record] = chosen;
    const std::string body = definition == nullptr ? "" : members(definition, "  ");
    const auto [known, is_new] = bodies_.emplace(chosen, body);
    if (is_new) declared_.push_back(chosen + ";");
    if (known->second.empty()) known->second = body;
    if (body.empty() || known->second == body) break;
    chosen = kind + preferred + "_" + std::to_string(suffix);
  }
  return chosen;
}

void Types::complete(clang::QualType type) {
  const clang::QualType simple = plain(type);
  if (is_va_list_tag(simple)) return;
  if (const auto* array = simple->getAsArrayTypeUnsafe()) return complete(array->getElementType());
  if (const auto* record = simple->getAs<clang::RecordType>())
    if (const auto* definition = record->getDecl()->getDefinition()) define(definition);
}

void Types::define(const clang::RecordDecl* record) {
  const auto* canonical = llvm::cast<clang::RecordDecl>(record->getCanonicalDecl());
  if (!defined_.insert(canonical).second) return;
  for (const auto* field : record->fields()) complete(field->getType());
  if (record->isAnonymousStructOrUnion()) return;
  const std::string head = tag(record);
  const std::string text = head + " {\n" + members(record, "  ") + "}" + attributes_of(record) + ";";
  for (const std::string& known : definitions_)
    if (known == text) return;
  definitions_.push_back(text);
}

std::string Types::members(const clang::RecordDecl* record, const std::string& indentation) {
  std::string text;
  for (const auto* field : record->fields()) {
    text += indentation;
    if (field->isAnonymousStructOrUnion()) {
      const auto* inner = field->getType()->getAs<clang::RecordType>()->getDecl();
      text += std::string(inner->isUnion() ? "union {\n" : "struct {\n") +
              members(inner, indentation + "  ") + indentation + "}" + attributes_of(inner);
    } else {
      const clang::QualType type = field->getType();
      const bool by_value = type.getCanonicalType()->isRecordType();
      text += by_value ? spaced(tag(type->getAs<clang::RecordType>()->getDecl()), field->getName().str())
                       : declare(type, field->getName().str());
      if (field->isBitField())
        text += std::string(field->getName().empty() ? ": " : " : ") +
                std::to_string(field->getBitWidthValue(context_of(field)));
    }
    text += attributes_of(field) + ";\n";
  }
  return text;
}

std::string Types::constant(const clang::EnumConstantDecl* constant) {
  const std::string name = constant->getName().str();
  const std::string value = number(constant->getInitVal());
  const bool fits = constant->getInitVal().isSignedIntN(32) && constant->getType()->isIntegerType();
  if (!fits) return constant->getInitVal().isNegative() ? "(" + value + ")" : value + "u";
  const auto known = enumerators_.find(name);
  if (known != enumerators_.end()) return known->second == value ? name : "(" + value + ")";
  const auto* enumeration = llvm::cast<clang::EnumDecl>(constant->getDeclContext());
  std::string text;
  for (const auto* each : enumeration->enumerators()) {
    if (!each->getInitVal().isSignedIntN(32)) continue;
    if (!enumerators_.emplace(each->getName().str(), number(each->getInitVal())).second) continue;
    text += (text.empty() ? "" : ", ") + each->getName().str() + " = " + number(each->getInitVal());
  }
  definitions_.push_back("enum { " + text + " };");
  return enumerators_[name] == value ? name : "(" + value + ")";
}

std::vector<std::string> Types::definitions() const {
  std::vector<std::string> all = declared_;
  all.insert(all.end(), definitions_.begin(), definitions_.end());
  return all;
}

std::string attributes_of(const clang::Decl* declaration) {
  std::string text;
  if (declaration->hasAttr<clang::PackedAttr>()) text += " __attribute__((packed))";
  if (declaration->hasAttr<clang::AlignedAttr>())
    text += " __attribute__((aligned(" + std::to_string(declaration->getMaxAlignment() / 8) + ")))";
  return text;
}

}  // namespace stalemate::kiss
