#include "runtime/awaits/workspace.h"

#include "runtime/platform/pages.h"

namespace stalemate::rt {

Workspace* workspace = nullptr;

// All of it is written before it is read.
void prepare_workspace() {
  if (workspace == nullptr) workspace = static_cast<Workspace*>(kept_pages(sizeof(Workspace)));
}

}  // namespace stalemate::rt
