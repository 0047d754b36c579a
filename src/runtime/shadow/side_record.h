// What a cell of the shadow points to if one stamp is not enough: a history for each of its bytes. shadow.cc
// owns the records.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// One byte: its last writer, and its readers since then, unordered with each other; after a race also the
// racing accesses, so that what races with them later is not missed.
struct ByteHistory {
  std::uint32_t written = 0;  // a stamp, or a mark
  std::uint32_t readers = 0;  // one stamp; several: the first Reader, shifted like a stamp; 0: none
  std::uint32_t writers = 0;  // earlier ones, unordered with a later one
};
struct SideRecord {
  ByteHistory byte[4];
  std::uint32_t atomic_writers = 0;  // lists of Reader, each with its bytes
  std::uint32_t atomic_readers = 0;
};
struct Reader {
  std::uint32_t stamp;
  std::uint32_t next;
};

}  // namespace stalemate::rt
