// The transaction manager as a program, whose timer flushes three times.
#include "transaction_manager.h"

int main() { papers::TransactionManager<0, 3>::scenario(); }
