// The shared-memory channels as a program: channels [BUG [BUFFERS OF EACH WRITER]].
#include "channels.h"

#include <cstdlib>

int main(int argc, char** argv) {
  papers::ChannelsTest(argc > 1 ? std::atoi(argv[1]) : 0, argc > 2 ? std::atoi(argv[2]) : 2).run();
}
