// Loops that retry: a load, then a compare-and-swap of the value that it read, and the same again if that
// fails. A failure is silent (S10) if the thread comes back to the load as it left it, but for values that it
// no longer uses, or if it continues as if the load had read the value that the compare-and-swap found. Then
// nothing is lost if no other thread runs between the two, and they are one step.
#pragma once

#include "runtime/awaits/iteration.h"
#include "runtime/core/fiber.h"

namespace stalemate::rt {

// Whether a thread that has announced this load comes to such a compare-and-swap for some value, having
// looked at nothing of others in between, and its failure would be silent. Depends on what is the thread's
// own.
// `only`: its place, if that is so for every value.
bool may_retry(const HeadStep& load, int order, CallSite& only);
// The same for this value.
bool retries(const HeadStep& load, std::uint64_t value, int order, CallSite& swap);

}  // namespace stalemate::rt
