// A snapshot by struct assignment while one member changes. RACY: of the struct that the member is in.
#include <thread>

struct Position {
  double x, y, z;
  int samples;
};
struct Robot {
  Position measured;
  Position planned;
};

Robot robot;
Position snapshot;

int main() {
  std::thread sensor([] { robot.measured.samples = 1; });  // [sample]
#ifdef RACY
  snapshot = robot.measured;  // [copy]
#else
  snapshot = robot.planned;
#endif
  sensor.join();
}
