#include "tools/stalemate/record/record_options.h"

#include "tools/stalemate/cli/typed_option.h"

namespace stalemate::tools {
namespace {

constexpr OptionSpec kRecordOptions[] = {
    {"file", "FILE", "",
     "file to write the trace to; also -o FILE; text in STD format if the name ends in .std"},
    {"schedule", "FILE", "", "record this interleaving instead of the strategy's first"},
    {"trust", "on|off", "off", "run the command in a schedule of another user", Takes::kOptionalWord}};

const OptionSpec* own_option(std::string_view name) {
  for (const OptionSpec& spec : kRecordOptions)
    if (spec.name == name) return &spec;
  return nullptr;
}

Result<void> read_option(RecordRequest& request, const std::vector<std::string>& args, std::size_t& i) {
  const Typed typed = split_option(args[i]);
  const OptionSpec* own = own_option(typed.name);
  const auto value = value_of(typed, own != nullptr ? own : find_run_option(typed.name), args, i);
  if (!value) return tl::unexpected<Error>(value.error());
  if (own == nullptr) return set_option(request.options, typed.name, *value);
  if (typed.name == "trust") {
    if (*value != "on" && *value != "off")
      return fail(Code::kUsage, "--trust=" + *value + " is not understood", "--trust takes on|off");
    request.trust = *value == "on";
    return {};
  }
  (typed.name == "file" ? request.file : request.schedule) = *value;
  return {};
}

Result<void> read_short(RecordRequest& request, const std::vector<std::string>& args, std::size_t& i) {
  const std::string& arg = args[i];
  if (!arg.starts_with("-o")) return fail(Code::kUsage, "unknown option " + arg, "options start with --");
  if (arg.size() == 2 && i + 1 >= args.size()) return fail(Code::kUsage, "-o needs a value", "it takes FILE");
  request.file = arg.size() > 2 ? arg.substr(2) : args[++i];
  return {};
}

}  // namespace

std::span<const OptionSpec> record_option_table() { return kRecordOptions; }

Result<RecordRequest> read_record_arguments(const std::vector<std::string>& args,
                                            std::string_view environment) {
  RecordRequest request;
  if (auto set = set_options(request.options, environment); !set) {
    set.error().sentence = "in STALEMATE_OPTIONS: " + set.error().sentence;
    return tl::unexpected<Error>(set.error());
  }
  std::size_t i = 0;
  for (; i < args.size() && args[i].starts_with('-') && args[i].size() > 1 && args[i] != "--"; ++i) {
    if (args[i] == "--help" || args[i] == "-h") {
      request.help = true;
      return request;
    }
    const auto read =
        args[i].starts_with("--") ? read_option(request, args, i) : read_short(request, args, i);
    if (!read) return tl::unexpected<Error>(read.error());
  }
  if (i < args.size() && args[i] == "--") ++i;
  request.program.assign(args.begin() + static_cast<std::ptrdiff_t>(i), args.end());
  if (request.program.empty() && request.schedule.empty())
    return fail(Code::kUsage, "there is no program to record",
                "stalemate record [options] -o FILE -- PROGRAM ARGS…");
  if (request.file.empty())
    return fail(Code::kUsage, "there is no file for the trace",
                "stalemate record [options] -o FILE -- PROGRAM ARGS…");
  if (request.options.races == RaceMode::kOff)
    return fail(Code::kUsage, "a trace needs the accesses, which --races=off does not record",
                "remove --races=off");
  return request;
}

std::string record_help() {
  return "stalemate record [options] -o FILE -- PROGRAM ARGS…\n\n"
         "Runs a program once under control, and writes every synchronization and every memory access as a\n"
         "trace. A file whose name ends in .std is text in STD format. Any other file is binary, and also "
         "has values,\n"
         "places in the source and the schedule.\n\n"
         "Exit: 0 recorded, 1 recorded and the execution had a finding, 2 usage, 4 the schedule does not "
         "fit,\n"
         "5 the program could not start, 70 an internal error, 130 interrupted.\n\nOptions [default]:\n" +
         option_lines(record_option_table()) + option_lines(run_option_table()) +
         "\nThe same options are read from STALEMATE_OPTIONS=name=value:name=value before the command line.\n"
         "A switch alone means on.\n";
}

}  // namespace stalemate::tools
