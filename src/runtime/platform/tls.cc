#include "runtime/platform/tls.h"

#include <link.h>
#include <cstring>

#include "model/wire/layout.h"
#include "runtime/platform/context.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/pages.h"

// glibc's loader, GLIBC_PRIVATE but stable since 2.1.
extern "C" {
void _dl_get_tls_static_info(std::size_t* size, std::size_t* align);
void* _dl_allocate_tls(void* tcb);
void __ctype_init();
extern const std::uint32_t _thread_db_sizeof_pthread __attribute__((weak));
extern const std::uint32_t _thread_db_pthread_tid[3] __attribute__((weak));
// Where kernel_words() are, relative to the thread pointer (glibc 2.35).
extern const std::ptrdiff_t __rseq_offset __attribute__((weak));
}

namespace stalemate::rt {

namespace {

// Offsets in the TCB head that every x86-64 glibc shares (tcbhead_t).
constexpr std::size_t kSelf = 0x10;
constexpr std::size_t kMultipleThreads = 0x18;
constexpr std::size_t kStackGuard = 0x28;             // and the pointer guard, 8 bytes further
constexpr std::size_t kKeysFrom = kKeysInDescriptor;  // after tid and its neighbours

std::size_t static_bytes = 0;
std::size_t alignment = 64;
std::size_t tcb_bytes = 0;
std::size_t tid_offset = 0x2d0;
std::size_t used_bytes = 0;  // of the static block; the rest is the loader's reserve for dlopen
void* main_tcb = nullptr;

template <class T>
T& field(void* tcb, std::size_t offset) {
  return *reinterpret_cast<T*>(static_cast<char*>(tcb) + offset);
}

int measure_module(dl_phdr_info* module, std::size_t, void*) {
  if (module->dlpi_tls_data == nullptr) return 0;
  const auto below =
      static_cast<std::size_t>(static_cast<char*>(main_tcb) - static_cast<char*>(module->dlpi_tls_data));
  if (below <= static_bytes - tcb_bytes && below > used_bytes) used_bytes = below;
  return 0;
}

}  // namespace

int* thread_id_field() {
  char* descriptor = nullptr;
  asm("mov %%fs:0, %0" : "=r"(descriptor));
  if (_thread_db_pthread_tid != nullptr) tid_offset = _thread_db_pthread_tid[2];
  int* const id = &field<int>(descriptor, tid_offset);
  return *id == static_cast<int>(kernel::call(SYS_gettid)) ? id : nullptr;
}

const char* learn_tls() {
  main_tcb = thread_pointer();
  _dl_get_tls_static_info(&static_bytes, &alignment);
  if (&_thread_db_sizeof_pthread == nullptr)
    return "this libc does not say how large its thread descriptor is";
  tcb_bytes = _thread_db_sizeof_pthread;
  if (_thread_db_pthread_tid != nullptr) tid_offset = _thread_db_pthread_tid[2];
  if (alignment < 64) alignment = 64;
  if (field<void*>(main_tcb, 0) != main_tcb || field<void*>(main_tcb, kSelf) != main_tcb)
    return "the thread descriptor of this libc does not begin as expected";
  if (field<int>(main_tcb, tid_offset) != static_cast<int>(kernel::call(SYS_gettid)))
    return "the thread descriptor of this libc has its thread id elsewhere";
  if (static_bytes < tcb_bytes) return "the static TLS of this program has an unexpected size";
  if (static_bytes > layout::kMostTlsBytes)
    return "its thread_local variables take more than 128 MB, and a thread has no room for more";
  used_bytes = 0;
  dl_iterate_phdr(measure_module, nullptr);
  used_bytes = round_up(used_bytes, alignment);
  return nullptr;
}

std::size_t tls_bytes() { return round_up(static_bytes + tcb_bytes + alignment, 4096); }

void* make_tls(std::uint64_t end) {
  void* tcb = reinterpret_cast<void*>((end - tcb_bytes) & ~(std::uint64_t{alignment} - 1));
  _dl_allocate_tls(tcb);
  field<void*>(tcb, 0) = tcb;
  field<void*>(tcb, kSelf) = tcb;
  field<int>(tcb, kMultipleThreads) = 1;
  std::memcpy(&field<char>(tcb, kStackGuard), &field<char>(main_tcb, kStackGuard), 16);
  field<int>(tcb, tid_offset) = field<int>(main_tcb, tid_offset);
  void* running = thread_pointer();
  set_thread_pointer(tcb);
  __ctype_init();  // without it the thread's ctype tables are null
  set_thread_pointer(running);
  return tcb;
}

std::size_t tls_image_bytes() { return used_bytes; }

void take_tls_image(void* tcb, void* image) {
  std::memcpy(image, static_cast<char*>(tcb) - tls_image_bytes(), tls_image_bytes());
}

void reset_tls(void* tcb, const void* pristine) {
  std::memcpy(static_cast<char*>(tcb) - tls_image_bytes(), pristine, tls_image_bytes());
}

void forget_keys(void* tcb) { std::memset(&field<char>(tcb, kKeysFrom), 0, tcb_bytes - kKeysFrom); }

PageRange kernel_words() {
  constexpr std::uint64_t kBytes = 32;
  if (&__rseq_offset == nullptr) return {};
  const auto begin = reinterpret_cast<std::uint64_t>(main_tcb) + static_cast<std::uint64_t>(__rseq_offset);
  return {begin, begin + kBytes};
}

}  // namespace stalemate::rt
