// Names for the objects of a trace: globals as in the source, locals with their thread (i@0.1), blocks of the
// heap and objects without a name by where they lie in memory that belongs to one thread (S11). No two
// objects of a kind have the same name.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "record/logged_steps.h"
#include "symbolize/modules.h"

namespace stalemate::tools {

class TraceNames {
 public:
  TraceNames(const LoggedSteps& log, const symbolize::SourceMap& source, const std::string& modules);

  std::string at(std::uint64_t address) const;

 private:
  const LoggedSteps& log_;
  const symbolize::SourceMap& source_;
  std::vector<symbolize::Module> modules_;
  std::map<std::uint32_t, std::string> path_of_slot_;
};

// A table of an EventTrace, filled as objects occur.
class NamedObjects {
 public:
  explicit NamedObjects(std::vector<std::string>& names) : names_(names) {}
  // `key` identifies the object.
  std::uint32_t number(std::uint64_t key, const TraceNames& names) {
    return number(key, [&] { return names.at(key); });
  }
  template <class Name>
  std::uint32_t number(std::uint64_t key, const Name& name) {
    const auto [known, is_new] = known_.emplace(key, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(unique(name()));
    return known->second;
  }

 private:
  std::string unique(std::string name) {
    std::string out = name;
    for (int k = 2; !used_.insert(out).second; ++k) out = name + "~" + std::to_string(k);
    return out;
  }

  std::vector<std::string>& names_;
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
  std::set<std::string> used_;
};

}  // namespace stalemate::tools
