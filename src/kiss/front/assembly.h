// The program under construction: a function adds what it mentions. Functions and objects enter it when they
// are first named, so that only what main can reach is in it.
#pragma once

#include <deque>

#include "kiss/front/definitions.h"
#include "kiss/front/types.h"
#include "kiss/front/usage.h"
#include "kiss/program.h"

namespace stalemate::kiss {

struct Object {
  std::string text;    // x; x[kiss_self] if each thread has its own
  std::string people;  // the user's name: x, f.x
  bool is_shared = false;
};

class Assembly {
 public:
  Assembly(const std::vector<Unit>& units, const Definitions& definitions, const Usage& usage)
      : units_(units), definitions(definitions), usage(usage) {}

  // Everything that main reaches.
  Program assemble();

  // The name of a function that has a body; it will be lowered.
  std::string function(const Body& body);
  const Object& object(const clang::VarDecl* mention);
  void call_library(const std::string& prototype);
  void note(const std::string& sentence);
  void see_input() { program_.has_inputs = true; }
  void see_error_number();

  // For the paper's restrictions and for recursion: which function calls which, by emitted names.
  void see_call(const std::string& caller, const std::string& callee) { calls_[caller].insert(callee); }
  void see_address(const std::string& name) { addressed_.insert(name); }
  void see_indirect_call(const std::string& caller) { indirect_.insert(caller); }
  void see_region(const std::string& function) { with_region_.insert(function); }
  void see_creation(const std::string& function) { creating_.insert(function); }
  void see_call_in_region(const std::string& callee, const Place& place) {
    calls_in_regions_.emplace_back(callee, place);
  }

 private:
  std::string claim(const std::string& preferred);
  void define(const clang::VarDecl* variable, const std::string& name);
  void lower_everything();
  std::set<std::string> reachable_from(const std::string& name) const;
  void mark_recursion();
  void check_regions() const;

  const std::vector<Unit>& units_;
  Program program_;
  std::set<std::string> taken_names_;
  std::map<const clang::FunctionDecl*, std::string> functions_;
  std::map<const clang::VarDecl*, Object> objects_;
  std::deque<Body> to_lower_;
  std::map<std::string, std::set<std::string>> calls_;
  std::set<std::string> addressed_, indirect_, with_region_, creating_, notes_, prototypes_;
  std::vector<std::pair<std::string, Place>> calls_in_regions_;

 public:
  const Definitions& definitions;
  const Usage& usage;
  Types types;
};

}  // namespace stalemate::kiss
