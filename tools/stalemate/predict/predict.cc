#include "tools/stalemate/predict/predict.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

#include "predict/predict.h"
#include "predict/unseen_writes.h"
#include "predict/witness_book.h"
#include "report/json/predict_json.h"
#include "report/text/predict_text.h"
#include "tools/stalemate/cli/complain.h"
#include "tools/stalemate/cli/exit_codes.h"
#include "tools/stalemate/cli/interrupt.h"
#include "tools/stalemate/cli/terminal.h"
#include "tools/stalemate/predict/predict_confirm.h"
#include "tools/stalemate/predict/predict_options.h"
#include "tools/stalemate/predict/predict_paper.h"
#include "tools/stalemate/predict/predict_witnesses.h"
#include "trace/event_file.h"

namespace stalemate::tools {
namespace {

predict::Limits limits_of(const PredictOptions& options) {
  predict::Limits limits;
  if (options.window) limits.window = *options.window;
  limits.quick = options.states == 0;
  limits.states_per_triplet = options.states;
  return limits;
}

class Predict {
 public:
  Predict(const PredictOptions& options, const trace::EventTrace& trace) : options_(options), trace_(trace) {
    result_.trace = options.trace;
    result_.algorithm = options.algorithm == PredictAlgorithm::kPaper ? "paper" : "exact";
    result_.program = options.program.empty() ? trace.program : options.program;
    result_.events = trace.events.size();
    result_.threads = trace.threads;
    result_.window = options.window;
    result_.states = options.states;
    result_.finding = trace.finding;
    result_.notes = trace.notes;
    result_.has_values = trace.has_values;
  }

  int run() {
    std::optional<WitnessRepeater> repeater;
    if (options_.confirm != Confirm::kOff) {
      auto started = WitnessRepeater::start(trace_, options_);
      if (!started) return complain(started.error());
      repeater = std::move(*started);
      end_at_interrupts();
    }
    analyse();
    if (repeater) confirm(*repeater);
    int code = interrupted_ ? kExitInterrupted : result_.feasible > 0 ? 1 : 0;
    if (!options_.json.empty())
      if (const auto delivered = deliver(options_.json, report::render_predict_json(result_)); !delivered) {
        complain(delivered.error());
        if (code == 0) code = exit_code(delivered.error().code);
      }
    return show() || code != 0 ? code : complain({Code::kIo, "standard output cannot be written", ""});
  }

 private:
  void analyse() {
    const auto began = std::chrono::steady_clock::now();
    predict::Analysis analysis(trace_, limits_of(options_));
    predict::BookLimits limits;
    limits.listed = options_.list;
    predict::WitnessBook book(trace_, analysis.writers(), limits);
    const predict::Counts counts = analysis.run(book);
    const predict::Questions questions = predict::questions_of(trace_);
    result_.feasible = counts.feasible;
    result_.infeasible = counts.infeasible;
    result_.unknown = counts.unknown;
    report_reasons(counts);
    result_.outside = questions.alternatives - counts.feasible - counts.infeasible - counts.unknown;
    result_.reads = questions.reads;
    result_.open_reads = book.open_reads();
    report_unseen_writes();
    report_witnesses(trace_, analysis, book, options_.list, result_);
    if (options_.finals) report_finals(analysis);
    if (options_.algorithm == PredictAlgorithm::kPaper)
      result_.paper = paper_columns(trace_, limits_of(options_));
    result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  }

  void report_reasons(const predict::Counts& counts) {
    struct Refutation {
      predict::Reason reason;
      const char *name, *text;
    };
    static constexpr Refutation kRefutations[] = {
        {predict::Reason::kAfterRead, "after_read", "the write can only come after the read"},
        {predict::Reason::kOverwritten, "overwritten", "another write always comes in between"},
        {predict::Reason::kLocks, "locks", "locks exclude every order that would do"},
        {predict::Reason::kOtherReads, "other_reads", "another read would have to see something else"},
        {predict::Reason::kExhausted, "exhausted", "every interleaving was tried"}};
    for (const Refutation& refutation : kRefutations)
      if (const std::uint64_t count = counts.refuted[static_cast<std::size_t>(refutation.reason)]; count > 0)
        result_.refuted.push_back({refutation.name, refutation.text, static_cast<double>(count)});
  }

  void report_unseen_writes() {
    for (const predict::UnseenWrite& unseen : predict::find_unseen_writes(trace_)) {
      const trace::Event& event = trace_.events[unseen.event];
      report::PredictUnseen& row = result_.unseen.emplace_back();
      row.variable = trace_.variables[event.object];
      row.thread = trace_.threads[event.thread];
      row.location = trace_.locations[event.location];
      row.event = unseen.event;
      row.by_read = !event.unseen;
      if (!event.unknown) row.value = event.value;
      row.expected = unseen.expected;
    }
  }

  // The best of each group, or all that are listed.
  void confirm(WitnessRepeater& repeater) {
    std::vector<bool> chosen(result_.witnesses.size(), options_.confirm == Confirm::kAll);
    for (const report::PredictGroup& group : result_.groups) chosen[group.best] = true;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      report::PredictWitness& witness = result_.witnesses[i];
      if (!chosen[i]) continue;
      if (interrupted_) {
        witness.confirmation = "interrupted";
        continue;
      }
      if (witness.has_schedule)
        repeater.repeat(witness.schedule, witness);
      else
        witness.confirmation = "its schedule is too long";
      interrupted_ = watch_interrupts().load();
    }
  }

  void report_finals(predict::Analysis& analysis) {
    report::PredictFinals& finals = result_.finals.emplace();
    for (const auto& final : analysis.final_values(std::max<std::uint64_t>(options_.states, 1))) {
      finals.infeasible += final.verdict == predict::Verdict::kInfeasible;
      finals.unknown += final.verdict == predict::Verdict::kUnknown;
      if (final.verdict != predict::Verdict::kFeasible) continue;
      ++finals.feasible;
      if (finals.listed.size() < options_.list)
        finals.listed.push_back({trace_.variables[final.variable], location_of(trace_, final.writer),
                                 location_of(trace_, final.challenger), final.writer, final.challenger});
    }
  }

  bool show() const {
    if (options_.quiet || options_.json == "-") return true;
    RunOptions terminal;
    terminal.color = options_.color;
    const report::Style style = output_style(terminal);
    return print(report::render_predict_text(result_, style), style.color);
  }

  const PredictOptions& options_;
  const trace::EventTrace& trace_;
  report::PredictResult result_;
  bool interrupted_ = false;
};

}  // namespace

int predict_command(const std::vector<std::string>& args) {
  const auto options = read_predict_arguments(args);
  if (!options) return complain(options.error());
  if (options->help) {
    std::fputs(predict_help().c_str(), stdout);
    return 0;
  }
  if (const auto writable = check_writable(options->json); !writable) return complain(writable.error());
  const auto trace = trace::read_event_file(options->trace);
  if (!trace) return complain(trace.error());
  return Predict(*options, *trace).run();
}

}  // namespace stalemate::tools
