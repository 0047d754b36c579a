// The transaction manager of the first paper (Table 2, Figure 4), written anew: transactions in flight are in
// a hash table with a lock for each bucket; a client creates, deletes and commits them; a timer flushes those
// that have timed out. The table is only locked to look something up or to change it: whoever claims a
// transaction first, client or timer, ends it. Each ends once, is aborted only when its time is up, and a
// client that does not find its transaction any more can tell by the journal that it was aborted.
//
// kRounds: how often the timer flushes. Client and timer wait for nothing but the locks of buckets.
//
// Bug 1: the timer writes the journal after it has unlocked the bucket: the client finds neither the
//   transaction nor what became of it. Least preemptions 2.
//   2 are enough: the client creates and is preempted [P1]; the timer takes the transaction out of the table,
//   unlocks and is preempted [P2]; the client finds nothing in the table, nothing in the journal.
//   1 is not: the client has created before the timer stands in its window, and runs while it stands there.
//   So both have lost the processor unfinished, in this order. The timer can run on there: a preemption. So
//   can the client, unless it waits for a lock that the timer has, who then was preempted in possession of
//   it, before or in this turn, and has to be preempted once more to stand in its window, where it has none.
// Bug 2: the timer notes which transactions have timed out, and ends them after it has unlocked the bucket,
//   without a claim: one ends twice. Least preemptions 2.
//   2 are enough: the client creates and is preempted [P1]; the timer notes, unlocks and is preempted [P2];
//   the client commits; the timer aborts. 1 is not, as above.
// Bug 3: the timer notes which have timed out, unlocks, and claims properly what it finds by their numbers
//   when it comes back, but does not ask again for the time: another one of the same number is aborted before
//   its time. Least preemptions 3.
//   3 are enough: the client creates and is preempted [P1]; the timer notes and is preempted [P2]; the client
//   deletes and creates anew, with a new deadline, and is preempted before it commits [P3].
//   2 are not: the client creates twice, the timer notes in between, the client goes on, and the timer claims
//   before the client does: three times somebody loses the processor unfinished. At none of them he waits for
//   a lock that the other has, for neither stands in a critical section: what each has to do next there, or
//   has done before, needs the lock of the same bucket. A turn that ends inside one is an extra turn.
#pragma once

#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

namespace papers {

template <int kBug, int kRounds = 1>
class TransactionManager {
 public:
  static void scenario() {
    TransactionManager manager;
    std::thread client([&manager] { manager.use(); });
    std::thread timer([&manager] {
      for (int n = 0; n < kRounds; ++n) manager.flush_all();
    });
    client.join();
    timer.join();
    for (const Bucket& bucket : manager.buckets_) assert(bucket.first == nullptr);
  }

 private:
  static constexpr int kBuckets = 2, kIds = 2, kLifetime = 1;

  enum Outcome { kNone, kCommitted, kDeleted, kAborted };

  struct Transaction {
    int id;
    int deadline;
    bool claimed = false;
    Transaction* next = nullptr;
  };

  struct Bucket {
    std::mutex mutex;
    Transaction* first = nullptr;
  };

  // ---- the client
  void use() {
    create(1);
    end(1, kDeleted);
    create(1);
    end(1, kCommitted);
  }

  void create(int id) {
    auto* transaction = new Transaction{id, now_ + kLifetime};
    journal_[id] = kNone;
    Bucket& bucket = bucket_of(id);
    const std::lock_guard<std::mutex> lock(bucket.mutex);
    transaction->next = bucket.first;
    bucket.first = transaction;
  }

  // Writing the journal takes long: not under the lock.
  void end(int id, Outcome outcome) {
    Bucket& bucket = bucket_of(id);
    Transaction* transaction = nullptr;
    {
      const std::lock_guard<std::mutex> lock(bucket.mutex);
      transaction = find(bucket, id);
      if (transaction != nullptr) transaction->claimed = true;
    }
    if (transaction == nullptr) {
      assert(journal_[id] == kAborted);
      return;
    }
    write_journal(id, outcome);
    const std::lock_guard<std::mutex> lock(bucket.mutex);
    unlink(bucket, transaction);
    delete transaction;
  }

  // ---- the timer
  void flush_all() {
    const int now = ++now_;
    for (Bucket& bucket : buckets_) kBug >= 2 ? flush_later(bucket, now) : flush(bucket, now);
  }

  void flush(Bucket& bucket, int now) {
    Transaction* aborted = nullptr;
    {
      const std::lock_guard<std::mutex> lock(bucket.mutex);
      for (Transaction* t = bucket.first; t != nullptr; t = t->next)
        if (!t->claimed && t->deadline <= now) aborted = t;
      if (aborted == nullptr) return;
      unlink(bucket, aborted);
      if (kBug != 1) write_journal(aborted->id, kAborted);
    }
    if (kBug == 1) write_journal(aborted->id, kAborted);
    delete aborted;
  }

  void flush_later(Bucket& bucket, int now) {
    int noted = 0;
    {
      const std::lock_guard<std::mutex> lock(bucket.mutex);
      for (const Transaction* t = bucket.first; t != nullptr; t = t->next)
        if (!t->claimed && t->deadline <= now) noted = t->id;
    }
    if (noted == 0) return;
    if (kBug == 2) write_journal(noted, kAborted);
    const std::lock_guard<std::mutex> lock(bucket.mutex);
    Transaction* const found = find(bucket, noted);
    if (found == nullptr || found->claimed) return;
    assert(kBug == 2 || found->deadline <= now);
    if (kBug == 3) write_journal(noted, kAborted);
    unlink(bucket, found);
    delete found;
  }

  // ---- both
  void write_journal(int id, Outcome outcome) {
    const int before = journal_[id].exchange(outcome);
    assert(before == kNone);
    (void)before;
  }

  static Transaction* find(const Bucket& bucket, int id) {
    Transaction* transaction = bucket.first;
    while (transaction != nullptr && transaction->id != id) transaction = transaction->next;
    return transaction;
  }

  static void unlink(Bucket& bucket, const Transaction* transaction) {
    Transaction** link = &bucket.first;
    while (*link != transaction) link = &(*link)->next;
    *link = transaction->next;
  }

  Bucket& bucket_of(int id) { return buckets_[id % kBuckets]; }

  Bucket buckets_[kBuckets];
  std::atomic<int> journal_[kIds] = {};
  std::atomic<int> now_{0};
};

}  // namespace papers
