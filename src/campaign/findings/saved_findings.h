// The findings of a campaign so far, as bytes for a checkpoint and back (campaign/checkpoint.h). Read only
// from bytes with a valid seal: sizes are checked, contents are trusted.
#pragma once

#include "base/bytes.h"
#include "campaign/findings/candidate.h"
#include "campaign/findings/finding.h"

namespace stalemate::host {

void save(ByteSink& sink, const explore::WorkItem& item);
explore::WorkItem load_item(ByteSource& source);
void save(ByteSink& sink, const NormalEnd& end);
NormalEnd load_normal_end(ByteSource& source);
void save(ByteSink& sink, const Candidate& candidate);
Candidate load_candidate(ByteSource& source);
void save(ByteSink& sink, const Finding& finding);
Finding load_finding(ByteSource& source);

template <class Thing>
void save_all(ByteSink& sink, const std::vector<Thing>& all) {
  sink.number(all.size());
  for (const Thing& thing : all) save(sink, thing);
}
template <class Thing>
void load_all(ByteSource& source, std::vector<Thing>& all, Thing (*load)(ByteSource&)) {
  all.clear();
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) all.push_back(load(source));
}

void save_numbers(ByteSink& sink, const std::vector<std::uint64_t>& numbers);
std::vector<std::uint64_t> load_numbers(ByteSource& source);

}  // namespace stalemate::host
