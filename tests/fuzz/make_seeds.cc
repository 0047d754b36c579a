// fuzz_seeds CORPUS: writes the seeds that are not text: logs and saved searches of toy programs, a
// recording, a trace. Run by hand when one of these formats changes.
#include <filesystem>
#include <fstream>

#include "campaign/recording_file.h"
#include "random_reduction.h"
#include "toy_search.h"
#include "trace/event_file.h"
#include "trace/std_format.h"

using namespace stalemate;

namespace {

std::filesystem::path corpus;

void write(const std::string& target, const std::string& name, const std::string& bytes) {
  std::filesystem::create_directories(corpus / target);
  std::ofstream(corpus / target / name, std::ios::binary) << bytes;
}

std::string bytes_of(const std::vector<wire::Record>& records) {
  return {reinterpret_cast<const char*>(records.data()), records.size() * sizeof(wire::Record)};
}

void write_log(const toy::Log& log, int n) {
  for (int how = 0; how < 4; ++how)
    write("worker_log", "toy" + std::to_string(n) + "-" + std::to_string(how),
          std::string{'\0', static_cast<char>(how)} + bytes_of(log.records));
  host::Recording recording;
  recording.header = log.header;
  recording.records = log.records;
  recording.output = "hello\n";
  recording.modules = "400000 401000 0 /tmp/program\n";
  write("recording", "toy" + std::to_string(n), host::to_bytes(recording));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  corpus = argv[1];
  toy::Dice dice(7);
  for (int n = 0; n < 6; ++n) {
    const toy::Program program = toy::random_reduction(dice, toy::random_families(dice));
    write_log(toy::run(program, {}), n);
  }
  for (const auto& entry : std::filesystem::directory_iterator(corpus / "std_trace")) {
    const auto file = trace::read_event_file(entry.path().string());
    if (file) write("event_trace", entry.path().stem().string(), trace::to_bytes(*file));
  }
}
