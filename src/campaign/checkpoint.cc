#include "campaign/checkpoint.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "base/new_file.h"
#include "campaign/reduction_choice.h"

namespace stalemate::host {
namespace {

namespace fs = std::filesystem;

constexpr char kNext[] = "delete it, or name another file";

tl::unexpected<Error> bad(const std::string& path, const std::string& why) {
  return fail(Code::kBadFile, "the checkpoint " + path + " " + why, kNext);
}

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes;
  for (std::size_t got = 1 << 16; file;) {
    const std::size_t before = bytes.size();
    bytes.resize(before + got);
    file.read(bytes.data() + before, static_cast<std::streamsize>(got));
    bytes.resize(before + static_cast<std::size_t>(file.gcount()));
    got = bytes.size();
  }
  if (file.bad()) return std::nullopt;
  return bytes;
}

std::string content_hash(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return "unreadable";
  std::string seal;
  ByteSink sink([&seal](std::string_view piece) { seal.assign(piece); });  // the last is the seal
  sink.raw(bytes->data(), bytes->size());
  sink.seal();
  std::string hex;
  for (const char c : seal) {
    constexpr char kDigits[] = "0123456789abcdef";
    hex += kDigits[static_cast<unsigned char>(c) >> 4];
    hex += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return hex;
}

// "start end offset path" in each line; the same file is listed several times.
void add_files(Facts& facts, std::string_view modules) {
  std::map<std::string, std::string> places;
  while (!modules.empty()) {
    const std::string_view line = modules.substr(0, modules.find('\n'));
    modules.remove_prefix(std::min(modules.size(), line.size() + 1));
    const std::size_t path = line.find('/');
    const bool is_ours = path != line.npos && line.substr(path).starts_with("/memfd:");
    if (path != line.npos && !is_ours) places[std::string(line.substr(path))] += line.substr(0, path);
  }
  for (const auto& [path, place] : places) facts.emplace_back(path, place + content_hash(path));
}

std::string difference(const std::string& name, const std::string& value) {
  if (name == "version") return "was written by version " + value + " of stalemate";
  if (name == "build") return "was written by another build of stalemate";
  if (name == "program") return "belongs to another program or to other arguments: " + value;
  if (name.starts_with("--")) return "does not match: it was written with " + name + "=" + value;
  return "does not match: " + name + " has changed";
}

}  // namespace

Facts facts_of(const RunOptions& options, const std::string& version, const std::vector<std::string>& program,
               const std::string& modules) {
  std::string words;
  for (const std::string& argument : program) words += (words.empty() ? "" : " ") + argument;
  Facts facts = {
      {"version", version},
      {"build", content_hash("/proc/self/exe")},  // order and content may change with any of them
      {"program", words},
  };
  for (const SetOption& option : options_for(options, OptionUse::kSearch))
    facts.emplace_back("--" + std::string(option.name), option.value.empty() ? "none" : option.value);
  add_files(facts, modules);
  return facts;
}

Result<bool> may_checkpoint(const RunOptions& options) {
  if (options.reduce == Reduction::kNone)
    return fail(Code::kUsage, "only reduced searches have checkpoints",
                "remove --reduce=none or --checkpoint");
  return ReductionChoice(options, wire::Isolation::kFork, 1).can_be_saved();
}

Result<Checkpoint> Checkpoint::open(const std::string& path, Facts facts, const SipKey& key) {
  Checkpoint checkpoint;
  checkpoint.path_ = path;
  checkpoint.facts_ = std::move(facts);
  checkpoint.key_ = key;
  std::error_code trouble;
  if (!fs::exists(path, trouble)) return checkpoint;
  if (auto fits = checkpoint.read(); !fits) return tl::unexpected<Error>(fits.error());
  return checkpoint;
}

Result<void> Checkpoint::read() {
  std::error_code trouble;
  if (fs::is_directory(path_, trouble)) return bad(path_, "is a directory");
  auto bytes = read_file(path_);
  if (!bytes) return bad(path_, "cannot be read");
  const std::string_view format = kCheckpointFormat;
  const std::string_view name = format.substr(0, format.find('/') + 1);
  if (!bytes->starts_with(name)) return bad(path_, "is no checkpoint of stalemate");
  if (!bytes->starts_with(format)) return bad(path_, "was written by another version of stalemate");
  std::string_view content = *bytes;
  content.remove_suffix(std::min(content.size(), sizeof(SipHash)));
  const std::string_view marked = content;
  if (!unseal(content)) return bad(path_, "is damaged, or a part of it is missing");
  const SipHash mark = siphash(key_, marked);
  if (std::memcmp(mark.data(), bytes->data() + marked.size(), mark.size()) != 0)
    return bad(path_, "was not written by a run of yours");
  bytes->resize(content.size());
  bytes_ = std::move(*bytes);
  ByteSource source(std::string_view(bytes_).substr(format.size()));
  const std::size_t facts = source.count();
  if (auto same = compare(source); !same) return same;
  if (facts != facts_.size()) return bad(path_, "does not match: the program has changed");
  if (!source.ok()) return bad(path_, "is damaged, or a part of it is missing");
  begins_ = bytes_.size() - source.rest();
  found_ = true;
  return {};
}

// As many as both have.
Result<void> Checkpoint::compare(ByteSource& source) const {
  for (const auto& [name, value] : facts_) {
    const std::string its_name = source.text(), its_value = source.text();
    if (!source.ok()) break;
    if (its_name != name)
      return bad(path_, "does not match: " + its_name + " is no longer part of the program");
    if (its_value != value) return bad(path_, difference(name, its_value));
  }
  return {};
}

Result<void> Checkpoint::write(const std::function<void(ByteSink&)>& save) const {
  NewFile file(path_);
  SipHasher hasher(key_);
  ByteSink sink([&](std::string_view piece) {
    file.write(piece);
    hasher.add(piece);
  });
  sink.raw(kCheckpointFormat, sizeof kCheckpointFormat - 1);
  sink.number(facts_.size());
  for (const auto& [name, value] : facts_) {
    sink.text(name);
    sink.text(value);
  }
  save(sink);
  sink.seal();
  const SipHash mark = hasher.finish();
  file.write({reinterpret_cast<const char*>(mark.data()), mark.size()});
  if (file.finish()) return {};
  return fail(Code::kIo, "the checkpoint " + path_ + " cannot be written", "choose another path");
}

void Checkpoint::remove() const {
  std::error_code ignored;
  fs::remove(path_, ignored);
}

}  // namespace stalemate::host
