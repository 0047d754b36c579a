// Linked into the subject, compiled by gcc whatever compiles the rest.
int other_part(int value) { return value * 3 + 1; }
