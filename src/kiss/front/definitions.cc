#include "kiss/front/definitions.h"

#include "kiss/front/fault.h"

namespace stalemate::kiss {
namespace {

bool is_shared_by_files(const clang::NamedDecl* declaration) {
  return declaration->getFormalLinkage() == clang::Linkage::External;
}

}  // namespace

Definitions::Definitions(const std::vector<Unit>& units) {
  for (const Unit& unit : units) {
    const clang::ASTContext& context = unit.ast->getASTContext();
    units_[&context] = &unit;
    for (const clang::Decl* each : context.getTranslationUnitDecl()->decls()) {
      const bool is_system = unit.sources().isInSystemHeader(each->getLocation());
      if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(each); named != nullptr && !is_system)
        names_.insert(named->getNameAsString());
      if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(each); enumeration && !is_system)
        for (const auto* constant : enumeration->enumerators()) names_.insert(constant->getNameAsString());
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(each)) add(unit, function);
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(each)) add(unit, variable);
    }
  }
}

void Definitions::add(const Unit& unit, const clang::FunctionDecl* function) {
  if (!function->isThisDeclarationADefinition() || !is_shared_by_files(function)) return;
  if (function->isInlined() && unit.sources().isInSystemHeader(function->getLocation())) return;
  const auto [known, is_new] = functions_.emplace(function->getNameAsString(), Body{function, &unit});
  if (is_new || function->isInlined()) return;
  if (known->second.unit->role == unit.role)
    refuse(unit.sources(), function->getLocation(),
           function->getNameAsString() + " is defined in " + known->second.unit->file + " as well");
}

void Definitions::add(const Unit& unit, const clang::VarDecl* variable) {
  static_cast<void>(unit);
  if (!is_shared_by_files(variable)) return;
  const auto* best = variable;
  if (const auto* definition = variable->getDefinition()) best = definition;
  if (const auto* tentative = variable->getActingDefinition(); tentative && best == variable)
    best = tentative;
  const bool is_definition = best->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly;
  const auto [known, is_new] = objects_.emplace(variable->getNameAsString(), best);
  if (is_new || !is_definition) return;
  const auto* old = known->second;
  const bool known_is_better = old->isThisDeclarationADefinition() == clang::VarDecl::Definition;
  if (!known_is_better) known->second = best;
}

Body Definitions::body_of(const clang::FunctionDecl* mention) const {
  if (is_shared_by_files(mention)) {
    const Body body = body_of(mention->getNameAsString());
    if (body.function != nullptr) return body;
  }
  const clang::FunctionDecl* definition = nullptr;
  if (!mention->hasBody(definition)) return {};
  return {definition, unit_of(definition)};
}

Body Definitions::body_of(const std::string& external_name) const {
  const auto known = functions_.find(external_name);
  return known == functions_.end() ? Body{} : known->second;
}

bool Definitions::is_model(const clang::FunctionDecl* mention) const {
  const Body body = body_of(mention);
  return body.unit != nullptr && body.unit->role == Role::kModel;
}

const clang::VarDecl* Definitions::object(const clang::VarDecl* mention) const {
  if (mention->hasGlobalStorage() && is_shared_by_files(mention)) {
    const auto known = objects_.find(mention->getNameAsString());
    if (known != objects_.end()) return known->second;
  }
  if (const auto* definition = mention->getDefinition()) return definition;
  return mention->getCanonicalDecl();
}

const Unit* Definitions::unit_of(const clang::Decl* declaration) const {
  const auto known = units_.find(&declaration->getASTContext());
  return known == units_.end() ? nullptr : known->second;
}

}  // namespace stalemate::kiss
