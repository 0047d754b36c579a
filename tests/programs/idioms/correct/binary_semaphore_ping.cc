// main and a thread hand over to each other with two binary semaphores.
#include <iostream>
#include <semaphore>
#include <thread>

std::binary_semaphore smphSignalMainToThread{0}, smphSignalThreadToMain{0};
static int stage = 0;

static void ThreadProc() {
  smphSignalMainToThread.acquire();
  std::cout << "[thread] Got the signal\n";
  if (stage == 1) stage = 2;
  smphSignalThreadToMain.release();
}

int main() {
  std::thread thrWorker(ThreadProc);
  std::cout << "[main] Send the signal\n";
  stage = 1;
  smphSignalMainToThread.release();
  smphSignalThreadToMain.acquire();
  std::cout << "[main] Got the signal\n";
  thrWorker.join();
  return stage == 2 ? 0 : 1;
}
