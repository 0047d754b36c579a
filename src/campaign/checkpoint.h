// The file in which a campaign that ends early keeps its state: versioned, sealed, and with the facts on
// which that state rests. Written beside its place and moved there, so that it is whole at any time. A file
// that does not fit is an error of one sentence, and is left as it is. docs/checkpoints.md is for users.
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

inline constexpr char kCheckpointFormat[] = "stalemate-checkpoint/3\n";

// What must be the same for a search to go on: name and value.
using Facts = std::vector<std::pair<std::string, std::string>>;

// The options that change what is explored or found, the program with its arguments, and each file that it is
// loaded from: where, and a hash of what is in it. `modules` is the text of the channel.
Facts facts_of(const RunOptions& options, const std::string& version, const std::vector<std::string>& program,
               const std::string& modules);

// Whether the options ask for a search that can have a checkpoint. An error where they say themselves that it
// cannot.
Result<bool> may_checkpoint(const RunOptions& options);

class Checkpoint {
 public:
  // Reads the file, if there is one, and compares the facts. What it contains is trusted where it carries a
  // mark made with the key, else it is refused: a state that is made up could do anything.
  static Result<Checkpoint> open(const std::string& path, Facts facts, const SipKey& key);

  const std::string& path() const { return path_; }
  // There is a state to go on from; valid until write() or drop().
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
