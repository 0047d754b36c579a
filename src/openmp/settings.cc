#include "openmp/settings.h"

#include <strings.h>
#include <unistd.h>
#include <cstdlib>
#include <cstring>

#include "openmp/runtime_calls.h"

namespace stalemate::omp {
namespace {

unsigned number_or(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  if (text == nullptr) return otherwise;
  const long value = std::strtol(text, nullptr, 10);
  return value > 0 ? static_cast<unsigned>(value) : otherwise;
}

bool is_true(const char* name) {
  const char* text = std::getenv(name);
  return text != nullptr && (strcasecmp(text, "true") == 0 || std::strcmp(text, "1") == 0);
}

// "dynamic,4", with "monotonic:" or "nonmonotonic:" before it.
void read_schedule(Settings& settings) {
  const char* text = std::getenv("OMP_SCHEDULE");
  if (text == nullptr) return;
  if (const char* colon = std::strchr(text, ':')) text = colon + 1;
  const char* comma = std::strchr(text, ',');
  const long chunk = comma != nullptr ? std::strtol(comma + 1, nullptr, 10) : 0;
  settings.schedule = strncasecmp(text, "dynamic", 7) == 0  ? Schedule::kDynamic
                      : strncasecmp(text, "guided", 6) == 0 ? Schedule::kGuided
                                                            : Schedule::kStatic;
  settings.chunk = chunk > 0 ? static_cast<unsigned>(chunk) : settings.schedule == Schedule::kStatic ? 0 : 1;
}

}  // namespace

unsigned processors() {
  if (stalemate_rt_controlled() != 0) return 2;
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? static_cast<unsigned>(online) : 1;
}

Settings initial_settings() {
  Settings settings;
  settings.threads = number_or("OMP_NUM_THREADS", processors());
  settings.thread_limit = static_cast<int>(number_or("OMP_THREAD_LIMIT", 0x7fffffff));
  settings.most_active_levels = number_or("OMP_MAX_ACTIVE_LEVELS", is_true("OMP_NESTED") ? 0x7fffffff : 1);
  settings.dynamic = is_true("OMP_DYNAMIC");
  settings.cancellation = is_true("OMP_CANCELLATION");
  settings.teams = number_or("OMP_NUM_TEAMS", 0);
  settings.teams_thread_limit = number_or("OMP_TEAMS_THREAD_LIMIT", 0);
  read_schedule(settings);
  return settings;
}

}  // namespace stalemate::omp
