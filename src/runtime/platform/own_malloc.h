// Whether malloc is the program's own: then its heap is not ours.
#pragma once

namespace stalemate::rt {

bool program_has_own_malloc();

}  // namespace stalemate::rt
