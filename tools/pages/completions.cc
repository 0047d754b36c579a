#include <string>

#include "tools/pages/option_words.h"
#include "tools/pages/pages.h"
#include "tools/stalemate/cli/command_line.h"
#include "tools/stalemate/cli/subcommands.h"
#include "tools/stalemate/kiss/kiss_options.h"
#include "tools/stalemate/predict/predict_options.h"
#include "tools/stalemate/record/record_options.h"

namespace stalemate::pages {
namespace {

constexpr std::string_view kHead = "Generated from the tables of subcommands and options.\n";

std::string subcommand_names() {
  std::string names;
  for (const tools::SubcommandSpec& spec : tools::kSubcommandTable)
    names += (names.empty() ? "" : " ") + std::string(spec.name);
  return names;
}

std::string option_names(std::span<const OptionSpec> specs) {
  std::string names;
  for (const OptionSpec& spec : specs) names += " --" + std::string(spec.name);
  return names;
}

// By subcommand and option: the same name may mean another thing.
std::string bash_values(std::string_view subcommand, std::span<const OptionSpec> specs) {
  std::string cases;
  for (const OptionSpec& spec : specs) {
    const std::string label = "    " + std::string(subcommand) + ":--" + std::string(spec.name) + ") ";
    if (const auto words = words_of(spec); !words.empty())
      cases += label + "words='" + joined(words, " ") + "' ;;\n";
    else if (takes_file(spec) || takes_directory(spec))
      cases += label + "files=" + (takes_directory(spec) ? "-d" : "-f") + " ;;\n";
  }
  return cases;
}

// Inside '…[…]': brackets and colons belong to zsh's own grammar.
std::string zsh_text(std::string_view text) {
  std::string all;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':') all += '\\';
    all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return all;
}

std::string zsh_option(const OptionSpec& spec) {
  std::string text = "    '--" + std::string(spec.name);
  if (spec.takes == Takes::kValue) text += "=";
  if (spec.takes == Takes::kOptionalWord && !spec.values.empty()) text += "=-";
  text += "[" + zsh_text(spec.help) + "]";
  if (spec.values.empty()) return text + "'\n";
  text += spec.takes == Takes::kOptionalWord ? "::" : ":";
  text += zsh_text(spec.values) + ":";
  if (const auto words = words_of(spec); !words.empty()) text += "(" + joined(words, " ") + ")";
  if (takes_file(spec)) text += "_files";
  if (takes_directory(spec)) text += "_files -/";
  return text + "'\n";
}

std::string fish_option(const OptionSpec& spec, std::string_view subcommands) {
  std::string help;
  for (const char c : spec.help) help += c == '\'' ? std::string("\\'") : std::string(1, c);
  std::string text = "complete -c stalemate -n '__fish_seen_subcommand_from " + std::string(subcommands) +
                     "' -l " + std::string(spec.name) + " -d '" + help + "'";
  if (const auto words = words_of(spec); !words.empty())
    text += std::string(spec.takes == Takes::kValue ? " -x" : " -f") + " -a '" + joined(words, " ") + "'";
  else if (takes_file(spec) || takes_directory(spec))
    text += " -r -F";
  else if (spec.takes == Takes::kValue)
    text += " -x";
  return text + "\n";
}

}  // namespace

std::string bash_completion() {
  return "# " + std::string(kHead) + R"(_stalemate() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words='' files='' i
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W ')" +
         subcommand_names() + R"( --help --version' -- "$current")
    return
  fi
  # Bash breaks --name=value into three words.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 2; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i]} != -- ]] || { previous='' && files=-f && break; }
  done
  local options_of=${COMP_WORDS[1]/replay/run}
  case ${options_of/record/run}:$previous in
)" + bash_values("run", run_option_table()) +
         bash_values("kiss", tools::kiss_option_table()) +
         bash_values("predict", tools::predict_option_table()) +
         R"(  esac
  if [[ -z $words$files && ${COMP_WORDS[1]} == run && $current == -* ]]; then
    words='--help)" +
         option_names(run_option_table()) + R"('
  elif [[ -z $words$files && ${COMP_WORDS[1]} == replay && $current == -* ]]; then
    words='--help)" +
         option_names(tools::replay_option_table()) + R"('
  elif [[ -z $words$files && ${COMP_WORDS[1]} == record && $current == -* ]]; then
    words='--help -o)" +
         option_names(tools::record_option_table()) + option_names(run_option_table()) + R"('
  elif [[ -z $words$files && ${COMP_WORDS[1]} == kiss && $current == -* ]]; then
    words='--help)" +
         option_names(tools::kiss_option_table()) + R"('
  elif [[ -z $words$files && ${COMP_WORDS[1]} == predict && $current == -* ]]; then
    words='--help)" +
         option_names(tools::predict_option_table()) + R"('
  fi
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen "${files:--f}" -- "$current")
  fi
}
complete -o filenames -F _stalemate stalemate
)";
}

std::string zsh_completion() {
  std::string text =
      "#compdef stalemate\n# " + std::string(kHead) +
      "_stalemate() {\n  local -a subcommands run_options replay_options record_options kiss_options "
      "predict_options\n  subcommands=(\n";
  for (const tools::SubcommandSpec& spec : tools::kSubcommandTable)
    text += "    '" + std::string(spec.name) + ":" + zsh_text(spec.help) + "'\n";
  text += "  )\n  run_options=(\n";
  for (const OptionSpec& spec : run_option_table()) text += zsh_option(spec);
  text += "  )\n  replay_options=(\n";
  for (const OptionSpec& spec : tools::replay_option_table()) text += zsh_option(spec);
  text += "  )\n  record_options=(\n";
  for (const OptionSpec& spec : tools::record_option_table()) text += zsh_option(spec);
  text += "  )\n  kiss_options=(\n";
  for (const OptionSpec& spec : tools::kiss_option_table()) text += zsh_option(spec);
  text += "  )\n  predict_options=(\n";
  for (const OptionSpec& spec : tools::predict_option_table()) text += zsh_option(spec);
  return text + R"(  )
  if ((CURRENT == 2)); then
    _describe subcommand subcommands
    return
  fi
  local subcommand=$words[2]
  shift words
  ((CURRENT--))
  case $subcommand in
    run) _arguments $run_options '*:::program: _normal' ;;
    replay) _arguments $replay_options '1:schedule:_files -g "*.sched"' '*:::program: _normal' ;;
    record) _arguments $record_options $run_options '-o[where the trace is written]:trace:_files' '*:::program: _normal' ;;
    kiss) _arguments $kiss_options '*:source:_files -g "*.c"' ;;
    predict) _arguments $predict_options '1:trace:_files' '*:::program: _normal' ;;
    *) _files ;;
  esac
}
_stalemate "$@"
)";
}

std::string fish_completion() {
  std::string text = "# " + std::string(kHead);
  for (const tools::SubcommandSpec& spec : tools::kSubcommandTable)
    text += "complete -c stalemate -n __fish_use_subcommand -f -a '" + std::string(spec.name) + "' -d '" +
            std::string(spec.help) + "'\n";
  for (const OptionSpec& spec : tools::replay_option_table()) text += fish_option(spec, "replay");
  for (const OptionSpec& spec : run_option_table()) text += fish_option(spec, "run record");
  for (const OptionSpec& spec : tools::record_option_table()) text += fish_option(spec, "record");
  for (const OptionSpec& spec : tools::kiss_option_table()) text += fish_option(spec, "kiss");
  for (const OptionSpec& spec : tools::predict_option_table()) text += fish_option(spec, "predict");
  return text;
}

}  // namespace stalemate::pages
