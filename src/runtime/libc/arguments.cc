#include "runtime/scheduler/arguments.h"

#include "runtime/libc/checked_memory.h"
#include "runtime/platform/constant_memory.h"

namespace stalemate::rt {

namespace {

bool is_left_out(const void* memory, std::uintptr_t pc) { return memory == nullptr || !is_checked_call(pc); }

bool is_constant(const void* memory) { return is_constant_memory(reinterpret_cast<std::uintptr_t>(memory)); }

}  // namespace

void reads_argument(const void* memory, std::size_t bytes, std::uintptr_t pc) {
  if (is_left_out(memory, pc) || is_constant(memory)) return;
  CheckedCall(pc).read(memory, bytes);
}

void reads_text(const char* text, std::uintptr_t pc) {
  if (is_left_out(text, pc) || is_constant(text)) return;
  CheckedCall(pc).read_up_to(text, [=] { return stalemate_rt_strlen(text) + 1; });
}

void reads_texts(char* const* texts, std::uintptr_t pc) {
  if (is_left_out(texts, pc)) return;
  for (;; ++texts) {
    reads_argument(texts, sizeof *texts, pc);
    if (*texts == nullptr) return;
    reads_text(*texts, pc);
  }
}

void writes_argument(void* memory, std::size_t bytes, std::uintptr_t pc) {
  if (!is_left_out(memory, pc)) CheckedCall(pc).write(memory, bytes);
}

void will_write_argument(void* memory, std::size_t most, std::uintptr_t pc) {
  if (!is_left_out(memory, pc)) CheckedCall(pc).will_write(memory, most);
}

void has_written_argument(void* memory, std::size_t bytes, std::uintptr_t pc) {
  if (!is_left_out(memory, pc)) CheckedCall(pc).has_written(memory, bytes);
}

}  // namespace stalemate::rt
