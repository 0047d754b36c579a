// What actions did, by their pasts: an action's effect, and what its thread announces next, are functions of
// the happens-before graph of its past. So an action that was run once need never be run again to be known,
// in whatever order its past is run. Kept for the whole search, 32 bytes each.
#pragma once

#include <optional>
#include <vector>

#include "explore/hash_table.h"
#include "model/happens_before.h"

namespace stalemate::explore {

class KnownActions {
 public:
  explicit KnownActions(MemorySource source) : table_(source) { rest_.emplace_back(); }

  bool contains(Hash128 key) { return table_.find(key) != nullptr; }
  // By Action::key. The chosen value is part of the key, and not in the answer.
  std::optional<Deed> find(Hash128 key) {
    const Record* record = table_.find(key);
    if (record == nullptr) return std::nullopt;
    return unpacked(*record);
  }
  // What is known of an action stays, unless it was not known what follows.
  void add(Hash128 key, const Deed& deed);

  // What a thread does first, by HappensBefore::first_key.
  std::optional<Announced> find_first(Hash128 key) {
    const std::optional<Deed> deed = find(key);
    if (!deed) return std::nullopt;
    return deed->next;
  }
  void add_first(Hash128 key, const Announced& first) {
    Deed deed;
    deed.next = first;
    add(key, deed);
  }

  std::uint64_t bytes() const { return table_.bytes() + rest_.capacity() * sizeof(Rest); }

  void save(ByteSink& sink) {
    sink.number(table_.size());
    table_.for_each([this, &sink](const Record& record) {
      sink.hash(record.hash);
      stalemate::save(sink, unpacked(record));
    });
  }
  bool load(ByteSource& source) {
    std::size_t left = source.count();
    for (table_.reserve(left); left > 0 && source.ok(); --left) {
      const Hash128 key = source.hash();
      add(key, load_deed(source));
    }
    return source.ok();
  }

 private:
  struct Record {
    Hash128 hash;
    std::uint64_t object = 0;
    std::uint32_t rest = 0;  // where the rest is kept; 0: there is none
    OpKind op = OpKind::kNone;
    Announced::Kind kind = Announced::Kind::kUnknown;
    bool known : 1 = false;
    bool badly : 1 = false, creates : 1 = false, timed : 1 = false, again : 1 = false;
    bool used() const { return known; }
  };
  static_assert(sizeof(Record) == 32);
  // What few actions have.
  struct Rest {
    std::uint64_t other = 0;
    ThreadSet wakes = 0;
    std::uint32_t value = 0;
    std::uint32_t alternatives = 0;
  };

  Record packed(Hash128 key, const Deed& deed);
  Deed unpacked(const Record& record) const;

  HashTable<Record> table_;
  std::vector<Rest> rest_;
};

}  // namespace stalemate::explore
