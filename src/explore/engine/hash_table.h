// A table of plain records by their 128-bit hashes, which are their identity: records are compared only by
// hash (base/hash128.h states the odds). Open addressing in one array that grows by a third when four fifths
// of it are used, so that a record of r bytes takes 1.25 r to 1.67 r. Pointers to records are valid until the
// next insertion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/hash128.h"
#include "explore/engine/slab_pool.h"

namespace stalemate::explore {

// Record: trivially copyable, all zeros when empty, used() once it has its `hash`.
template <class Record>
class HashTable {
  static_assert(std::is_trivially_copyable_v<Record>);

 public:
  explicit HashTable(MemorySource source) : source_(source) {}
  ~HashTable() { release(); }
  HashTable(const HashTable&) = delete;
  HashTable& operator=(const HashTable&) = delete;

  Record* find(Hash128 hash) {
    if (capacity_ == 0) return nullptr;
    Record& record = slot(hash);
    return record.used() ? &record : nullptr;
  }

  // An unused record counts from now on: the caller must set its hash.
  Record& find_or_add(Hash128 hash) {
    if (size_ >= most(capacity_)) resize(grown(capacity_));
    Record& record = slot(hash);
    size_ += !record.used();
    return record;
  }

  // Prefetches it.
  void expect(Hash128 hash) const {
    if (capacity_ != 0) __builtin_prefetch(&records_[place(hash)]);
  }

  // It must not be there yet.
  Record& insert(const Record& record) {
    if (size_ >= most(capacity_)) resize(grown(capacity_));
    ++size_;
    return put(record);
  }

  // The table does not grow until it has so many. Without that, records must not be inserted in the order of
  // another table: they would all crowd at the beginning.
  void reserve(std::uint64_t records) {
    std::size_t capacity = capacity_;
    while (records > most(capacity)) capacity = grown(capacity);
    if (capacity != capacity_) resize(capacity);
  }

  void clear() {
    release();
    size_ = 0;
  }

  std::uint64_t size() const { return size_; }
  std::uint64_t bytes() const { return capacity_ * sizeof(Record); }

  template <class Visit>
  void for_each(Visit visit) {
    for (std::size_t at = 0; at < capacity_; ++at)
      if (records_[at].used()) visit(records_[at]);
  }

 private:
  std::size_t place(Hash128 hash) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>(static_cast<Wide>(hash.high) * capacity_ >> 64);
  }

  // Where it is, or would be.
  Record& slot(Hash128 hash) {
    Record* record = records_ + place(hash);
    while (!(record->hash == hash) && record->used())
      if (++record == records_ + capacity_) record = records_;
    return *record;
  }

  // There is no record with this hash.
  Record& put(const Record& record) {
    Record* free = records_ + place(record.hash);
    while (free->used())
      if (++free == records_ + capacity_) free = records_;
    return *free = record;
  }

  static std::size_t most(std::size_t capacity) { return capacity - capacity / 5; }

  static std::size_t grown(std::size_t capacity) {
    constexpr std::size_t kLeast = 1024;
    return capacity == 0 ? kLeast : capacity + capacity / 3;
  }

  void resize(std::size_t capacity) {
    Record* const old = records_;
    const std::size_t old_capacity = capacity_;
    capacity_ = capacity;
    records_ = static_cast<Record*>(source_.allocate(capacity_ * sizeof(Record)));
    std::memset(static_cast<void*>(records_), 0, capacity_ * sizeof(Record));
    for (std::size_t at = 0; at < old_capacity; ++at)
      if (old[at].used()) put(old[at]);
    if (old != nullptr) source_.release(old, old_capacity * sizeof(Record));
  }

  void release() {
    if (records_ != nullptr) source_.release(records_, capacity_ * sizeof(Record));
    records_ = nullptr;
    capacity_ = 0;
  }

  MemorySource source_;
  Record* records_ = nullptr;
  std::size_t capacity_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace stalemate::explore
