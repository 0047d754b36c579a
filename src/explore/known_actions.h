// What actions did, by their pasts: an action's effect, and what its thread announces next, are functions of
// the happens-before graph of its past. So an action that was run once need never be run again to be known,
// in whatever order its past is run. Kept for the whole search.
#pragma once

#include "explore/hash_table.h"
#include "model/happens_before.h"

namespace stalemate::explore {

class KnownActions {
 public:
  explicit KnownActions(MemorySource source) : table_(source) {}

  // By Action::key. The chosen value is part of the key.
  const Deed* find(Hash128 key) {
    const Record* record = table_.find(key);
    return record == nullptr ? nullptr : &record->deed;
  }
  void add(Hash128 key, const Deed& deed) {
    if (Record* record = table_.find(key)) {
      if (record->deed.next.kind == Announced::Kind::kUnknown) record->deed = deed;
      return;
    }
    table_.insert({key, deed, true});
  }
  // What a thread does first, by HappensBefore::first_key.
  const Announced* find_first(Hash128 key) {
    const Deed* deed = find(key);
    return deed == nullptr ? nullptr : &deed->next;
  }
  void add_first(Hash128 key, const Announced& first) {
    Deed deed;
    deed.next = first;
    add(key, deed);
  }

  std::uint64_t bytes() const { return table_.bytes(); }

  void save(ByteSink& sink) {
    sink.number(table_.size());
    table_.for_each([&sink](const Record& record) {
      sink.hash(record.hash);
      stalemate::save(sink, record.deed);
    });
  }
  bool load(ByteSource& source) {
    for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
      const Hash128 key = source.hash();
      add(key, load_deed(source));
    }
    return source.ok();
  }

 private:
  struct Record {
    Hash128 hash;
    Deed deed;
    bool known = false;
    bool used() const { return known; }
  };
  HashTable<Record> table_;
};

}  // namespace stalemate::explore
