// The plug-in that compilations name. It loads the one made for the running gcc, gcc_plugin-VERSION.so beside it, and does
// nothing where there is none: a plug-in for another version could not be loaded, and gcc would stop.
//
// It uses no function and no header of gcc. The two structures are the same in all versions since 4.5.
#include <dlfcn.h>

#include <cstdio>
#include <cstring>

struct plugin_name_args {
  char* base_name;
  const char* full_name;  // the path of this file
};

struct plugin_gcc_version {
  const char* basever;  // such as 12.2.0
};

// gcc looks for these two names.
extern "C" {
int plugin_is_GPL_compatible;
int plugin_init(plugin_name_args* own, plugin_gcc_version* running);
}

int plugin_init(plugin_name_args* own, plugin_gcc_version* running) {
  const char* slash = std::strrchr(own->full_name, '/');
  const int folder = slash == nullptr ? 0 : static_cast<int>(slash - own->full_name + 1);
  char path[4096];
  const int length =
      std::snprintf(path, sizeof path, "%.*sgcc_plugin-%s.so", folder, own->full_name, running->basever);
  if (length < 0 || static_cast<unsigned>(length) >= sizeof path) return 0;
  void* plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) return 0;
  using Init = int (*)(plugin_name_args*, plugin_gcc_version*);
  const auto init = reinterpret_cast<Init>(dlsym(plugin, "stalemate_plugin_init"));
  return init == nullptr ? 0 : init(own, running);
}
