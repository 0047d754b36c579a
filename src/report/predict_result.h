// The result of the analysis of one recorded execution, for the reporters: totals, a group for each triple of
// source places, and as many witnesses in full as requested.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stalemate::report {

// A read could have seen another write: event numbers count from 0, -1 is the initial value.
struct PredictWitness {
  std::size_t read = 0;
  std::string thread, variable, location;
  std::int64_t writer = -1;
  std::string writer_location;  // empty: the initial value
  std::int64_t challenger = -1;
  std::string challenger_location, challenger_thread;
  std::optional<std::uint64_t> value;  // what it read; empty if the trace does not have it
  std::optional<std::uint64_t> other;  // what it would read
  std::vector<std::uint16_t> schedule;
  bool has_schedule = false;  // false: it would make the report too long
  std::size_t switches = 0;
  std::optional<bool> confirmed;  // none: it was not tried, or cannot be
  std::string confirmation;       // a clause: what was observed, or why not

  bool is_equal() const { return value && value == other; }
};

// All witnesses of one triple of places.
struct PredictGroup {
  std::uint64_t witnesses = 0, equal = 0;
  std::uint64_t reads = 0;
  bool several_variables = false;
  std::size_t best = 0;  // index into witnesses
};

// Another write that a variable could end with.
struct PredictFinal {
  std::string variable;
  std::string writer_location, challenger_location;  // empty: the initial value
  std::int64_t writer = -1, challenger = -1;
};

struct PredictFinals {
  std::uint64_t feasible = 0, infeasible = 0, unknown = 0;
  std::vector<PredictFinal> listed;  // of the feasible ones
};

// A write that the trace lacks: where the recorder detected it, or the read that shows it.
struct PredictUnseen {
  std::string variable, thread, location;
  std::size_t event = 0;
  bool by_read = false;
  std::optional<std::uint64_t> value, expected;  // now, and before
};

// A column of Tables I and A1, or how often the published algorithm is wrong.
struct PredictTableRow {
  std::string name;  // in the JSON
  std::string text;  // in the report; empty: JSON only
  double value = 0;

  bool is_whole() const {
    return value >= 0 && value < 9e15 && value == static_cast<double>(static_cast<std::uint64_t>(value));
  }
};

struct PredictResult {
  std::string trace;
  std::string algorithm = "exact";
  std::vector<std::string> program;
  std::size_t events = 0, variables = 0, locks = 0;
  std::vector<std::string> threads;
  std::uint64_t feasible = 0, infeasible = 0, unknown = 0;
  std::vector<PredictTableRow> refuted;  // why the infeasible ones are, if there are any
  std::uint64_t outside = 0;             // alternatives that the window leaves out
  std::optional<std::uint64_t> window;
  std::uint64_t states = 0;               // the budget of one triplet
  std::uint64_t reads = 0;                // of all kinds
  std::uint64_t open_reads = 0;           // with a feasible alternative
  std::vector<PredictGroup> groups;       // in the order of the trace
  bool more_groups = false;               // than are listed
  std::vector<PredictWitness> witnesses;  // by read, then challenger
  std::optional<PredictFinals> finals;
  std::optional<std::vector<PredictTableRow>> paper;
  std::vector<PredictUnseen> unseen;
  bool has_values = true;
  std::vector<std::string> notes;
  std::string finding;  // the error of the recorded execution
  double seconds = 0;

  std::string verdict() const {
    if (feasible > 0) return "nondeterministic";
    return unknown > 0 || outside > 0 || !unseen.empty() ? "unknown" : "deterministic";
  }
};

}  // namespace stalemate::report
