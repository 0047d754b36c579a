#include <cassert>
#include <thread>
#include "farbot/RealtimeObject.hpp"
struct P {
  int a = 0, b = 0;
};
int main() {
  farbot::RealtimeObject<P, farbot::RealtimeObjectOptions::nonRealtimeMutatable> o;
  std::thread rt([&] {
    for (int i = 0; i < 2; i++) {
      farbot::RealtimeObject<P, farbot::RealtimeObjectOptions::nonRealtimeMutatable>::ScopedAccess<
          farbot::ThreadType::realtime>
          p(o);
      assert(p->a == p->b);
    }
  });
  {
    farbot::RealtimeObject<P, farbot::RealtimeObjectOptions::nonRealtimeMutatable>::ScopedAccess<
        farbot::ThreadType::nonRealtime>
        p(o);
    p->a = 1;
    p->b = 1;
  }
  rt.join();
}
