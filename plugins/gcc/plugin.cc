// The plug-in for gcc: what its thread sanitizer leaves out. It has an effect only in the build of gcc whose headers it was
// compiled with.
#include "plugins/gcc/passes.h"

namespace {

void register_passes(const char* name, Before before) {
  for (opt_pass* added :
       {call_operands_pass(g, before), inline_assembly_pass(g, before), target_builtins_pass(g, before)}) {
    // No instance number: tsan is run in one of several lists of passes.
    register_pass_info where = {added, before == Before::kTsan ? "tsan" : "tsan0", 0, PASS_POS_INSERT_BEFORE};
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &where);
  }
}

}  // namespace

// Called by loader.cc.
extern "C" int stalemate_plugin_init(plugin_name_args* own, plugin_gcc_version* running) {
  if (!plugin_default_version_check(running, &gcc_version)) return 0;
  register_passes(own->base_name, Before::kTsan);
  register_passes(own->base_name, Before::kTsanWithoutOptimization);
  return 0;
}
