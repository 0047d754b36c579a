#include <string>
#include <string_view>

#include "tools/pages/option_words.h"
#include "tools/pages/pages.h"
#include "tools/stalemate/cli/command_line.h"
#include "tools/stalemate/cli/subcommands.h"
#include "tools/stalemate/kiss/kiss_options.h"
#include "tools/stalemate/predict/predict_options.h"
#include "tools/stalemate/record/record_options.h"

namespace stalemate::pages {
namespace {

// Plain text to troff: typed hyphens, no accidental requests.
std::string troff(std::string_view text) {
  std::string all;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '-') {
      all += "\\-";
    } else if (text[i] == '\\') {
      all += "\\e";
    } else if (text.substr(i).starts_with("…")) {
      all += "\\&...";
      i += std::string_view("…").size() - 1;
    } else {
      if ((text[i] == '.' || text[i] == '\'') && (i == 0 || text[i - 1] == '\n')) all += "\\&";
      all += text[i];
    }
  }
  return all;
}

std::string head(std::string_view name, std::string_view what, std::string_view version) {
  return ".TH \"" + std::string(name) + "\" 1 \"\" \"stalemate " + std::string(version) + "\"\n.SH NAME\n" +
         troff(name) + " \\- " + troff(what) + "\n";
}

std::string usage_of(std::string_view name) {
  for (const tools::SubcommandSpec& spec : tools::kSubcommandTable)
    if (spec.name == name) return ".B stalemate " + troff(name) + "\n" + troff(spec.usage) + "\n";
  return "";
}

std::string option_entry(const OptionSpec& spec) {
  std::string text = ".TP\n\\fB\\-\\-" + troff(spec.name) + "\\fR";
  if (!spec.values.empty()) text += " \\fI" + troff(spec.values) + "\\fR";
  text += "\n" + troff(spec.help);
  if (!spec.default_value.empty()) text += "; default " + troff(spec.default_value);
  return text + ".\n";
}

std::string options_section(bool replay) {
  std::string text = ".SH OPTIONS\nA switch alone means on.\n";
  for (const OptionSpec& spec : replay ? tools::replay_option_table() : run_option_table())
    text += option_entry(spec);
  return text;
}

std::string entry(std::string_view label, std::string_view text) {
  return ".TP\n.B " + troff(label) + "\n" + troff(text) + "\n";
}

std::string environment_section() {
  return ".SH ENVIRONMENT\n" +
         entry("STALEMATE_OPTIONS",
               "name=value:name=value, the same options, read before the command line.") +
         entry("NO_COLOR, CLICOLOR_FORCE", "whether reports have colours, unless --color is given.");
}

std::string see_also(std::string_view pages) { return ".SH SEE ALSO\n" + troff(pages) + "\n"; }

std::string example(std::string_view commands) { return ".SH EXAMPLES\n.nf\n" + troff(commands) + ".fi\n"; }

}  // namespace

std::string manual(std::string_view version) {
  std::string text =
      head("stalemate", "find and replay the thread interleavings that break a program", version);
  text += ".SH SYNOPSIS\n";
  for (const tools::SubcommandSpec& spec : tools::kSubcommandTable) text += usage_of(spec.name) + ".br\n";
  text += ".B stalemate \\-\\-version\n.br\n.B stalemate \\-\\-help\n.SH DESCRIPTION\n";
  text += troff(
      "stalemate runs a multithreaded C or C++ program once per interleaving of its threads: first all\n"
      "interleavings without a preemption, then all with one, then with two. The search is\n"
      "deterministic: every run finds the same bugs. Each finding is written to a schedule file that "
      "replays\n"
      "it.\n");
  text += ".SH SUBCOMMANDS\n";
  for (const tools::SubcommandSpec& spec : tools::kSubcommandTable)
    text += entry(spec.name, std::string(spec.help) + ".");
  text += example(
      "stalemate c++ -std=c++17 -g -O1 queue.cc -o queue\n"
      "stalemate run -- ./queue\n"
      "stalemate replay stalemate-out/queue/3f2a.sched\n");
  return text + see_also(
                    "stalemate-cc(1), stalemate-run(1), stalemate-replay(1), stalemate-record(1), "
                    "stalemate-kiss(1), "
                    "stalemate-predict(1)");
}

std::string wrapper_manual(std::string_view version) {
  return head("stalemate-cc", "compile and link a program so that its interleavings can be explored",
              version) +
         ".SH SYNOPSIS\n" + usage_of("cc") + ".br\n" + usage_of("c++") + ".SH DESCRIPTION\n" +
         troff(
             "Takes the arguments of the compiler that it wraps, and passes them on. It adds instrumentation "
             "to\n"
             "compilations, and links the runtime in place of the thread sanitizer's. stalemate-cc and\n"
             "stalemate-c++ are the same commands in one word, for build systems that need that.\n") +
         ".PP\n" +
         troff(
             "-g gives file names and lines to reports. -O1 keeps the compiler from merging accesses that "
             "are\n"
             "separate in the source. Started without stalemate run, the program behaves as usual.\n") +
         ".SH ENVIRONMENT\n" + entry("STALEMATE_CC", "the C compiler to wrap; default gcc.") +
         entry("STALEMATE_CXX", "the C++ compiler to wrap; default the sibling of STALEMATE_CC.") +
         entry("STALEMATE_VERBOSE", "1: print the commands that are run.") +
         example("make CC=\"stalemate cc\" CXX=\"stalemate c++\" CXXFLAGS=\"-g -O1\"\n") +
         see_also("stalemate(1), stalemate-run(1)");
}

std::string run_manual(std::string_view version) {
  return head("stalemate-run", "explore the interleavings of a program", version) + ".SH SYNOPSIS\n" +
         usage_of("run") + ".SH DESCRIPTION\n" +
         troff(
             "Explores the thread interleavings of a program that was built with stalemate cc or stalemate\n"
             "c++, in a fixed order, until the bound is exhausted, a budget is spent or there is a finding.\n"
             "Every finding is repeated, simplified, reported, and written as a schedule.\n") +
         options_section(false) + ".SH EXIT STATUS\n" +
         entry("0", "nothing was found in what was explored.") + entry("1", "there is a finding.") +
         entry("2", "an error in the command line.") +
         entry("3", "the bound was not exhausted, with --require-complete.") +
         entry("4", "the program is not deterministic under control.") +
         entry("5", "the program could not start.") + entry("70", "an internal error.") +
         entry("130", "interrupted.") + environment_section() +
         example("stalemate run --preemptions 1 --json result.json -- ./queue\n") +
         see_also("stalemate(1), stalemate-cc(1), stalemate-replay(1)");
}

std::string replay_manual(std::string_view version) {
  return head("stalemate-replay", "run one recorded interleaving again", version) + ".SH SYNOPSIS\n" +
         usage_of("replay") + ".SH DESCRIPTION\n" +
         troff(
             "Runs the interleaving in a schedule file again. Without PROGRAM it runs the program that the\n"
             "schedule names.\n") +
         options_section(true) + ".SH EXIT STATUS\n" +
         entry("1", "the recorded finding appeared every time.") +
         entry("0", "the schedule fits and the finding is gone.") +
         entry("4", "the replay diverged, or the finding appeared only sometimes.") + environment_section() +
         example("stalemate replay --times 10 stalemate-out/queue/3f2a.sched\n") +
         see_also("stalemate(1), stalemate-run(1)");
}

std::string record_manual(std::string_view version) {
  std::string options = ".SH OPTIONS\nA switch alone means on.\n";
  for (const OptionSpec& spec : tools::record_option_table()) options += option_entry(spec);
  for (const OptionSpec& spec : run_option_table()) options += option_entry(spec);
  return head("stalemate-record", "record one execution of a program as a trace", version) +
         ".SH SYNOPSIS\n" + usage_of("record") + ".SH DESCRIPTION\n" +
         troff(
             "Runs the program once under control, with the first schedule of the strategy or with that of\n"
             "--schedule, and writes every synchronization and every memory access to FILE. A file whose "
             "name\n"
             "ends in .std is STD text. Any other file is binary, and also has values, places in the source "
             "and\n"
             "the schedule.\n") +
         options + ".SH EXIT STATUS\n" + entry("0", "recorded.") +
         entry("1", "recorded, and the execution had a finding.") +
         entry("2", "an error in the command line.") + entry("4", "the schedule does not fit the program.") +
         entry("5", "the program could not start, or the trace cannot be written.") +
         entry("70", "an internal error.") + entry("130", "interrupted.") + environment_section() +
         example("stalemate record -o queue.trace -- ./queue\nstalemate predict queue.trace\n") +
         see_also("stalemate(1), stalemate-predict(1), stalemate-replay(1)");
}

std::string kiss_manual(std::string_view version) {
  std::string options = ".SH OPTIONS\nA switch alone means on.\n";
  for (const OptionSpec& spec : tools::kiss_option_table()) options += option_entry(spec);
  return head("stalemate-kiss", "check a C program by making it sequential", version) + ".SH SYNOPSIS\n" +
         usage_of("kiss") + ".SH DESCRIPTION\n" +
         troff(
             "Translates a multithreaded C program into a sequential one that simulates every balanced\n"
             "execution, in which threads run like calls. Checks its paths, for growing sets of threads "
             "that\n"
             "wait to be run. A finding is reported as an execution of the original program, and repeated "
             "on\n"
             "it. -D, -U, -I, -isystem, -include and -std are as for the compiler.\n") +
         options + ".SH EXIT STATUS\n" + entry("0", "nothing was found in what was explored.") +
         entry("1", "there is a finding.") +
         entry("2", "an error in the command line, or a program that cannot be translated.") +
         entry("3", "the bound was not exhausted, with --require-complete.") +
         entry("5", "a component is missing.") + entry("70", "an internal error.") +
         entry("130", "interrupted.") +
         example("stalemate kiss --ts 1 driver.c\nstalemate kiss --ts 0 --race all driver.c\n") +
         see_also("stalemate(1), stalemate-replay(1)");
}

std::string predict_manual(std::string_view version) {
  std::string options = ".SH OPTIONS\nA switch alone means on.\n";
  for (const OptionSpec& spec : tools::predict_option_table()) options += option_entry(spec);
  return head("stalemate-predict",
              "list the reads of a recorded execution that could have returned another write", version) +
         ".SH SYNOPSIS\n" + usage_of("predict") + ".SH DESCRIPTION\n" +
         troff(
             "Reads a trace of stalemate record, or STD text. Decides for each read, and for each other "
             "write "
             "of\n"
             "its variable, whether some interleaving lets the read return that write. Every answer is a\n"
             "schedule, a proof that there is none, or unknown. With --confirm the program that the trace "
             "names,\n"
             "or the one after --, runs under these schedules.\n") +
         options + ".SH EXIT STATUS\n" + entry("0", "no read could have returned another write.") +
         entry("1", "a read could.") + entry("2", "an error in the command line, or an invalid trace.") +
         entry("4", "the program does not repeat the recorded execution, with --confirm.") +
         entry("5", "the program could not start, or a file cannot be written.") +
         entry("70", "an internal error.") + entry("130", "interrupted.") +
         example(
             "stalemate predict --json result.json queue.std\n"
             "stalemate predict --confirm queue.trace -- ./queue\n") +
         see_also("stalemate(1), stalemate-replay(1)");
}

}  // namespace stalemate::pages
