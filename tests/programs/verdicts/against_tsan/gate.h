// Lets the events of a program happen in a given order, without ordering them: gate.cc is compiled without
// instrumentation, so neither ThreadSanitizer nor Stalemate sees how.
#pragma once

void open_gate();
void await_turn(unsigned event);
void end_turn();

// The events whose access ThreadSanitizer has reported since the gate was opened.
unsigned reported_count();
unsigned reported_event(unsigned n);
