// Other functions of libstdc++: hash tables, memory resources.
#include "runtime/cxx/library/libstdcxx_other_models.h"

using namespace stalemate::rt;

// clang-format off
STALEMATE_LIBRARY_CALL(_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm, kNextBuckets)
STALEMATE_LIBRARY_CALL(_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm, kNeedRehash)
STALEMATE_LIBRARY_CALL(_ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm, kWritesAt<8, 56>)
STALEMATE_LIBRARY_CALL(_ZNSt3pmr25monotonic_buffer_resource18_M_release_buffersEv, kWritesAt<8, 56>)
STALEMATE_LIBRARY_CALL(_ZNSt3pmr25monotonic_buffer_resourceD1Ev, kWritesAt<8, 56>)
STALEMATE_LIBRARY_CALL(_ZNSt3pmr25monotonic_buffer_resourceD2Ev, kWritesAt<8, 56>)
STALEMATE_LIBRARY_CALL(_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm, kWritesAt<8, 48>)
STALEMATE_LIBRARY_CALL(_ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm, kWritesAt<8, 48>)
STALEMATE_LIBRARY_CALL(_ZNSt3pmr28unsynchronized_pool_resource7releaseEv, kWritesAt<8, 48>)
STALEMATE_LIBRARY_CALL(_ZNSt3pmr28unsynchronized_pool_resourceC1ERKNS_12pool_optionsEPNS_15memory_resourceE, kWritesAt<8, 48>)
STALEMATE_LIBRARY_CALL(_ZNSt3pmr28unsynchronized_pool_resourceC2ERKNS_12pool_optionsEPNS_15memory_resourceE, kWritesAt<8, 48>)
STALEMATE_LIBRARY_CALL(_ZNSt3pmr28unsynchronized_pool_resourceD1Ev, kWritesAt<8, 48>)
STALEMATE_LIBRARY_CALL(_ZNSt3pmr28unsynchronized_pool_resourceD2Ev, kWritesAt<8, 48>)
STALEMATE_LIBRARY_CALL(_ZSt11_Hash_bytesPKvmm, kReadsText)
STALEMATE_LIBRARY_CALL(_ZSt15_Fnv_hash_bytesPKvmm, kReadsText)
