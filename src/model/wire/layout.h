// Where the runtime puts stacks and heaps, so that an address depends only on the thread and its own
// history (S11). Fixed numbers: an address in one of these regions can be named without asking the
// program. A thread's slot follows from its creation path, not from the order of creation.
#pragma once

#include <cstdint>

namespace stalemate::layout {

inline constexpr std::uint32_t kSlots = 8192;  // main = 0
inline constexpr std::uint32_t kDirectSlots =
    4096;  // main's n-th child (n < 4096) has slot n; deeper paths are hashed

inline constexpr std::uint64_t kStackRegion =
    0x580000000000;  // slot s: [base + s*kStackStride, +kStackStride)
// Guard page, stack, static TLS and TCB; nothing is mapped between them and the next slot, so that a frame
// that is larger than the stack before it does not reach another thread's.
inline constexpr std::uint64_t kStackStride = 512u << 20;
inline constexpr std::uint64_t kStackBytes = 8u << 20;
inline constexpr std::uint64_t kMostTlsBytes = 128u << 20;

inline constexpr std::uint64_t kHeapRegion = 0x450000000000;
inline constexpr std::uint64_t kHeapStride = std::uint64_t{2} << 30;

// The runtime's memory: tables that an execution changes, and what must outlive its end.
inline constexpr std::uint64_t kOwnRegion = 0x444000000000;
inline constexpr std::uint64_t kOwnBytes = std::uint64_t{16} << 30;
inline constexpr std::uint64_t kObjectRegion = 0x447000000000;  // synchronization objects
inline constexpr std::uint64_t kKeptRegion = 0x445000000000;
inline constexpr std::uint64_t kKeptBytes = std::uint64_t{64} << 30;
inline constexpr std::uint64_t kGateRegion = 0x446800000000;  // code that leads to functions of the C library
inline constexpr std::uint64_t kGateBytes = 128u << 10;
// The channel, whose size varies: the kernel puts libraries that are loaded later below existing mappings,
// and they must have one address in every process.
inline constexpr std::uint64_t kChannelRegion = 0x448000000000;

// Descriptors have no address: their names are numbers that no pointer has, made of their kind, the slot of
// the thread that made them, and how many it had made before (S11). Both ends of a pipe are one object.
inline constexpr std::uint64_t kEndpointRegion = std::uint64_t{1} << 62;
enum class EndpointKind : std::uint8_t { kPipe = 0, kSocket, kEventfd, kEpoll, kOther };
// The object of a step that polls several descriptors.
inline constexpr std::uint64_t kManyEndpoints = kEndpointRegion + (std::uint64_t{0xff} << 48);
constexpr std::uint64_t endpoint_name(EndpointKind kind, std::uint32_t slot, std::uint32_t ordinal) {
  return kEndpointRegion + (static_cast<std::uint64_t>(kind) << 48) + (std::uint64_t{slot} << 32) + ordinal;
}
constexpr bool in_endpoints(std::uint64_t a) { return a - kEndpointRegion < (std::uint64_t{1} << 56); }
constexpr EndpointKind endpoint_kind(std::uint64_t a) {
  return static_cast<EndpointKind>((a - kEndpointRegion) >> 48);
}

// A step on such a name depends on every step on any descriptor: which ones it polls is not in the log.
constexpr bool is_many_endpoints(std::uint64_t a) {
  return a == kManyEndpoints || (in_endpoints(a) && endpoint_kind(a) == EndpointKind::kEpoll);
}

// The shadow: eight bytes for every four of the program's, found by the low 45 bits of the address. They
// distinguish the regions above from each other and from where the kernel puts programs (0x400000, 0x55…),
// libraries and its stack (0x7f…).
inline constexpr std::uint64_t kShadowRegion = 0x040000000000;
inline constexpr std::uint64_t kShadowedBits = 45;
inline constexpr std::uint64_t kShadowBytes = std::uint64_t{2} << kShadowedBits;

constexpr bool in_stacks(std::uint64_t a) { return a - kStackRegion < kSlots * kStackStride; }
constexpr bool in_heaps(std::uint64_t a) { return a - kHeapRegion < kSlots * kHeapStride; }
// Everything that the runtime maps at an address of its choice, stacks and heaps included.
constexpr bool in_runtime_regions(std::uint64_t a) {
  return a - kOwnRegion < kHeapRegion + kSlots * kHeapStride - kOwnRegion || in_stacks(a) ||
         a - kShadowRegion < kShadowBytes;
}
constexpr std::uint32_t stack_slot(std::uint64_t a) {
  return static_cast<std::uint32_t>((a - kStackRegion) / kStackStride);
}
constexpr std::uint32_t heap_slot(std::uint64_t a) {
  return static_cast<std::uint32_t>((a - kHeapRegion) / kHeapStride);
}

}  // namespace stalemate::layout
