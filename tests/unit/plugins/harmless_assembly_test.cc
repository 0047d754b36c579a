#include "plugins/harmless_assembly.h"

#include <gtest/gtest.h>

namespace stalemate::plugins {
namespace {

TEST(HarmlessAssemblyTest, KnowsBarriersFencesHintsAndClocks) {
  for (const char* text :
       {"", "  ", "\n\t", "# nothing", "pause", "\tpause\n", "rep; nop", "rep nop", "mfence", "lfence; rdtsc",
        "pause; nop; mfence # waits\n sfence", "cpuid\n\trdtsc\n\t", "prefetcht0 %0", "prefetchnta $0",
        "lock orl $0, (%%rsp)", "lock; addl $$0,0(%rsp)", "lock addl $0, -4(%%esp)"})
    EXPECT_TRUE(is_harmless_assembly(text)) << text;
}

TEST(HarmlessAssemblyTest, TakesEverythingElseForAnAccess) {
  for (const char* text : {"movl $1, %0", "pause; movl $1, %0", "nop\n\txchgl %0, %1", "lock incq %0",
                           "lock; incq %0", "lock orl $0, (%%rdi)", "rep stosb", "rep; movsb", "syscall",
                           "pauses", "call *%0", ".byte 0xf0", "mfence, mov"})
    EXPECT_FALSE(is_harmless_assembly(text)) << text;
}

}  // namespace
}  // namespace stalemate::plugins
