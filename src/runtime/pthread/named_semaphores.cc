// sem_open and related calls. A named semaphore lives only in this process and this execution: every
// execution begins without any. Names are shared between threads, so each of these calls is a step.
#include <fcntl.h>
#include <semaphore.h>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstring>

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/platform/pages.h"
#include "runtime/pthread/process_shared.h"
#include "runtime/scheduler/arguments.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/sync_object.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

struct Named {
  sem_t semaphore;
  std::uint32_t opened;  // how often, minus how often closed
  bool linked;           // found by its name
  char name[NAME_MAX + 1];
};

constexpr std::uint32_t kMostNames = 4096;
Named* table = nullptr;
std::uint32_t used = 0;
std::uint32_t epoch = 0;

void begin() {
  if (table == nullptr) table = static_cast<Named*>(pages(sizeof(Named) * kMostNames));
  if (epoch == object_epoch()) return;
  epoch = object_epoch();
  used = 0;
}

void step(std::uintptr_t pc) {
  begin();
  announce(OpKind::kSemOpen, reinterpret_cast<std::uint64_t>(table), pc);
  pass_enabled();
  log_opaque();
  meet_clock(object_at(table)->clock);
}

// As in libc: one leading slash is ignored, another one is not allowed.
const char* bare(const char* name) {
  while (*name == '/') ++name;
  return name;
}

bool is_valid_name(const char* name) {
  const char* text = bare(name);
  return *text != 0 && std::strchr(text, '/') == nullptr;
}

Named* find(const char* name) {
  for (std::uint32_t i = 0; i < used; ++i)
    if (table[i].linked && std::strcmp(table[i].name, bare(name)) == 0) return &table[i];
  return nullptr;
}

Named* find(const sem_t* semaphore) {
  for (std::uint32_t i = 0; i < used; ++i)
    if (&table[i].semaphore == semaphore && table[i].opened != 0) return &table[i];
  return nullptr;
}

sem_t* refuse(int error) {
  errno = error;
  return SEM_FAILED;
}

sem_t* make(const char* name, unsigned value) {
  if (value > SEM_VALUE_MAX) return refuse(EINVAL);
  if (used == kMostNames) return refuse(EMFILE);
  Named& fresh = table[used++];
  real().sem_init(&fresh.semaphore, 0, value);
  forget_object(&fresh.semaphore);
  fresh.opened = 1;
  fresh.linked = true;
  std::strcpy(fresh.name, bare(name));
  return &fresh.semaphore;
}

}  // namespace

namespace stalemate::rt {

bool is_named(const sem_t* semaphore) {
  const auto address = reinterpret_cast<std::uintptr_t>(semaphore),
             begin = reinterpret_cast<std::uintptr_t>(table);
  return table != nullptr && address - begin < sizeof(Named) * kMostNames;
}

}  // namespace stalemate::rt

STALEMATE_INTERPOSED sem_t* sem_open(const char* name, int flags, ...) noexcept {
  reads_text(name, STALEMATE_CALLER);
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  const unsigned value = (flags & O_CREAT) != 0 ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  if (!g.active) return real().sem_open(name, flags, mode, value);
  if (!is_valid_name(name)) return refuse(EINVAL);
  if (std::strlen(bare(name)) > NAME_MAX - 4) return refuse(ENAMETOOLONG);  // "sem." goes before it
  step(STALEMATE_CALLER);
  Named* known = find(name);
  if (known == nullptr) return (flags & O_CREAT) != 0 ? make(name, value) : refuse(ENOENT);
  if ((flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) return refuse(EEXIST);
  ++known->opened;
  return &known->semaphore;
}

STALEMATE_INTERPOSED int sem_close(sem_t* semaphore) noexcept {
  if (!g.active) return real().sem_close(semaphore);
  step(STALEMATE_CALLER);
  Named* known = find(semaphore);
  if (known != nullptr) {
    --known->opened;
    return 0;
  }
  errno = EINVAL;
  return -1;
}

STALEMATE_INTERPOSED int sem_unlink(const char* name) noexcept {
  reads_text(name, STALEMATE_CALLER);
  if (!g.active) return real().sem_unlink(name);
  step(STALEMATE_CALLER);
  Named* known = is_valid_name(name) ? find(name) : nullptr;
  if (known != nullptr) {
    known->linked = false;
    return 0;
  }
  errno = ENOENT;
  return -1;
}
