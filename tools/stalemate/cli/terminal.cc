#include "tools/stalemate/cli/terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/new_file.h"
#include "base/printable.h"
#include "tools/stalemate/cli/progress_text.h"

namespace stalemate::tools {

namespace {

const char* environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != 0 ? value : nullptr;
}

// NO_COLOR over CLICOLOR_FORCE over the kind of terminal; --color overrides all.
bool wants_color(When asked) {
  if (asked != When::kAuto) return asked == When::kOn;
  if (environment("NO_COLOR") != nullptr) return false;
  if (environment("CLICOLOR_FORCE") != nullptr) return true;
  const char* terminal = environment("TERM");
  return isatty(1) != 0 && terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char* value = environment(name))
      return std::strstr(value, "UTF-8") != nullptr || std::strstr(value, "utf8") != nullptr;
  return false;
}

std::uint32_t width_of_terminal() {
  winsize size = {};
  if (isatty(1) != 0 && ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_col >= 60) return size.ws_col;
  if (const char* columns = environment("COLUMNS"))
    if (const int width = std::atoi(columns); width >= 60) return static_cast<std::uint32_t>(width);
  return 120;
}

}  // namespace

report::Style output_style(const RunOptions& options) {
  report::Style style;
  style.color = wants_color(options.color);
  style.unicode = speaks_utf8();
  style.width = width_of_terminal();
  return style;
}

bool print(const std::string& said, bool colors) {
  const std::string text = printable_report(said, colors);
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
    return true;
  return errno == EPIPE;  // the reader has stopped reading
}

void settle_standard_streams() {
  int fd = 0;
  do fd = open("/dev/null", O_RDWR);  // a closed one would be reused for a file of ours
  while (fd >= 0 && fd <= 2);
  if (fd > 2) close(fd);
  // If the reader is gone or the file is too large, calls fail, and we report that.
  for (const int signal : {SIGPIPE, SIGXFSZ}) {
    struct sigaction action = {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_DFL) continue;
    action.sa_handler = [](int) {};  // not SIG_IGN, which the programs that we start would inherit
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
}

bool has_enough_stack() {
  constexpr rlim_t kLeast = 256 * 1024;
  rlimit limit{};
  return getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kLeast;
}

std::string working_directory() {
  std::error_code gone;
  return std::filesystem::current_path(gone).string();
}

Result<void> deliver(const std::string& path, const std::string& text) {
  if (path == "-") {
    if (print(text)) return {};
    return fail(Code::kIo, "standard output cannot be written");
  }
  // Written in place only if it cannot be replaced: a device, a pipe, a link, a file in others' directory.
  struct stat before = {};
  if (lstat(path.c_str(), &before) != 0 || S_ISREG(before.st_mode)) {
    if (write_new_file(path, text)) return {};
    if (errno != EACCES && errno != EPERM && errno != ENAMETOOLONG)
      return fail(Code::kIo, "the file " + path + " cannot be written", "choose another path");
  }
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) return fail(Code::kIo, "the file " + path + " cannot be written", "choose another path");
  return {};
}

Result<void> check_writable(const std::string& path) {
  if (path.empty() || path == "-") return {};
  std::ofstream file(path, std::ios::binary | std::ios::app);
  if (!file) return fail(Code::kIo, "the file " + path + " cannot be written", "choose another path");
  return {};
}

ProgressLine::ProgressLine(const RunOptions& options) : strategy_(options.strategy) {
  const bool terminal = isatty(2) != 0;
  wanted_ =
      !options.quiet && (options.progress == When::kOn || (options.progress == When::kAuto && terminal));
  repaint_ = terminal;
}

void ProgressLine::show(const host::Progress& progress) {
  constexpr double kPlainInterval = 30;  // seconds between lines if a line cannot be repainted
  if (!wanted_ || progress.seconds < 0.5) return;
  if (!repaint_ && told_at_ != 0 && progress.seconds - told_at_ < kPlainInterval) return;
  told_at_ = progress.seconds;
  shown_ = true;
  std::fprintf(stderr, "%s%s%s", repaint_ ? "\r\033[K" : "", progress_text(progress, strategy_).c_str(),
               repaint_ ? "" : "\n");
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (shown_ && repaint_) std::fputs("\r\033[K", stderr);
}

}  // namespace stalemate::tools
