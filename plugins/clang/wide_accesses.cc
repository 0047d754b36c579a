#include "plugins/clang/wide_accesses.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

namespace {

// Null as pointer: it is announced.
struct Access {
  llvm::Instruction* instruction;
  llvm::Value* pointer;
  std::uint64_t bytes;
  bool write;
};

bool is_own(const llvm::Value* pointer) {
  const llvm::Value* const object = llvm::getUnderlyingObject(pointer);
  return llvm::isa<llvm::AllocaInst>(object) && !llvm::PointerMayBeCaptured(object, true, true);
}

// The sanitizer has hooks for these.
bool is_checked_size(std::uint64_t bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

std::uint64_t bytes_of(llvm::Type* type, const llvm::DataLayout& layout) {
  const llvm::TypeSize size = layout.getTypeStoreSize(type);
  return size.isScalable() ? 0 : size.getFixedValue();
}

bool begins(llvm::StringRef name, llvm::StringRef with) { return name.substr(0, with.size()) == with; }

class Search {
 public:
  explicit Search(const llvm::DataLayout& layout) : layout_(layout) {}

  void look_at(llvm::Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      look_at_plain(*load, load->getPointerOperand(), load->getType(), false);
    else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      look_at_plain(*store, store->getPointerOperand(), store->getValueOperand()->getType(), true);
    else if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
      look_at_intrinsic(*call);
  }

  llvm::SmallVector<Access, 8> found;

 private:
  template <class Plain>
  void look_at_plain(Plain& access, llvm::Value* pointer, llvm::Type* type, bool write) {
    const std::uint64_t bytes = bytes_of(type, layout_);
    if (access.isAtomic() || bytes == 0 || is_checked_size(bytes) || is_own(pointer)) return;
    const bool usual = !access.isVolatile() && pointer->getType()->getPointerAddressSpace() == 0;
    found.push_back({&access, usual ? pointer : nullptr, bytes, write});
  }

  void look_at_intrinsic(llvm::IntrinsicInst& call) {
    switch (call.getIntrinsicID()) {
      case llvm::Intrinsic::masked_load:
      case llvm::Intrinsic::masked_expandload:
        if (!is_own(call.getArgOperand(0))) announce(call);
        return;
      case llvm::Intrinsic::masked_store:
      case llvm::Intrinsic::masked_compressstore:
        if (!is_own(call.getArgOperand(1))) announce(call);
        return;
      case llvm::Intrinsic::masked_gather:
      case llvm::Intrinsic::masked_scatter: return announce(call);
      default: break;
    }
    const llvm::StringRef name = call.getCalledFunction()->getName();
    if (begins(name, "llvm.x86.")) look_at_processors(call, name.substr(9));
  }

  void look_at_processors(llvm::IntrinsicInst& call, llvm::StringRef name) {
    for (const char* harmless : {"clflush", "sse2.clflush", "clwb", "cldemote", "sse3.monitor", "monitorx", "umonitor"})
      if (begins(name, harmless)) return;
    for (llvm::Use& argument : call.args()) {
      if (!argument->getType()->isPointerTy() || is_own(argument.get())) continue;
      if (name == "sse.stmxcsr") return check(call, argument.get(), 4, true);
      if (name == "sse.ldmxcsr") return check(call, argument.get(), 4, false);
      if (name == "sse3.ldu.dq" || name == "avx.ldu.dq.256")
        return check(call, argument.get(), bytes_of(call.getType(), layout_), false);
      return announce(call);
    }
  }

  void check(llvm::Instruction& instruction, llvm::Value* pointer, std::uint64_t bytes, bool write) {
    found.push_back({&instruction, pointer, bytes, write});
  }
  void announce(llvm::Instruction& instruction) { found.push_back({&instruction, nullptr, 0, false}); }

  const llvm::DataLayout& layout_;
};

}  // namespace

llvm::PreservedAnalyses CheckWideAccesses::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  Search search(module.getDataLayout());
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) search.look_at(instruction);
  }
  if (search.found.empty()) return llvm::PreservedAnalyses::all();
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* const nothing = llvm::Type::getVoidTy(context);
  llvm::Type* const size = llvm::Type::getInt64Ty(context);
  llvm::Type* const address = llvm::PointerType::getUnqual(llvm::Type::getInt8Ty(context));
  for (const Access& access : search.found) {
    llvm::IRBuilder<> builder(access.instruction);
    if (access.pointer == nullptr) {
      builder.CreateCall(module.getOrInsertFunction("stalemate_assembly", nothing))->setDoesNotThrow();
      continue;
    }
    const llvm::FunctionCallee hook = module.getOrInsertFunction(
        access.write ? "__tsan_write_range" : "__tsan_read_range", nothing, address, size);
    llvm::Value* const pointer = builder.CreatePointerCast(access.pointer, address);
    builder.CreateCall(hook, {pointer, llvm::ConstantInt::get(size, access.bytes)})->setDoesNotThrow();
  }
  return llvm::PreservedAnalyses::none();
}
