#include "campaign/recording_file.h"

#include <gtest/gtest.h>

namespace stalemate::host {
namespace {

Recording sample() {
  Recording recording;
  recording.header.threads = 2;
  recording.header.outcome = wire::Outcome::kAssertion;
  recording.records = {{wire::RecordKind::kStep, OpKind::kLock, 1, 0, 7}};
  recording.header.records = 1;
  recording.text = "x == 1";
  recording.output = "printed";
  recording.modules = "400000 500000 0 /bin/x\n";
  recording.image_base = 0x400000;
  recording.promoted = {0x400010};
  recording.private_atomics = true;
  recording.shared = {0x480000, 0x480004};
  return recording;
}

TEST(RecordingFile, ReadsBackWhatItWrote) {
  const auto read = parse_recording(to_bytes(sample()));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->header.outcome, wire::Outcome::kAssertion);
  ASSERT_EQ(read->records.size(), 1u);
  EXPECT_EQ(read->records[0].object, 7u);
  EXPECT_EQ(read->text, "x == 1");
  EXPECT_EQ(read->output, "printed");
  EXPECT_EQ(read->modules, "400000 500000 0 /bin/x\n");
  EXPECT_EQ(read->image_base, 0x400000u);
  EXPECT_EQ(read->promoted, sample().promoted);
  EXPECT_TRUE(read->private_atomics);
  EXPECT_EQ(read->shared, sample().shared);
}

TEST(RecordingFile, RefusesEveryShorterFile) {
  const std::string bytes = to_bytes(sample());
  for (std::size_t n = 0; n < bytes.size(); ++n)
    EXPECT_FALSE(parse_recording(std::string_view(bytes).substr(0, n)).has_value()) << n;
}

TEST(RecordingFile, RefusesSizesBeyondTheFileAndRecordsOfNoThread) {
  std::string bytes = to_bytes(sample());
  bytes[15] = 0x10;  // 2^60 records: their size in bytes overflows
  EXPECT_FALSE(parse_recording(bytes).has_value());
  Recording recording = sample();
  recording.records[0].thread = 9;
  EXPECT_FALSE(parse_recording(to_bytes(recording)).has_value());
}

}  // namespace
}  // namespace stalemate::host
