/* Compiled as C with -fexceptions: a cleanup that runs when an exception passes, without libstdc++. */
struct guard {
  void* once;
  int left;
};

void stalemate_rt_once_left(void* once);

static void leave(struct guard* guard) {
  if (guard->left) stalemate_rt_once_left(guard->once);
}

__attribute__((visibility("hidden"))) void stalemate_rt_call_once(void* once, void (*initialise)(void*),
                                                                  void* argument) {
  struct guard guard __attribute__((cleanup(leave))) = {once, 1};
  initialise(argument);
  guard.left = 0;
}
