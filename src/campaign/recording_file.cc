#include "campaign/recording_file.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace stalemate::host {
namespace {

constexpr std::uint64_t kRecordingMagic = 0x3647534445434552;  // "RECEDSG6"

struct Preamble {
  std::uint64_t magic = kRecordingMagic;
  std::uint64_t records = 0, text = 0, output = 0, modules = 0;
  std::uint64_t image_base = 0;
  trace::RacingCode race;
  std::uint64_t leak = 0, promoted = 0, shared = 0, private_atomics = 0, left_out_tries = 0;
};

void append(std::string& to, const void* bytes, std::size_t count) {
  to.append(static_cast<const char*>(bytes), count);
}

tl::unexpected<Error> damaged() {
  return fail(Code::kBadFile, "this is not a recording, or it is damaged", "run the test again");
}

}  // namespace

std::string to_bytes(const Recording& recording) {
  Preamble preamble;
  preamble.records = recording.records.size();
  preamble.text = recording.text.size();
  preamble.output = recording.output.size();
  preamble.modules = recording.modules.size();
  preamble.image_base = recording.image_base;
  preamble.race = recording.race;
  preamble.leak = recording.leak;
  preamble.promoted = recording.promoted.size();
  preamble.shared = recording.shared.size();
  preamble.private_atomics = recording.private_atomics ? 1 : 0;
  preamble.left_out_tries = recording.left_out_tries ? 1 : 0;
  std::string bytes;
  append(bytes, &preamble, sizeof preamble);
  append(bytes, &recording.header, sizeof recording.header);
  append(bytes, recording.records.data(), recording.records.size() * sizeof(wire::Record));
  append(bytes, recording.promoted.data(), recording.promoted.size() * sizeof(std::uint64_t));
  append(bytes, recording.shared.data(), recording.shared.size() * sizeof(std::uint64_t));
  return bytes + recording.text + recording.output + recording.modules;
}

Result<Recording> parse_recording(std::string_view bytes) {
  Preamble preamble;
  Recording recording;
  if (bytes.size() < sizeof preamble + sizeof recording.header) return damaged();
  std::memcpy(&preamble, bytes.data(), sizeof preamble);
  bytes.remove_prefix(sizeof preamble);
  std::memcpy(&recording.header, bytes.data(), sizeof recording.header);
  bytes.remove_prefix(sizeof recording.header);
  const std::uint64_t most = bytes.size();
  const std::uint64_t sizes[] = {preamble.records, preamble.text,     preamble.output,
                                 preamble.modules, preamble.promoted, preamble.shared};
  if (preamble.magic != kRecordingMagic || *std::max_element(std::begin(sizes), std::end(sizes)) > most)
    return damaged();
  const std::uint64_t records = preamble.records * sizeof(wire::Record);
  const std::uint64_t promoted = preamble.promoted * sizeof(std::uint64_t);
  const std::uint64_t shared = preamble.shared * sizeof(std::uint64_t);
  if (records + promoted + shared + preamble.text + preamble.output + preamble.modules != most)
    return damaged();
  recording.records.resize(preamble.records);
  std::copy_n(bytes.data(), records, reinterpret_cast<char*>(recording.records.data()));
  bytes.remove_prefix(records);
  recording.promoted.resize(preamble.promoted);
  std::copy_n(bytes.data(), promoted, reinterpret_cast<char*>(recording.promoted.data()));
  bytes.remove_prefix(promoted);
  recording.shared.resize(preamble.shared);
  std::copy_n(bytes.data(), shared, reinterpret_cast<char*>(recording.shared.data()));
  bytes.remove_prefix(shared);
  recording.private_atomics = preamble.private_atomics != 0;
  recording.left_out_tries = preamble.left_out_tries != 0;
  recording.text = bytes.substr(0, preamble.text);
  recording.output = bytes.substr(preamble.text, preamble.output);
  recording.modules = bytes.substr(preamble.text + preamble.output);
  recording.image_base = preamble.image_base;
  recording.race = preamble.race;
  recording.leak = preamble.leak;
  if (recording.header.records != preamble.records || recording.header.magic != wire::kLogMagic ||
      recording.header.outcome > wire::kLastOutcome ||
      !sound_records(recording.records, recording.header.threads))
    return damaged();
  return recording;
}

}  // namespace stalemate::host
