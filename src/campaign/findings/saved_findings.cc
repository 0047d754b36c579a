#include "campaign/findings/saved_findings.h"

#include <type_traits>

namespace stalemate::host {
namespace {

// In the memory's format: a checkpoint is read on the machine that wrote it.
template <class Plain>
void save_plain(ByteSink& sink, const Plain& plain) {
  static_assert(std::is_trivially_copyable_v<Plain>);
  sink.raw(&plain, sizeof plain);
}

template <class Plain>
void load_plain(ByteSource& source, Plain& plain) {
  source.raw(&plain, sizeof plain);
}

template <class Plain>
void save_array(ByteSink& sink, const std::vector<Plain>& all) {
  sink.number(all.size());
  sink.raw(all.data(), all.size() * sizeof(Plain));
}

template <class Plain>
void load_array(ByteSource& source, std::vector<Plain>& all) {
  all.resize(source.count());
  source.raw(all.data(), all.size() * sizeof(Plain));
}

void save(ByteSink& sink, const Recording& recording) {
  save_plain(sink, recording.header);
  save_array(sink, recording.records);
  for (const std::string* text : {&recording.text, &recording.output, &recording.modules}) sink.text(*text);
  sink.number(recording.image_base);
  recording.ledger.save(sink);
  save_array(sink, recording.promoted);
  sink.flag(recording.private_atomics);
  sink.flag(recording.left_out_tries);
  save_array(sink, recording.shared);
  save_plain(sink, recording.race);
  sink.number(recording.leak);
}

Recording load_recording(ByteSource& source) {
  Recording recording;
  load_plain(source, recording.header);
  load_array(source, recording.records);
  for (std::string* text : {&recording.text, &recording.output, &recording.modules}) *text = source.text();
  recording.image_base = source.number();
  recording.ledger.load(source);
  load_array(source, recording.promoted);
  recording.private_atomics = source.flag();
  recording.left_out_tries = source.flag();
  load_array(source, recording.shared);
  load_plain(source, recording.race);
  recording.leak = source.number();
  return recording;
}

}  // namespace

void save(ByteSink& sink, const explore::WorkItem& item) {
  for (const std::uint64_t number :
       {std::uint64_t{item.id.value}, static_cast<std::uint64_t>(item.tail), item.seed,
        std::uint64_t{item.cut_points}, std::uint64_t{item.flags}, std::uint64_t{item.length},
        std::uint64_t{item.changes}, item.watch, std::uint64_t{item.watch_bytes}})
    sink.number(number);
  save_array(sink, item.deviations);
}

explore::WorkItem load_item(ByteSource& source) {
  explore::WorkItem item;
  source.number_to(item.id.value);
  item.tail = static_cast<wire::Tail>(source.number());
  item.seed = source.number();
  for (std::uint32_t* number : {&item.cut_points, &item.flags, &item.length, &item.changes})
    source.number_to(*number);
  item.watch = source.number();
  source.number_to(item.watch_bytes);
  load_array(source, item.deviations);
  return item;
}

void save(ByteSink& sink, const NormalEnd& end) {
  sink.number(end.execution);
  save(sink, end.item);
  sink.flag(end.cheaper.has_value());
  if (end.cheaper) save(sink, *end.cheaper);
  save_plain(sink, end.header);
}

NormalEnd load_normal_end(ByteSource& source) {
  NormalEnd end;
  end.execution = source.number();
  end.item = load_item(source);
  if (source.flag()) end.cheaper = load_item(source);
  load_plain(source, end.header);
  return end;
}

void save(ByteSink& sink, const Candidate& candidate) {
  for (const std::uint64_t number : {candidate.key, candidate.execution, candidate.seen}) sink.number(number);
  save(sink, candidate.item);
  sink.flag(candidate.cheaper.has_value());
  if (candidate.cheaper) save(sink, *candidate.cheaper);
  save_plain(sink, candidate.failure.header);
  sink.text(candidate.failure.text);
  for (const std::uint64_t number :
       {candidate.failure.place, candidate.failure.callers, candidate.failure.progress})
    sink.number(number);
  sink.flag(candidate.other.has_value());
  if (candidate.other) save(sink, *candidate.other);
}

Candidate load_candidate(ByteSource& source) {
  Candidate candidate;
  for (std::uint64_t* number : {&candidate.key, &candidate.execution, &candidate.seen})
    *number = source.number();
  candidate.item = load_item(source);
  if (source.flag()) candidate.cheaper = load_item(source);
  load_plain(source, candidate.failure.header);
  candidate.failure.text = source.text();
  for (std::uint64_t* number :
       {&candidate.failure.place, &candidate.failure.callers, &candidate.failure.progress})
    *number = source.number();
  if (source.flag()) candidate.other = load_normal_end(source);
  return candidate;
}

void save(ByteSink& sink, const Finding& finding) {
  sink.number(finding.execution);
  sink.number(finding.seen);
  save(sink, finding.item);
  save(sink, finding.recording);
  for (const std::uint32_t number : {finding.preemptions, finding.switches, finding.steps})
    sink.number(number);
  sink.flag(finding.minimised);
}

Finding load_finding(ByteSource& source) {
  Finding finding;
  finding.execution = source.number();
  finding.seen = source.number();
  finding.item = load_item(source);
  finding.recording = load_recording(source);
  for (std::uint32_t* number : {&finding.preemptions, &finding.switches, &finding.steps})
    source.number_to(*number);
  finding.minimised = source.flag();
  return finding;
}

void save_numbers(ByteSink& sink, const std::vector<std::uint64_t>& numbers) { save_array(sink, numbers); }

std::vector<std::uint64_t> load_numbers(ByteSource& source) {
  std::vector<std::uint64_t> numbers;
  load_array(source, numbers);
  return numbers;
}

}  // namespace stalemate::host
