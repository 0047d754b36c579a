// The asynchronous processing environment as a program: processing [BUG].
#include "processing.h"

#include <cstdlib>

int main(int argc, char** argv) { papers::Processing(argc > 1 ? std::atoi(argv[1]) : 0).test(); }
