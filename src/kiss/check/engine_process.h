// One kiss-engine: started, given orders, asked for its reports, ended with this object. Not thread safe.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "kiss/check/check_result.h"
#include "kiss/engine/wire.h"

namespace stalemate::kiss {

class EngineProcess {
 public:
  static Result<std::unique_ptr<EngineProcess>> start(const std::string& engine, const Compiled& program,
                                                      const Bounds& bounds, const Resources& resources);
  ~EngineProcess();
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  engine::Channel& channel() { return *channel_; }
  int reports() const { return reports_; }  // to poll
  // Carries out the order in the channel. False: it is dead.
  bool order();
  // Waits for the next report. Empty: it died.
  std::optional<engine::Report> report();
  // How it died, and on which path.
  Error obituary();

 private:
  EngineProcess() = default;

  engine::Channel* channel_ = nullptr;
  pid_t process_ = -1;
  int orders_ = -1, reports_ = -1;
};

}  // namespace stalemate::kiss
