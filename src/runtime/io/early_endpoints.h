// Descriptors that the program made before it came under control, in an initialiser of a global or before
// explore(): pipes, pairs of sockets, eventfds, epolls. The server and every session have the same open
// files: what one of them writes others would read, and an end that one of them closes stays open. Each
// session therefore replaces them by new ones, with the same contents, flags and numbers.
//
// One that cannot be replaced is examined when it is used, like an inherited descriptor.
#pragma once

namespace stalemate::rt {

// Once, in the server: children that the program has started by now may have them open, too. Those are kept.
void share_early_endpoints();
// Once in each session, before its first execution.
void replace_early_endpoints();
// Whether only this session has it open: a further copy of it would keep its other end from seeing its close.
bool is_own_endpoint(int fd);

}  // namespace stalemate::rt
