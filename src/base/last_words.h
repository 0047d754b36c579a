// What a process still has to do when one of our checks fails: the command writes its findings so far.
#pragma once

namespace stalemate {

// Called once, after the message and before the process exits; nullptr: nothing. Must not rely on what may be
// broken.
void set_last_words(void (*speak)());

}  // namespace stalemate
