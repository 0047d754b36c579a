// The transaction manager of the first paper: what its bugs are, and why they need so many preemptions, is
// said in the header.
//
// BUG=1, 2: assertion, least preemptions 2. BUG=3: assertion, least preemptions 3.
#include "../../../bench/papers/transaction_manager.h"

#ifndef BUG
#define BUG 0
#endif

int main() { papers::TransactionManager<BUG>::scenario(); }
