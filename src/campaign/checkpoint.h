// The file in which a campaign that ends early saves its state: versioned, sealed, and with the facts on
// which that state depends. Written to a temporary file and renamed, so that it is complete at any time. A
// file that does not fit is an error of one sentence, and is not changed. docs/checkpoints.md is for users.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/options.h"
#include "base/result.h"
#include "base/siphash.h"

namespace stalemate::host {

inline constexpr char kCheckpointFormat[] = "stalemate-checkpoint/4\n";

// What must be the same to resume a search: name and value.
using Facts = std::vector<std::pair<std::string, std::string>>;

// The options that change what is explored or found, the program with its arguments, and each file that it is
// loaded from: its path, and a hash of its contents. `modules` is the text of the channel.
Facts facts_of(const RunOptions& options, const std::string& version, const std::vector<std::string>& program,
               const std::string& modules);

// Whether the options describe a search that can have a checkpoint. An error if they contradict that.
Result<bool> may_checkpoint(const RunOptions& options);

class Checkpoint {
 public:
  // Reads the file, if there is one, and compares the facts. Its contents are trusted if it has a mark made
  // with the key, else it is refused: a forged state could do anything.
  static Result<Checkpoint> open(const std::string& path, Facts facts, const SipKey& key);

  const std::string& path() const { return path_; }
  // There is a state to resume from; valid until write() or drop().
  bool found() const { return found_; }
  ByteSource state() const { return ByteSource(std::string_view(bytes_).substr(begins_)); }
  // It has been read.
  void forget() { bytes_ = {}, found_ = false; }

  Result<void> write(const std::function<void(ByteSink&)>& save) const;
  void remove() const;

 private:
  Result<void> read();
  Result<void> compare(ByteSource& source) const;

  std::string path_;
  Facts facts_;
  SipKey key_{};
  std::string bytes_;       // without the seal
  std::size_t begins_ = 0;  // of the state, in bytes_
  bool found_ = false;
};

}  // namespace stalemate::host
