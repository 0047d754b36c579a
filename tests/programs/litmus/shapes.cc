// The shapes that memory models are told apart by, and a few more, all accesses atomic: SHAPE is one of the
// names below. Main creates all threads, then joins all.
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#ifndef THREADS
#define THREADS 2
#endif

std::atomic<int> x{0}, y{0};

using Threads = std::vector<std::function<void()>>;

// Store buffering, message passing, load buffering, two pairs of writes.
Threads SB() {
  return {[] { x = 1, y.load(); }, [] { y = 1, x.load(); }};
}
Threads MP() {
  return {[] { x = 1, y = 1; }, [] { y.load(), x.load(); }};
}
Threads LB() {
  return {[] { x.load(), y = 1; }, [] { y.load(), x = 1; }};
}
Threads W22() {
  return {[] { x = 1, y = 2; }, [] { y = 1, x = 2; }};
}

// Two reads of one variable; a write to read causality; independent reads of independent writes.
Threads CORR() {
  return {[] { x = 1, x = 2; }, [] { x.load(), x.load(); }};
}
Threads WRC() {
  return {[] { x = 1; }, [] { x.load(), y = 1; }, [] { y.load(), x.load(); }};
}
Threads IRIW() {
  return {[] { x = 1; }, [] { y = 1; }, [] { x.load(), y.load(); }, [] { y.load(), x.load(); }};
}

// Three reads between two writes.
Threads WRRRW() {
  return {[] { x = 1; }, [] { x.load(), x.load(), x.load(); }, [] { x = 2; }};
}

// Every thread changes both variables.
Threads BOTH() {
  return Threads(THREADS, [] { x++, y++; });
}

// The last zero of an array: a reader looks for it from the end; writer j makes element j one more than the
// one before it.
std::atomic<int> elements[THREADS + 1];
Threads LASTZERO() {
  Threads threads = {[] {
    for (int i = THREADS; elements[i].load() != 0;) --i;
  }};
  for (int j = 1; j <= THREADS; ++j) threads.push_back([j] { elements[j] = elements[j - 1] + 1; });
  return threads;
}

int main() {
  const Threads shape = SHAPE();
  std::vector<std::thread> threads;
  for (const auto& body : shape) threads.emplace_back(body);
  for (std::thread& thread : threads) thread.join();
}
