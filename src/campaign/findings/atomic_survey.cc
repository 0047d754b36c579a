#include "campaign/findings/atomic_survey.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "model/operations.h"
#include "model/wire/layout.h"

namespace stalemate::host {
namespace {

// How many steps are worth a second start. For tests: fewer.
std::uint64_t enough() {
  constexpr std::uint64_t kEnough = 16;
  const char* const wanted = std::getenv("STALEMATE_PRIVATE_STEPS");
  return wanted == nullptr ? kEnough : std::strtoull(wanted, nullptr, 10);
}

// Words of the program's image and of the threads' stacks have the same address in each execution of each
// process. The heap's depend on what was allocated before, and main's stack on the environment.
bool has_constant_address(std::uint64_t word) {
  constexpr std::uint64_t kFirst = 0x400000, kKernelsChoice = 0x7e0000000000;
  if (layout::in_stacks(word)) return layout::stack_slot(word) != 0;
  return word >= kFirst && word < kKernelsChoice && !layout::in_runtime_regions(word);
}

bool is_atomic(OpKind op) { return object_of(op) == ObjectKind::kAtomic; }

}  // namespace

AtomicSurvey::Words AtomicSurvey::words_of(const LogView& log) {
  constexpr std::uint32_t kSeveral = ~0u;
  struct Word {
    std::uint32_t thread = 0;
    std::uint64_t steps = 0;
  };
  std::unordered_map<std::uint64_t, Word> words;
  for (const wire::Record& record : log.records) {
    if (record.kind != wire::RecordKind::kStep || !accesses_memory(record.op)) continue;
    const std::uint64_t address = record.object & ~(wire::kAtomicWord - 1);
    Word& word = words.try_emplace(address, Word{record.thread, 0}).first->second;
    if (word.thread != record.thread) word.thread = kSeveral;
    word.steps += is_atomic(record.op) ? 1 : 0;
  }
  Words found;
  for (const auto& [address, word] : words) {
    if (word.thread != kSeveral)
      found.private_steps += word.steps;
    else if (has_constant_address(address))
      found.shared.push_back(address);
  }
  std::ranges::sort(found.shared);
  return found;
}

void AtomicSurvey::arrived(const LogView& log) {
  if (wants_) arrived_[log.header->item] = words_of(log);
}

explore::Next AtomicSurvey::on_execution(const explore::Execution& execution) {
  const explore::Next next = next_.on_execution(execution);
  if (!std::exchange(wants_, false)) return next;
  const auto words = std::exchange(arrived_, {}).extract(execution.header->item);
  decided_ = next == explore::Next::kGoOn;
  if (!decided_ || words.empty() || words.mapped().private_steps < enough() ||
      words.mapped().shared.size() > wire::kMostShared)
    return next;
  found_ = true;
  shared_ = std::move(words.mapped().shared);
  return explore::Next::kStop;
}

}  // namespace stalemate::host
