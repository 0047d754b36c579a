// How a program comes under control before its main is entered.
#pragma once

#include "runtime/core/attach_early.h"

namespace stalemate::rt {

using Main = int (*)(int, char**, char**);
// As early as libc allows, before any code of the program runs: whether it was started to be explored. Then
// controlled_main replaces its main, which is passed to enter_by.
bool comes_under_control();
void enter_by(Main main);
int controlled_main(int argc, char** argv, char** environment);

}  // namespace stalemate::rt
