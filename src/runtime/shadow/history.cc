#include "runtime/shadow/history.h"

#include "runtime/platform/pages.h"
#include "runtime/shadow/shadow.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kWords = 1u << 20, kMostWords = kWords / 4 * 3;
constexpr std::uint32_t kTouches = 1u << 22;

struct Word {
  std::uintptr_t address;
  std::uint32_t round;
  std::uint32_t first;  // Entry, 0 = none
};
struct Entry {
  Touch touch;
  std::uint32_t next;
};

// Outlives executions, so that old rounds stay old.
struct History {
  std::uint32_t round;
  Word words[kWords];
  std::uint32_t used[kMostWords];  // indices into words
  Entry entries[kTouches];
};

History* kept = nullptr;
std::uint32_t word_count = 0;
std::uint32_t entry_count = 1;

constexpr std::uintptr_t word_at(std::uintptr_t address) { return address & ~std::uintptr_t{3}; }

// Where the word is, or where it would be.
Word& find(std::uintptr_t word) {
  auto at = static_cast<std::uint32_t>(word * 0x9e3779b97f4a7c15u >> 44);
  while (kept->words[at].round == kept->round && kept->words[at].address != word) at = (at + 1) % kWords;
  return kept->words[at];
}

bool is_current(const Word& word) { return word.round == kept->round; }
bool is_full() { return entry_count == kTouches; }

void add(Word& word, const Touch& touch) {
  if (is_full()) return;
  kept->entries[entry_count] = {touch, word.first};
  word.first = entry_count++;
}

bool same_but_for_time(const Touch& a, const Touch& b) {
  return a.pc == b.pc && a.thread == b.thread && a.mask == b.mask && a.write == b.write &&
         a.atomic == b.atomic;
}

void add_or_renew(Word& word, const Touch& touch) {
  for (std::uint32_t n = word.first; n != 0; n = kept->entries[n].next) {
    Touch& old = kept->entries[n].touch;
    if (!same_but_for_time(old, touch)) continue;
    old.stamp = touch.stamp;
    return;
  }
  add(word, touch);
}

bool races(const Touch& earlier, const Touch& later) {
  return (earlier.mask & later.mask) != 0 && (earlier.write || later.write) &&
         !(earlier.atomic && later.atomic) && earlier.thread != later.thread &&
         !happened_before(earlier.stamp);
}

// The bytes of [address, end) that lie in the word.
std::uint8_t mask_in(std::uintptr_t word, std::uintptr_t address, std::uintptr_t end) {
  const std::uintptr_t from = word < address ? address - word : 0;
  const std::uintptr_t to = end - word < 4 ? end - word : 4;
  return static_cast<std::uint8_t>(((1u << to) - 1) & ~((1u << from) - 1));
}

template <class Visit>
void for_each_word(std::uintptr_t address, std::size_t bytes, Visit visit) {
  const std::uintptr_t end = address + bytes;
  for (std::uintptr_t word = word_at(address); word < end; word += 4)
    visit(word, mask_in(word, address, end));
}

void forget(Word& word, std::uint8_t mask) {
  for (std::uint32_t n = word.first; n != 0; n = kept->entries[n].next)
    kept->entries[n].touch.mask &= static_cast<std::uint8_t>(~mask);
}

}  // namespace

void prepare_history() {
  if (kept == nullptr) kept = static_cast<History*>(kept_pages(sizeof(History)));
}

void begin_history() {
  ++kept->round;
  word_count = 0;
  entry_count = 1;
}

bool is_remembered(std::uintptr_t address) { return !is_full() && is_current(find(word_at(address))); }

void remember(std::uintptr_t address, std::size_t bytes) {
  for_each_word(address, bytes, [](std::uintptr_t at, std::uint8_t) {
    Word& word = find(at);
    // Half of the touches are reserved for words that are remembered already.
    if (is_current(word) || word_count == kMostWords || entry_count > kTouches / 2) return;
    word = {at, kept->round, 0};
    kept->used[word_count++] = static_cast<std::uint32_t>(&word - kept->words);
    visit_past(at, [](const PastAccess& past) {
      add(find(past.word), {0, past.stamp, past.thread, past.mask, past.write, past.atomic, false});
    });
  });
}

void forget_history(std::uintptr_t address, std::size_t bytes) {
  if (bytes / 4 <= word_count) {
    for_each_word(address, bytes, [](std::uintptr_t at, std::uint8_t mask) {
      if (Word& word = find(at); is_current(word)) forget(word, mask);
    });
    return;
  }
  const std::uintptr_t end = address + bytes;
  for (std::uint32_t n = 0; n < word_count; ++n) {
    Word& word = kept->words[kept->used[n]];
    if (word.address < end && address < word.address + 4) forget(word, mask_in(word.address, address, end));
  }
}

void touch_remembered(std::uintptr_t address, std::size_t bytes, Touch touch, OnPair on_pair) {
  if (word_count == 0) return;
  touch.stamp = racing.now | 15;
  touch.thread = static_cast<std::uint16_t>(racing.thread);
  for_each_word(address, bytes, [&](std::uintptr_t at, std::uint8_t mask) {
    Word& word = find(at);
    if (!is_current(word)) return;
    touch.mask = mask;
    for (std::uint32_t n = word.first; n != 0; n = kept->entries[n].next)
      if (const Touch earlier = kept->entries[n].touch; races(earlier, touch))
        on_pair(earlier, {address, bytes, at}, touch);
    add_or_renew(word, touch);
  });
}

}  // namespace stalemate::rt
