// The plug-in that compilations name. It loads the one made for the running LLVM, clang_plugin-VERSION.so beside it, and
// does nothing where there is none: a plug-in for another version could not be loaded, and clang would stop.
//
// It uses no function and no header of LLVM. The structure is the same in all versions since 7.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

// llvm::PassPluginLibraryInfo
struct PluginInfo {
  std::uint32_t interface_version;
  const char* name;
  const char* version;
  void (*register_passes)(void* pass_builder);
};

bool is_loaded(const char* library) {
  void* const handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
  if (handle != nullptr) dlclose(handle);
  return handle != nullptr;
}

// 0: unknown.
unsigned running_version() {
  using GetVersion = void (*)(unsigned*, unsigned*, unsigned*);
  unsigned major = 0, minor = 0, patch = 0;
  if (const auto get = reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"))) {
    get(&major, &minor, &patch);
    return major;
  }
  // It has that function since 16.
  for (unsigned version = 13; version < 16; ++version) {
    char library[32];
    std::snprintf(library, sizeof library, "libLLVM-%u.so.1", version);
    if (is_loaded(library)) return version;
  }
  return 0;
}

void load_and_register(void* pass_builder) {
  Dl_info own;
  if (dladdr(reinterpret_cast<void*>(&load_and_register), &own) == 0) return;
  const char* slash = std::strrchr(own.dli_fname, '/');
  const int folder = slash == nullptr ? 0 : static_cast<int>(slash - own.dli_fname + 1);
  char path[4096];
  const int length =
      std::snprintf(path, sizeof path, "%.*sclang_plugin-%u.so", folder, own.dli_fname, running_version());
  if (length < 0 || static_cast<unsigned>(length) >= sizeof path) return;
  void* const plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) return;
  using Register = void (*)(void*);
  if (const auto add = reinterpret_cast<Register>(dlsym(plugin, "stalemate_register_passes"))) add(pass_builder);
}

}  // namespace

// clang looks for this name.
extern "C" PluginInfo llvmGetPassPluginInfo();

PluginInfo llvmGetPassPluginInfo() { return {1, "stalemate", "1", load_and_register}; }
