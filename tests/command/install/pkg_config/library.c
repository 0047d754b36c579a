// Built without Stalemate.
static int notes;
void note(void) { ++notes; }
