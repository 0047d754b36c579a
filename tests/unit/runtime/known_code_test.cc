#include "runtime/uninstrumented/analysis/known_code.h"

#include <gtest/gtest.h>

namespace stalemate::rt {
namespace {

TEST(KnownCode, IsNotTheProgramsOwn) {
  for (const char* name :
       {"_start", "__do_global_dtors_aux", "_ZThn8_N4Both3twoEi", "__ubsan_handle_add_overflow",
        "_ZN7testing16AssertionSuccessEv", "_ZNK5Catch9AssertionEv"})
    EXPECT_TRUE(is_known_function(name)) << name;
  for (const char* name :
       {"count", "_started", "start", "_ZN4mine7testingEv", "_ZNSt6vectorIiSaIiEE9push_backERKi"})
    EXPECT_FALSE(is_known_function(name)) << name;
}

TEST(KnownCode, KnowsFunctionsWithModels) {
  for (const char* name :
       {"_ZNSolsEi", "_ZNKSi6gcountEv", "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
        "_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE8overflowEi", "_ZNSt6localeC1ERKS_",
        "_ZNKSt10filesystem7__cxx114path9root_nameEv", "_ZSt8to_charsPcS_d", "_ZSt11_Hash_bytesPKvmm",
        "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEElsEi",
        "_ZNKSt3__14__fs10filesystem4path17__root_directoryEv",
        "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l"})
    EXPECT_TRUE(is_modelled_function(name)) << name;
  for (const char* name :
       {"_ZNSt8ios_base4InitC1Ev", "_ZNSt3__18ios_base4InitC1Ev", "_ZNSt3__16thread4joinEv",
        "_ZNSt6thread4joinEv", "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm",
        "_ZNSt8__detail15_List_node_base7_M_hookEPS0_", "_ZN4mine6localeEv"})
    EXPECT_FALSE(is_modelled_function(name)) << name;
}

TEST(KnownCode, KnowsMovedParts) {
  EXPECT_TRUE(is_moved_part("_ZN4mine4workEv.cold"));
  EXPECT_TRUE(is_moved_part("work.cold.12"));
  EXPECT_FALSE(is_moved_part("work.part.0"));
}

}  // namespace
}  // namespace stalemate::rt
