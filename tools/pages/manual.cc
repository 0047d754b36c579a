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

// Plain text to troff: a hyphen that is typed, no accidental requests.
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
  if (replay)
    for (const OptionSpec& spec : tools::replay_option_table()) text += option_entry(spec);
  for (const OptionSpec& spec : run_option_table()) text += option_entry(spec);
  return text;
}

std::string entry(std::string_view label, std::string_view text) {
  return ".TP\n.B " + troff(label) + "\n" + troff(text) + "\n";
}

std::string environment_section() {
  return ".SH ENVIRONMENT\n" +
         entry("STALEMATE_OPTIONS",
               "name=value:name=value, the same options, read before the command line.") +
         entry("NO_COLOR, CLICOLOR_FORCE", "whether reports have colours, unless --color says it.");
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
      "interleavings without a preemption, then all with one, then with two. What is found is found again "
      "on\n"
      "every run, and is written to a schedule file that replays it.\n");
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
             "Takes the arguments of the compiler that it wraps, and passes them on. Compilations are\n"
             "instrumented, links get the runtime in place of the thread sanitizer's. stalemate-cc and\n"
             "stalemate-c++ are the same in one word, for build systems that want one.\n") +
         ".PP\n" +
         troff(
             "-g gives reports their file names and lines; -O1 keeps the compiler from merging accesses "
             "that\n"
             "were written apart. Started without stalemate run, the program behaves as usual.\n") +
         ".SH ENVIRONMENT\n" + entry("STALEMATE_CC", "the C compiler to wrap; gcc unless given.") +
         entry("STALEMATE_CXX", "the C++ compiler; unless given, the sibling of STALEMATE_CC.") +
         entry("STALEMATE_VERBOSE", "1: show the commands that are run.") +
         example("make CC=\"stalemate cc\" CXX=\"stalemate c++\" CXXFLAGS=\"-g -O1\"\n") +
         see_also("stalemate(1), stalemate-run(1)");
}

std::string run_manual(std::string_view version) {
  return head("stalemate-run", "explore the interleavings of a program", version) + ".SH SYNOPSIS\n" +
         usage_of("run") + ".SH DESCRIPTION\n" +
         troff(
             "Explores the thread interleavings of a program that was built with stalemate cc or stalemate\n"
             "c++, in a fixed order, until the bound is exhausted, a budget is spent or something is found.\n"
             "Every finding is replayed, made shorter where possible, reported, and written as a "
             "schedule.\n") +
         options_section(false) + ".SH EXIT STATUS\n" +
         entry("0", "nothing was found in what was explored.") + entry("1", "something was found.") +
         entry("2", "the command line was not understood.") +
         entry("3", "the bound was not exhausted, with --require-complete.") +
         entry("4", "the program is not deterministic under control.") +
         entry("5", "the program could not start.") + entry("70", "a fault of stalemate itself.") +
         entry("130", "interrupted.") + environment_section() +
         example("stalemate run --preemptions 1 --json result.json -- ./queue\n") +
         see_also("stalemate(1), stalemate-cc(1), stalemate-replay(1)");
}

std::string replay_manual(std::string_view version) {
  return head("stalemate-replay", "run one recorded interleaving again", version) + ".SH SYNOPSIS\n" +
         usage_of("replay") + ".SH DESCRIPTION\n" +
         troff(
             "Runs the interleaving that a schedule file records. Without a program it runs the one that "
             "the\n"
             "schedule names.\n") +
         options_section(true) + ".SH EXIT STATUS\n" +
         entry("1", "the recorded finding appeared every time.") +
         entry("0", "the schedule fits and nothing is found any more.") +
         entry("4", "it diverged, or the finding appeared only sometimes.") + environment_section() +
         example("stalemate replay --times 10 stalemate-out/queue/3f2a.sched\n") +
         see_also("stalemate(1), stalemate-run(1)");
}

std::string record_manual(std::string_view version) {
  std::string options = ".SH OPTIONS\nA switch alone means on.\n";
  for (const OptionSpec& spec : tools::record_option_table()) options += option_entry(spec);
  for (const OptionSpec& spec : run_option_table()) options += option_entry(spec);
  return head("stalemate-record", "write what one execution of a program does as a trace", version) +
         ".SH SYNOPSIS\n" + usage_of("record") + ".SH DESCRIPTION\n" +
         troff(
             "Runs the program once under control, by the first schedule of the strategy or by that of "
             "--schedule,\n"
             "and writes every synchronization and every access to memory to FILE: as STD text where its "
             "name\n"
             "ends in .std, else in a format of its own, which also has values, places and the schedule.\n") +
         options + ".SH EXIT STATUS\n" + entry("0", "recorded.") +
         entry("1", "recorded, and the execution had a finding.") +
         entry("2", "the command line was not understood.") +
         entry("4", "the schedule does not fit the program.") +
         entry("5", "the program could not start, or the trace cannot be written.") +
         entry("70", "a fault of stalemate itself.") + entry("130", "interrupted.") + environment_section() +
         example("stalemate record -o queue.trace -- ./queue\nstalemate predict queue.trace\n") +
         see_also("stalemate(1), stalemate-predict(1), stalemate-replay(1)");
}

std::string kiss_manual(std::string_view version) {
  std::string options = ".SH OPTIONS\nA switch alone means on.\n";
  for (const OptionSpec& spec : tools::kiss_option_table()) options += option_entry(spec);
  return head("stalemate-kiss", "check a C program by making it sequential", version) + ".SH SYNOPSIS\n" +
         usage_of("kiss") + ".SH DESCRIPTION\n" +
         troff(
             "Makes a sequential program of a multithreaded one in C, which simulates every balanced\n"
             "execution: threads are run like calls. Its paths are searched, for growing sets of threads "
             "that\n"
             "wait to be run. What fails is told as an execution of the program, and repeated on the "
             "program\n"
             "itself. -D, -U, -I, -isystem, -include and -std are as for the compiler.\n") +
         options + ".SH EXIT STATUS\n" + entry("0", "nothing was found in what was explored.") +
         entry("1", "something was found.") +
         entry("2", "the command line was not understood, or the program cannot be translated.") +
         entry("3", "the bound was not exhausted, with --require-complete.") +
         entry("5", "something that is needed is missing.") + entry("70", "a fault of stalemate itself.") +
         entry("130", "interrupted.") +
         example("stalemate kiss --ts 1 driver.c\nstalemate kiss --ts 0 --race all driver.c\n") +
         see_also("stalemate(1), stalemate-replay(1)");
}

std::string predict_manual(std::string_view version) {
  std::string options = ".SH OPTIONS\nA switch alone means on.\n";
  for (const OptionSpec& spec : tools::predict_option_table()) options += option_entry(spec);
  return head("stalemate-predict", "say which reads of a recorded execution could have seen another write",
              version) +
         ".SH SYNOPSIS\n" + usage_of("predict") + ".SH DESCRIPTION\n" +
         troff(
             "Reads one recorded execution, as STD text or in a format of its own, and decides for each "
             "read\n"
             "and each other write of its variable whether some interleaving lets the read see it. Every\n"
             "answer is a schedule, a proof, or said to be unknown. With --confirm the program that the "
             "trace\n"
             "names, or the one after --, is run under these schedules.\n") +
         options + ".SH EXIT STATUS\n" + entry("0", "no read could have seen another write.") +
         entry("1", "some read could.") +
         entry("2", "the command line was not understood, or the trace cannot be read.") +
         entry("4", "the program does not do any more what was recorded, with --confirm.") +
         entry("5", "the program could not start, or a file cannot be written.") +
         entry("70", "a fault of stalemate itself.") + entry("130", "interrupted.") +
         example(
             "stalemate predict --json result.json queue.std\n"
             "stalemate predict --confirm queue.trace -- ./queue\n") +
         see_also("stalemate(1), stalemate-replay(1)");
}

}  // namespace stalemate::pages
