// Aligns what a thread does in a simulated execution with its steps in a real one, by source line and kind of
// step: neither has all steps of the other. The real program has accesses that the translation knows to be
// private, and takes several steps for what a model does in one. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kiss/table.h"
#include "model/wire/op_kind.h"

namespace stalemate::kiss {

enum class StepEffect : std::uint8_t { kRead, kWrite, kAtomicRead, kAtomicWrite, kUpdate, kOther };

struct Marker {
  std::string file;  // without its directory
  std::uint32_t line = 0;
  StepEffect effect = StepEffect::kOther;
  friend bool operator==(const Marker&, const Marker&) = default;
};

Marker marker_of(const TableStatement& statement);
StepEffect effect_of(OpKind op);
std::string file_name(const std::string& path);

// After how many of the real steps the thread has done what is wanted of it, the most likely number first, at
// most `most` of them. `known` are places where the translation has steps: skipping those costs more. `real`
// may continue far beyond.
std::vector<std::size_t> places_to_stop(const std::vector<Marker>& wanted, const std::vector<Marker>& real,
                                        const std::vector<Marker>& known, std::size_t most);

}  // namespace stalemate::kiss
