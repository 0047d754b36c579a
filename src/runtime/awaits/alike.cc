#include "runtime/awaits/alike.h"

#include <initializer_list>

#include "runtime/awaits/dead_values.h"
#include "runtime/awaits/workspace.h"

namespace stalemate::rt {

namespace {

// Marks in `into` each byte of memory that one of the two has written, and that is not the same in both.
bool mark_memory(Machine& a, Machine& b, Machine& into, const OwnMemory& own) {
  // A function that calls no other one may use what is below its stack pointer.
  constexpr std::uint64_t kRedZone = 128;
  const std::uint64_t stack = a.stack() - (a.returned() && b.returned() ? 0 : kRedZone);
  const auto compare = [&](std::uint64_t address, unsigned bytes) {
    if (address >= own.stack_begin && address + bytes <= stack) return;  // below its frames
    const Tag tag = a.memory_tag(address, bytes);
    const bool same = tag == b.memory_tag(address, bytes) &&
                      (tag.is_set() || a.number_at(address, bytes) == b.number_at(address, bytes));
    if (!same) mark_dead(into, address, bytes);
  };
  const auto is_untagged = [&](std::uint64_t address, unsigned bytes) {
    Tag tag;
    return a.tagged_memory().find(address, bytes, tag) && !tag.is_set() &&
           b.tagged_memory().find(address, bytes, tag) && !tag.is_set();
  };
  const auto compare_untagged = [&](Machine& writer) {  // in pieces of four bytes, where that is possible
    constexpr std::uint64_t kHalf = 0xffffffff;
    for (const Scratch::Entry& entry : writer.scratch())
      for (unsigned n = 0; n < 8;) {
        const std::uint64_t at = entry.word + n, written = entry.written >> n * 8;
        const unsigned bytes = n % 4 == 0 && (written & kHalf) == kHalf && is_untagged(at, 4) ? 4 : 1;
        if ((written & 0xff) != 0 && is_untagged(at, bytes)) compare(at, bytes);
        n += bytes;
      }
  };
  for (const TaggedMemory::Piece& piece : a.tagged_memory()) compare(piece.address, piece.bytes);
  for (const TaggedMemory::Piece& piece : b.tagged_memory()) {
    Tag tag;
    if (a.tagged_memory().find(piece.address, piece.bytes, tag) && !tag.is_set())
      compare(piece.address, piece.bytes);
  }
  compare_untagged(a);
  compare_untagged(b);
  return a.ok() && b.ok() && into.ok();
}

}  // namespace

bool differ_in_dead_values(Machine& a, Machine& b, const HeadStep& load) {
  for (Machine* m : {&a, &b}) m->tag_memory(load.object, load.hook.bytes, {});  // it is not the thread's
  Machine& marked = workspace->marked;
  marked = b;
  if (!a.has_flags_of(b)) marked.mark_flags_dead();
  for (unsigned which = 0; which < 16; ++which)
    if (!a.has_register_of(b, which)) mark_dead(marked, which);
  return mark_memory(a, b, marked, load.own) && are_dead(marked, load.own);
}

bool are_alike_after_load(Machine& a, Machine& b, const HeadStep& load) {
  for (Machine* m : {&a, &b}) {
    m->forget_after_call();
    m->set_tagged(Machine::kAx, 0, symbol(3, load.hook.bytes));
  }
  return a.at() == b.at() && a.stack() == b.stack() && differ_in_dead_values(a, b, load);
}

}  // namespace stalemate::rt
