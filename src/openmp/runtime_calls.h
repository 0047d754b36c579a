// The runtime's functions for this directory. Each does nothing, and reports that, outside an exploration.
#pragma once

extern "C" {
int stalemate_rt_controlled();             // 1 inside an execution that is explored
unsigned stalemate_rt_choose(unsigned n);  // 0 to n - 1, every value explored
// A lock that is named by a word. 0: not under control, nothing was done; 1: done. Trying returns -1 if it is
// held.
int stalemate_rt_lock(int* word);
int stalemate_rt_try_lock(int* word);
int stalemate_rt_unlock(int* word);
// More tasks were ready than are begun in every order.
void stalemate_rt_untried_order();
}
