// Events that detached tasks wait for. A handle is the address of its task.
#include <cstdint>

#include "openmp/entry.h"
#include "openmp/tasks.h"

STALEMATE_OPENMP void omp_fulfill_event(std::uintptr_t handle) {
  stalemate::omp::fulfill(*reinterpret_cast<stalemate::omp::Task*>(handle));
}
