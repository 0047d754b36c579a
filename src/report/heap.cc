#include "report/heap.h"

#include <algorithm>

#include "report/layout_text.h"
#include "report/location.h"

namespace stalemate::report {
namespace {

const std::string& path(const trace::Execution& execution, std::uint32_t thread) {
  return execution.threads[thread].path;
}

std::string size_of_block(std::uint32_t bytes, std::uint32_t or_more) {
  return counted(bytes, "byte") + (bytes == or_more ? " or more" : "");
}

std::string size_of(const trace::Block& block) { return size_of_block(block.bytes, wire::kBlockBytes); }

// "8 bytes into", to be followed by a block.
std::string position(const trace::Block& block, std::uint64_t address) {
  if (address == block.address) return "at the start of";
  if (address < block.address) return counted(block.address - address, "byte") + " before the start of";
  const std::uint64_t end = block.address + block.bytes;
  if (address < end) return counted(address - block.address, "byte") + " into";
  return address == end ? "directly after the end of" : counted(address - end, "byte") + " after the end of";
}

Location with_role(Location location, const char* role) {
  location.role = role;
  return location;
}

Location location_of(const trace::Execution& execution, const ObjectNames& names,
                     const trace::BlockEvent& event, const char* role) {
  return with_role(location_at(names, path(execution, event.thread), event.stack), role);
}

// The access to the freed block that is unordered with the free.
std::optional<trace::Access> earlier_access(const trace::Execution& execution, const trace::Block& block) {
  if (block.ended || !trace::frees(execution, block)) return std::nullopt;
  return trace::access_before_free(execution, *execution.fault);
}

}  // namespace

std::string place_in_block(const trace::Execution& execution, const ObjectNames& names, std::uint64_t address,
                           std::size_t by) {
  const trace::Block* block = trace::find_block(execution, address, by);
  if (block == nullptr) return {};
  const symbolize::Frame frame = names.best_frame(block->begun.stack);
  const std::string place = short_place(frame.file, frame.line);
  std::string out = position(*block, address) + " the " + grouped(block->bytes) + "-byte block allocated";
  out += (place.empty() ? "" : " at " + place) + " (" + path(execution, block->begun.thread);
  return out + (frame.function.empty() ? ")" : " in " + frame.function + ")");
}

void describe_fault(const trace::Execution& execution, const ObjectNames& names, Finding& finding) {
  const trace::Block* block = trace::block_of_fault(execution);
  if (block == nullptr || finding.locations.empty()) return;
  finding.variable = place_in_block(execution, names, execution.fault->address);
  finding.locations[0].role = trace::frees(execution, *block) ? "free" : "access";
  if (const auto earlier = earlier_access(execution, *block))
    finding.locations.push_back(
        with_role(location_at(names, path(execution, earlier->thread), earlier->stack), "access"));
  if (block->ended) finding.locations.push_back(location_of(execution, names, *block->ended, "free"));
  finding.locations.push_back(location_of(execution, names, block->begun, "allocation"));
}

std::vector<Mark> marks_of_fault(const trace::Execution& execution) {
  std::vector<Mark> marks;
  const trace::Block* block = trace::block_of_fault(execution);
  if (block == nullptr) return marks;
  marks.push_back(
      {block->begun.after, block->begun.thread, "allocates " + size_of(*block), block->begun.stack, true});
  if (const auto earlier = earlier_access(execution, *block))
    marks.push_back({earlier->after, earlier->thread,
                     std::string(earlier->writes ? "writes" : "uses") + " the block", earlier->stack});
  if (block->ended)
    marks.push_back(
        {block->ended->after, block->ended->thread, "frees the block", block->ended->stack, true});
  return marks;
}

void describe_leak(const trace::Execution& execution, const ObjectNames& names, const trace::Leak& leak,
                   Finding& finding) {
  const trace::Block* block = trace::block_of(execution, leak);
  const trace::CallStack& stack = block != nullptr ? block->begun.stack : leak.stack;
  finding.kind = "leak";
  finding.message = size_of_block(leak.bytes, ~0u) + (leak.bytes == 1 ? " is" : " are") +
                    " lost: nothing leads to " + (leak.bytes == 1 ? "it" : "them") + " any more";
  if (leak.beyond != 0) finding.message += ", nor to " + counted(leak.beyond, "byte") + " beyond";
  finding.locations = {with_role(location_at(names, path(execution, leak.thread), stack), "allocation")};
}

std::vector<Mark> marks_of_leak(const trace::Execution& execution, const trace::Leak& leak) {
  const trace::Block* block = trace::block_of(execution, leak);
  if (block == nullptr) return {};
  return {{block->begun.after, block->begun.thread,
           "allocates " + size_of(*block) + (block->bytes == 1 ? ", which is lost" : ", which are lost"),
           block->begun.stack}};
}

}  // namespace stalemate::report
