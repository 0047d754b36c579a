// Types as C text that needs no header: without qualifiers and typedefs, records and enumerations defined on
// demand and in order. Equal records of several files are one; different ones of the same name get new names.
#pragma once

#include "kiss/front/clang.h"

namespace stalemate::kiss {

class Types {
 public:
  // "int (*name)[3]"; with an empty name, the type alone. A record that is named by value gets its
  // definition.
  std::string declare(clang::QualType type, const std::string& name);
  std::string name(clang::QualType type) { return declare(type, ""); }

  // From here on the layout of the type must be known: an object, a member, arithmetic.
  void complete(clang::QualType type);

  // The user's name of a record: the name of its typedef, or its tag; empty if it has neither.
  static std::string people_say(const clang::RecordDecl* record);

  // The constant by its name, with its enumeration defined, or as a number if that name is taken.
  std::string constant(const clang::EnumConstantDecl* constant);

  // Definitions, each of them ended by a semicolon.
  std::vector<std::string> definitions() const;

  static clang::QualType plain(clang::QualType type);

 private:
  std::string tag(const clang::RecordDecl* record);
  std::string members(const clang::RecordDecl* record, const std::string& indentation);
  std::string parameters(const clang::FunctionType* type);
  void define(const clang::RecordDecl* record);

  std::map<const clang::RecordDecl*, std::string> tags_;
  std::map<std::string, std::string> bodies_;  // by tag, of what has a definition
  std::set<const clang::RecordDecl*> defined_;
  std::map<std::string, std::string> enumerators_;
  std::vector<std::string> declared_, definitions_;
  unsigned unnamed_ = 0;
};

std::string attributes_of(const clang::Decl* declaration);

}  // namespace stalemate::kiss
