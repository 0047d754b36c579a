#include "counter.h"

void Counter::add_at_once() { value.fetch_add(1); }
void Counter::add_in_two_steps() { value.store(value.load() + 1); }
