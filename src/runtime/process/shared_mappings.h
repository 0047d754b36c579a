// Files that the program maps to share them. Two mappings of one file are the same memory under two
// addresses: accesses through one are not compared with those through the other, so the ledger has an entry.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

// The program has made or removed a mapping.
void note_shared_mapping(const void* mapped, std::size_t bytes, int protection, int flags, int fd,
                         std::uintptr_t pc);
void forget_shared_mapping(const void* mapped, std::size_t bytes);

}  // namespace stalemate::rt
