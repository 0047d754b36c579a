// What the printer records of an atomic region while it prints it: which reads its guard depends on, so that
// a thread blocked there is known to be blocked for as long as none of them changes. A region that cannot be
// followed is uncertain: blocking there is then no evidence of a deadlock.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kiss/program.h"

namespace stalemate::kiss {

class Region {
 public:
  // Before the statement is printed. Statements of nested lists are passed singly, between open and close.
  void saw(const Statement& statement);
  void open_list(const std::vector<Statement>& body, bool repeats);
  void close_list();

  bool wrote() const { return wrote_; }
  // The statements of a guard that blocks, before kiss_block: what it waits for.
  std::vector<std::string> waits(const Statement& guard) const;

 private:
  void forget_changed(const std::string& text);
  void saw_text(const std::string& text, bool is_call);

  std::vector<Access> reads_;
  std::vector<std::size_t> open_;  // how many reads there were when each open list began
  bool wrote_ = false, uncertain_ = false, asked_for_end_ = false;
};

bool contains_write(const std::vector<Statement>& body);

// kiss_wait_for of one read.
std::string wait_for(const Access& read);

}  // namespace stalemate::kiss
