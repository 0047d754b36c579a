#include "tools/stalemate/kiss/kiss.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "base/scratch.h"
#include "kiss/trace/explanation.h"
#include "report/json/kiss_json.h"
#include "report/text/kiss_text.h"
#include "tools/stalemate/cli/complain.h"
#include "tools/stalemate/cli/exit_codes.h"
#include "tools/stalemate/cli/interrupt.h"
#include "tools/stalemate/cli/locate.h"
#include "tools/stalemate/cli/terminal.h"
#include "tools/stalemate/kiss/kiss_confirm.h"
#include "tools/stalemate/kiss/kiss_fields.h"
#include "tools/stalemate/kiss/kiss_options.h"
#include "tools/stalemate/kiss/kiss_search.h"
#include "tools/stalemate/kiss/kiss_translation.h"

namespace stalemate::tools {
namespace {

report::KissResult nothing_yet(const KissOptions& options) {
  report::KissResult result;
  result.program = options.sources;
  if (!options.race.empty()) result.race = options.race;
  if (!options.backend.empty()) result.backend = options.backend;
  result.ts = options.ts;
  result.loops = options.loops;
  result.recursion = options.recursion;
  result.jobs = jobs_of(options);
  return result;
}

std::string verdict_of(const Searched& searched) {
  if (searched.sum.failure && searched.sum.failure->kind == "data-race") return "race";
  const bool blind = !std::ranges::includes(searched.sum.loops_passed, searched.sum.loops_cut);
  return searched.sum.ending == kiss::Ending::kComplete && !blind ? "no-race" : "out-of-resources";
}

void add_counts(report::KissResult& result, const kiss::CheckResult& sum) {
  result.paths += sum.paths;
  result.blocked += sum.blocked;
  result.states += sum.states;
  result.pruned += sum.pruned;
  result.seconds += sum.seconds;
  result.cuts.loops |= sum.cut_loops;
  result.cuts.long_loops |= sum.cut_long_loops;
  result.cuts.recursion |= sum.cut_recursion;
  result.cuts.threads |= sum.too_many_threads;
  result.cuts.unknown |= sum.cut_unknown;
}

// Of all searches together: which loops were cut, and which of them no path got past.
void add_cut_loops(report::KissResult& result, const std::vector<Searched>& searches,
                   const kiss::Table& table) {
  std::set<std::uint32_t> cut, passed;
  for (const Searched& searched : searches) {
    cut.insert(searched.sum.loops_cut.begin(), searched.sum.loops_cut.end());
    passed.insert(searched.sum.loops_passed.begin(), searched.sum.loops_passed.end());
  }
  for (const std::uint32_t id : cut) {
    if (id > table.statements.size()) continue;
    const kiss::TableStatement& loop = table.statements[id - 1];
    result.cut_loops.push_back(
        {loop.place.file, kiss::function_name(loop), loop.place.line, passed.contains(id)});
  }
}

// Of several searches, what all without a finding have done. A variable that races has its answer.
void conclude(report::KissResult& result, const std::vector<Searched>& searches) {
  const bool all = result.race == "all";
  bool answered = true, first = true;
  for (const Searched& searched : searches) {
    if (all && searched.sum.failure) continue;
    result.completed = first ? searched.completed
                       : !searched.completed || !result.completed
                           ? std::nullopt
                           : std::min(searched.completed, result.completed);
    first = false;
    if (searched.sum.ending == kiss::Ending::kComplete) continue;
    answered = false;
    if (result.limit && searched.sum.ending != kiss::Ending::kInterrupted) continue;
    result.limit = searched.sum.failure                                ? "finding"
                   : searched.sum.ending == kiss::Ending::kInterrupted ? "interrupted"
                                                                       : searched.sum.limit;
  }
  if (!result.limit && result.has_blind_loop()) result.limit = "loops";
  result.coverage =
      answered && !result.cuts.unknown && !result.has_blind_loop() ? "complete-within-bound" : "partial";
  if (!result.findings.empty()) result.verdict = "bug";
}

std::vector<report::KissInput> inputs_of(const kiss::Failure& failure, const kiss::Table& table) {
  const kiss::ConcurrentTrace trace = kiss::read_trace(failure, table);
  std::vector<report::KissInput> inputs;
  for (const kiss::Input& input : failure.inputs) {
    const auto thread = static_cast<std::size_t>(input.thread);
    if (thread < trace.threads.size()) inputs.push_back({trace.threads[thread], input.value});
  }
  return inputs;
}

class Kiss {
 public:
  explicit Kiss(const KissOptions& options) : options_(options), result_(nothing_yet(options)) {}

  int run() {
    if (const auto writable = check_writable(options_.json); !writable) return complain(writable.error());
    const auto done = check();
    if (!done) result_.verdict = "error";
    if (emitted_) return 0;
    int code = done ? exit_code_of_result() : exit_code(done.error().code);
    if (!options_.json.empty())
      if (const auto delivered = deliver(options_.json, report::render_kiss_json(result_)); !delivered) {
        complain(delivered.error());
        if (code == 0) code = exit_code(delivered.error().code);
      }
    if (!done) return complain(done.error());
    return show() || code != 0 ? code : complain({Code::kIo, "standard output cannot be written", ""});
  }

 private:
  Result<void> check() {
    const auto parts = locate_kiss();
    if (!parts) return tl::unexpected<Error>(parts.error());
    if (scratch_.path().empty())
      return fail(Code::kIo, "a directory for temporary files cannot be created",
                  "check that TMPDIR is writable");
    auto translation = translate(options_, *parts, scratch_.path());
    if (!translation) return tl::unexpected<Error>(translation.error());
    result_.notes = translation->table.notes;
    if (translation->table.inputs) result_.inputs = {options_.lowest_input, options_.highest_input};
    const auto fields = choose_fields(options_.race, translation->table);
    if (!fields) return tl::unexpected<Error>(fields.error());
    if (options_.race != "all" && !fields->empty()) result_.race = fields->front().name;
    if (!options_.emit.empty()) {
      emitted_ = true;
      auto emitted = emit(options_, *translation, fields->empty() ? 0 : fields->front().id);
      emitted_ = emitted.has_value();
      return emitted;
    }
    if (!options_.race.empty() && fields->empty()) {  // nothing is shared
      result_.coverage = "complete-within-bound";
      result_.completed = options_.ts;
      return {};
    }
    std::vector<std::uint32_t> races;
    for (const kiss::TableVariable& field : *fields) races.push_back(field.id);
    const auto searches = search(options_, *parts, *translation, scratch_.path(), races, watch_interrupts());
    if (!searches) return tl::unexpected<Error>(searches.error());
    Confirmer confirmer(options_, translation->table, scratch_.path());
    for (std::size_t i = 0; i < searches->size(); ++i)
      take(*translation, confirmer, (*searches)[i], fields->empty() ? nullptr : &(*fields)[i]);
    add_cut_loops(result_, *searches, translation->table);
    conclude(result_, *searches);
    return {};
  }

  void take(const Translation& translation, Confirmer& confirmer, const Searched& searched,
            const kiss::TableVariable* field) {
    add_counts(result_, searched.sum);
    if (field != nullptr)
      result_.fields.push_back({field->name, field->accesses, verdict_of(searched), searched.sum.paths,
                                searched.sum.seconds, searched.completed});
    if (!searched.sum.failure) return;
    report::KissFinding finding;
    finding.ts = searched.ts;
    finding.explanation =
        kiss::explain(*searched.sum.failure, translation.table, field != nullptr ? field->name : "");
    finding.inputs = inputs_of(*searched.sum.failure, translation.table);
    confirmer.confirm(*searched.sum.failure, finding);
    result_.findings.push_back(std::move(finding));
  }

  int exit_code_of_result() const {
    if (result_.limit == "interrupted") return kExitInterrupted;
    if (!result_.findings.empty()) return kExitBug;
    return options_.require_complete && result_.coverage == "partial" ? kExitIncomplete : 0;
  }

  bool show() const {
    if (options_.quiet || options_.json == "-") return true;
    RunOptions terminal;
    terminal.color = options_.color;
    const report::Style style = output_style(terminal);
    return print(report::render_kiss_text(result_, style), style.color);
  }

  const KissOptions& options_;
  report::KissResult result_;
  const Scratch scratch_;
  bool emitted_ = false;
};

}  // namespace

int kiss_command(const std::vector<std::string>& args) {
  const auto options = read_kiss_arguments(args);
  if (!options) return complain(options.error());
  if (options->help) {
    std::fputs(kiss_help().c_str(), stdout);
    return 0;
  }
  return Kiss(*options).run();
}

}  // namespace stalemate::tools
