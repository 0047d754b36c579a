// Names at file scope, objects with static storage, and the remaining work.
#include "kiss/front/assembly.h"
#include "kiss/front/lowering/lowering.h"

namespace stalemate::kiss {
namespace {

constexpr const char* kThreads = "[KISS_MOST_THREADS]";

bool is_reserved(const clang::NamedDecl* declaration) {
  const std::string name = declaration->getNameAsString();
  if (name.starts_with("kiss_") || name == "linux" || name == "unix") return true;
  if (name.starts_with("pthread_")) return false;
  const clang::IdentifierInfo* identifier = declaration->getIdentifier();
  return identifier != nullptr && identifier->getBuiltinID() != 0;
}

}  // namespace

std::string Assembly::claim(const std::string& preferred) {
  std::string name = preferred;
  for (int suffix = 2; !taken_names_.insert(name).second; suffix++)
    name = preferred + "_" + std::to_string(suffix);
  return name;
}

std::string Assembly::function(const Body& body) {
  const auto [known, is_new] = functions_.emplace(body.function, "");
  if (!is_new) return known->second;
  std::string preferred = body.function->getNameAsString();
  if (preferred == "main" && body.unit->role == Role::kProgram)
    preferred = "kiss_main";
  else if (is_reserved(body.function))
    preferred += "_";
  known->second = claim(preferred);
  to_lower_.push_back(body);
  return known->second;
}

const Object& Assembly::object(const clang::VarDecl* mention) {
  const clang::VarDecl* variable = definitions.object(mention);
  const auto known = objects_.find(variable);
  if (known != objects_.end()) return known->second;
  Object object;
  const std::string said = variable->getNameAsString();
  if (said == "kiss_self" || said == "stdin" || said == "stdout" || said == "stderr") {
    // Output is ignored, and so are streams.
    object.text = said == "kiss_self" ? said : "0";
    return objects_.emplace(variable, object).first->second;
  }
  object.people = said;
  std::string preferred = object.people;
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext())) {
    preferred = function->getNameAsString() + "_" + preferred;
    object.people = function->getNameAsString() + "." + object.people;
  } else if (is_reserved(variable)) {
    preferred += "_";
  }
  const std::string name = claim(preferred);
  const bool is_per_thread = variable->getTLSKind() != clang::VarDecl::TLS_None;
  object.text = is_per_thread ? name + "[kiss_self]" : name;
  const bool is_constant =
      variable->getType().isConstQualified() ||
      clang::QualType(variable->getType()->getBaseElementTypeUnsafe(), 0).isConstQualified();
  object.is_shared = !is_constant && (is_per_thread ? usage.escapes(variable) : usage.is_written(variable));
  const Object& kept = objects_.emplace(variable, object).first->second;
  define(variable, name);
  return kept;
}

void Assembly::define(const clang::VarDecl* variable, const std::string& name) {
  const Unit* unit = definitions.unit_of(variable);
  const clang::QualType type = variable->getType();
  if (variable->isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly)
    refuse(unit->sources(), variable->getLocation(),
           "the variable " + variable->getNameAsString() + " is not defined");
  const bool is_per_thread = variable->getTLSKind() != clang::VarDecl::TLS_None;
  std::string declaration;
  try {
    types.complete(type);
    declaration = types.declare(type, is_per_thread ? name + kThreads : name);
  } catch (const Fault& fault) {
    if (fault.is_placed) throw;
    refuse(unit->sources(), variable->getLocation(), fault.sentence);
  }
  const clang::Expr* initialiser = variable->getAnyInitializer();
  if (initialiser == nullptr) {
    program_.globals.push_back(declaration);
    return;
  }
  // What the initialiser names is defined before it; a cycle of pointers needs this line first.
  const std::size_t before = program_.globals.size();
  program_.globals.push_back(declaration);
  const std::string value = Lowering(*this, *unit).constant(initialiser);
  const bool names_nothing = program_.globals.size() == before + 1;
  if (names_nothing) program_.globals.pop_back();
  program_.globals.push_back(declaration + " = " +
                             (is_per_thread ? "{[0 ... KISS_MOST_THREADS - 1] = " + value + "}" : value));
}

void Assembly::call_library(const std::string& prototype) {
  if (prototypes_.insert(prototype).second) program_.prototypes.push_back(prototype);
}

void Assembly::note(const std::string& sentence) {
  if (notes_.insert(sentence).second) program_.notes.push_back(sentence);
}

void Assembly::see_error_number() {
  if (taken_names_.insert("kiss_errno").second)
    program_.globals.push_back("int kiss_errno[KISS_MOST_THREADS]");
}

void Assembly::lower_everything() {
  while (!to_lower_.empty()) {
    const Body body = to_lower_.front();
    to_lower_.pop_front();
    Lowering lowering(*this, *body.unit);
    program_.functions.push_back(lowering.function(body.function, functions_.at(body.function)));
  }
}

Program Assembly::assemble() {
  const Body main = definitions.body_of("main");
  if (main.function == nullptr) throw Fault{units_.front().file + ": there is no function main", true};
  for (const Unit& unit : units_) {
    if (unit.role == Role::kProgram) program_.sources.push_back(unit.file);
    for (const clang::Decl* each : unit.ast->getASTContext().getTranslationUnitDecl()->decls()) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(each);
      if (function == nullptr || !function->isThisDeclarationADefinition()) continue;
      if (unit.role == Role::kStub && function->isExternallyVisible())
        program_.own_stubs.push_back(function->getNameAsString());
      if (function->hasAttr<clang::ConstructorAttr>() || function->hasAttr<clang::DestructorAttr>())
        refuse(unit.sources(), function->getLocation(),
               "functions that run outside of main are not supported");
    }
  }
  const std::string name = function(main);
  program_.entry = name + "()";
  if (main.function->getNumParams() == 2) {
    program_.globals.push_back("char *kiss_arguments[] = {\"program\", 0}");
    program_.entry = name + "(1, kiss_arguments)";
  } else if (main.function->getNumParams() != 0) {
    const Unit& unit = *main.unit;
    refuse(unit.sources(), main.function->getLocation(), "main takes no arguments, or argc and argv");
  }
  lower_everything();
  mark_recursion();
  check_regions();
  program_.types = types.definitions();
  return std::move(program_);
}

}  // namespace stalemate::kiss
