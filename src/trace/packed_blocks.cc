#include "trace/packed_blocks.h"

#include <zstd.h>

#include "base/check.h"

namespace stalemate::trace {
namespace {

constexpr int kLevel = 3;
constexpr std::size_t kHeaderBytes = 24;

// Little endian: unpacked size, packed size, checksum of those two and of the packed bytes. The end has the
// number of blocks, nothing packed, and its checksum.
struct BlockHeader {
  std::uint64_t raw = 0, packed = 0, checksum = 0;
};

std::uint64_t checksum_of(std::uint64_t raw, std::uint64_t packed_bytes, std::string_view packed) {
  std::uint64_t hash = 0xcbf29ce484222325u ^ raw * 0x9e3779b97f4a7c15u ^ packed_bytes * 0xff51afd7ed558ccdu;
  for (const char c : packed) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3u;
  }
  return hash ^ hash >> 32;
}

void put(std::string& out, std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>(value >> shift);
}

std::uint64_t get(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 8; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

BlockHeader header_of(std::string_view bytes) {
  return {get(bytes), get(bytes.substr(8)), get(bytes.substr(16))};
}

void put_block(std::string& out, std::uint64_t raw, std::string_view packed) {
  put(out, raw);
  put(out, packed.size());
  put(out, checksum_of(raw, packed.size(), packed));
  out += packed;
}

}  // namespace

void BlockWriter::flush() {
  std::string packed(ZSTD_compressBound(block_.size()), '\0');
  const std::size_t bytes = ZSTD_compress(packed.data(), packed.size(), block_.data(), block_.size(), kLevel);
  STALEMATE_CHECK(ZSTD_isError(bytes) == 0, "there is room for what is compressed");
  packed.resize(bytes);
  put_block(out_, block_.size(), packed);
  block_.clear();
  ++blocks_;
}

void BlockWriter::end() {
  if (!block_.empty()) flush();
  put_block(out_, blocks_, {});
}

bool BlockReader::next_block() {
  if (damaged_ || packed_.size() < kHeaderBytes) return damage();
  const BlockHeader header = header_of(packed_);
  const std::string_view rest = packed_.substr(kHeaderBytes);
  if (header.raw == 0 || header.raw > BlockWriter::kBlockBytes || header.packed == 0) return damage();
  if (header.packed > rest.size()) return damage();
  const std::string_view packed = rest.substr(0, header.packed);
  if (header.checksum != checksum_of(header.raw, header.packed, packed)) return damage();
  block_.resize(header.raw);
  at_ = 0;
  const std::size_t bytes = ZSTD_decompress(block_.data(), block_.size(), packed.data(), packed.size());
  if (ZSTD_isError(bytes) != 0 || bytes != header.raw) return damage();
  packed_ = rest.substr(header.packed);
  ++blocks_;
  return true;
}

bool BlockReader::at_end() {
  if (damaged_ || at_ != block_.size() || packed_.size() != kHeaderBytes) return false;
  const BlockHeader header = header_of(packed_);
  return header.raw == blocks_ && header.packed == 0 && header.checksum == checksum_of(blocks_, 0, {});
}

}  // namespace stalemate::trace
