// Two elevators serve the calls on the floors of a house ("Elevator1" to "Elevator3").
//
// Each floor has a lock around its calls, and an elevator takes what it finds on the floor that it passes.
// Which elevator finds a call depends on the schedule: the reads of up and down can see other writes. An
// elevator's own floor and load are read by itself only.
#include <cassert>
#include <mutex>
#include <thread>

#ifndef SCALE
#define SCALE 1
#endif

namespace {

constexpr int kFloors = 4, kElevators = 2;

struct Floor {
  std::mutex mutex;
  int up = 0, down = 0;  // people who wait
};

Floor floors[kFloors];

struct Elevator {
  int floor = 0, load = 0, carried = 0;

  void stop(bool upwards) {
    Floor& here = floors[floor];
    std::lock_guard<std::mutex> lock(here.mutex);
    int& waiting = upwards ? here.up : here.down;
    if (waiting > 0) {
      load += waiting;
      waiting = 0;
    }
  }

  void empty() {
    carried += load;
    load = 0;
  }

  void run() {
    for (int round = 0; round < SCALE; ++round) {
      for (floor = 0; floor < kFloors - 1; ++floor) stop(true);
      empty();
      for (floor = kFloors - 1; floor > 0; --floor) stop(false);
      empty();
    }
  }
};

Elevator elevators[kElevators];

void call(int floor, bool upwards, int people) {
  std::lock_guard<std::mutex> lock(floors[floor].mutex);
  (upwards ? floors[floor].up : floors[floor].down) += people;
}

void people() {
  for (int round = 0; round < SCALE; ++round) {
    call(1, true, 2);
    call(3, false, 1);
    call(0, true, 3);
  }
}

}  // namespace

int main() {
  call(2, true, 1);
  call(2, false, 2);
  std::thread callers(people);
  std::thread running[kElevators];
  for (int each = 0; each < kElevators; ++each) running[each] = std::thread(&Elevator::run, &elevators[each]);
  callers.join();
  for (std::thread& each : running) each.join();
  int total = elevators[0].carried + elevators[1].carried;
  for (Floor& floor : floors) total += floor.up + floor.down;
  assert(total == 3 + 6 * SCALE);
}
