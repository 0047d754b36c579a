// One function of the program as sequential C. Statements are printed in order; what surrounds them is
// Figure 4 (a point before a step, RAISE after a call) and Figure 5 (the access that a step is about to
// make).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kiss/numbering.h"
#include "kiss/program.h"
#include "kiss/region.h"

namespace stalemate::kiss {

using Names = std::set<std::string, std::less<>>;

// Where a statement was, and what it shows in a trace.
std::string remark_of(const Statement& statement);

class FunctionPrinter {
 public:
  // `renamed`: library functions whose kiss_ version is meant.
  FunctionPrinter(const Function& function, Numbering& numbering, const Names& renamed);

  std::string print();

 private:
  struct Loop {
    bool spins;
    bool is_switch;
    std::string id;                    // of a loop that spins
    int atomic;                        // regions that were open when it began
    std::string cut = {};              // the id under which it is cut; empty: it is not
    const Statement* whole = nullptr;  // where it is cut
  };

  void list(const std::vector<Statement>& statements);
  void nested(const std::vector<Statement>& statements, bool repeats);
  void statement(const Statement& statement);
  void control(const Statement& statement);
  bool frees(const Statement& statement) const;
  void access(const Statement& statement);
  void call(const Statement& statement);
  void assertion(const Statement& statement);
  void assume(const Statement& statement);
  void atomic_begin(const Statement& statement);
  void atomic_end();
  void loop(const Statement& statement);
  void label(const Statement& statement);
  void leave_loop(const Statement& statement);
  void returns(const Statement& statement);
  void branch(const Statement& statement);
  void exit_process(const Statement& statement);

  void point(const Statement& statement, const std::string& id);
  void block(const std::vector<std::string>& waits, const std::string& id);
  void leave_regions(int until);

  std::string id_of(const Statement& statement, const std::string& kind);
  std::string none();  // what follows `return`, and marks kiss_none as used
  std::string count_passes(const Statement& statement, bool starts_anew, const std::string& id);
  void pass(const std::string& id);  // a path got past a loop that can be cut
  void pass_jump(const std::string& label);
  void pass_labels(const Statement& statement);  // after a statement that may jump back
  void line(const std::string& text, const std::string& remark = {});
  std::string c(const std::string& text) const;

  const Function& function_;
  Numbering& numbering_;
  const Names& renamed_;
  std::string out_;
  int level_ = 1;
  std::vector<Loop> loops_;
  int atomic_ = 0;  // open regions
  std::string region_id_;
  std::optional<Region> region_;
  int passes_ = 0;  // counters of loops and labels
  bool uses_none_ = false, uses_at_ = false;
  Names backward_labels_;
  std::map<std::string, std::string> label_ids_;  // of backward labels: the id under which they are cut
};

}  // namespace stalemate::kiss
