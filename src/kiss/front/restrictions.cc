// What depends on the whole program: recursion, and the paper's restrictions on atomic regions.
#include "kiss/front/assembly.h"
#include "kiss/front/fault.h"

namespace stalemate::kiss {

// Through pointers, every function whose address is taken may be called.
std::set<std::string> Assembly::reachable_from(const std::string& name) const {
  std::set<std::string> reached;
  std::vector<std::string> left = {name};
  while (!left.empty()) {
    const std::string each = left.back();
    left.pop_back();
    std::set<std::string> next;
    if (const auto calls = calls_.find(each); calls != calls_.end()) next = calls->second;
    if (indirect_.count(each) != 0) next.insert(addressed_.begin(), addressed_.end());
    for (const std::string& callee : next)
      if (reached.insert(callee).second) left.push_back(callee);
  }
  return reached;
}

void Assembly::mark_recursion() {
  for (Function& function : program_.functions)
    function.recursive = reachable_from(function.name).count(function.name) != 0;
}

void Assembly::check_regions() const {
  for (const auto& [callee, place] : calls_in_regions_) {
    std::set<std::string> called = reachable_from(callee);
    called.insert(callee);
    const std::string start = place.file + ":" + std::to_string(place.line) + ": ";
    for (const std::string& each : called) {
      if (creating_.count(each) != 0)
        throw Fault{start + "a thread is created in an atomic region, by " + each, true};
      if (with_region_.count(each) != 0)
        throw Fault{start + "an atomic region begins inside of another, in " + each, true};
    }
  }
}

}  // namespace stalemate::kiss
