// Where debug information is searched for.
#pragma once

#include <elfutils/libdwfl.h>

namespace stalemate::symbolize {

// Build ids below /usr/lib/debug only. dwfl_standard_find_debuginfo would query debuginfod servers.
inline const Dwfl_Callbacks kFilesOnly = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_build_id_find_debuginfo,
    .section_address = dwfl_offline_section_address,
    .debuginfo_path = nullptr,
};

}  // namespace stalemate::symbolize
