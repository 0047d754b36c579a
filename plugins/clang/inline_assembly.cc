// A plug-in for clang that announces inline assembly: where it may access memory that threads share, a call of
// `stalemate_assembly` comes before it. Functions that are not to be sanitized stay as they are.
//
// It has an effect only in the version of LLVM whose headers it was compiled with.
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

#include "plugins/clang/wide_accesses.h"
#include "plugins/harmless_assembly.h"

namespace {

// The hooks of the sanitizer are harmless: they only look at it.
bool keeps_address(const llvm::Use& use) {
  const llvm::User* const user = use.getUser();
  if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::DbgInfoIntrinsic>(user)) return true;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) return store->getValueOperand() != use.get();
  const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
  if (call == nullptr) return false;
  if (call->isInlineAsm() || call->isLifetimeStartOrEnd()) return true;
  const llvm::Function* const called = call->getCalledFunction();
  return called != nullptr && called->getName().substr(0, 7) == "__tsan_";
}

// A local variable whose address nothing else gets.
bool is_own(const llvm::Value* pointer) {
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
  if (local == nullptr) return false;
  llvm::SmallVector<const llvm::Value*, 8> left = {local};
  while (!left.empty()) {
    const llvm::Value* const value = left.pop_back_val();
    for (const llvm::Use& use : value->uses()) {
      const llvm::User* const user = use.getUser();
      if (llvm::isa<llvm::GetElementPtrInst>(user) || llvm::isa<llvm::BitCastInst>(user))
        left.push_back(user);
      else if (!keeps_address(use))
        return false;
    }
  }
  return true;
}

bool may_access_shared(const llvm::CallBase& call) {
  const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  const std::string& text = assembly->getAsmString();
  if (stalemate::plugins::is_harmless_assembly({text.data(), text.size()})) return false;
  if (llvm::StringRef(assembly->getConstraintString()).contains("~{memory}")) return true;
  for (const llvm::Use& argument : call.args())
    if (argument->getType()->isPointerTy() && !is_own(argument.get())) return true;
  return false;
}

class AnnounceAssembly : public llvm::PassInfoMixin<AnnounceAssembly> {
 public:
  // Of functions that are not to be optimized, too.
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::SmallVector<llvm::CallBase*, 8> found;
    for (llvm::Function& function : module) {
      if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) continue;
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call != nullptr && call->isInlineAsm() && may_access_shared(*call)) found.push_back(call);
      }
    }
    if (found.empty()) return llvm::PreservedAnalyses::all();
    const llvm::FunctionCallee hook =
        module.getOrInsertFunction("stalemate_assembly", llvm::Type::getVoidTy(module.getContext()));
    for (llvm::CallBase* call : found) llvm::IRBuilder<>(call).CreateCall(hook)->setDoesNotThrow();
    return llvm::PreservedAnalyses::none();
  }
};

}  // namespace

// Called by loader.cc.
extern "C" void stalemate_register_passes(llvm::PassBuilder* builder);

void stalemate_register_passes(llvm::PassBuilder* builder) {
  builder->registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& passes, auto...) {
        passes.addPass(AnnounceAssembly());
        passes.addPass(CheckWideAccesses());
      });
}
