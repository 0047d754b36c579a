// A parallel compressor in the shape of pigz and of many downloaders: one thread cuts the input into blocks,
// workers compress them, and the main thread writes the results in the order of the input. Blocks travel
// through a bounded queue, results through futures, and the memory of the blocks through a pool.
//
// -DBUG: closing the queue wakes one worker instead of all of them, so another sleeps for ever.
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;

// A queue with room for `capacity` items; pop() gives nothing once it is closed and empty.
template <typename T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  bool push(T item) {
    std::unique_lock<std::mutex> lock(mutex_);
    not_full_.wait(lock, [this] { return closed_ || items_.size() < capacity_; });
    if (closed_) return false;
    items_.push_back(std::move(item));
    not_empty_.notify_one();
    return true;
  }

  std::optional<T> pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    not_empty_.wait(lock, [this] { return closed_ || !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    std::optional<T> item(std::move(items_.front()));
    items_.pop_front();
    not_full_.notify_one();
    return item;
  }

  void close() {
    std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
#ifdef BUG
    not_empty_.notify_one();
#else
    not_empty_.notify_all();
#endif
    not_full_.notify_all();
  }

 private:
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable not_full_, not_empty_;
  std::deque<T> items_;
  bool closed_ = false;
};

// Buffers that are used again; whoever lets go of one gives it back.
class BufferPool : public std::enable_shared_from_this<BufferPool> {
 public:
  struct GiveBack {
    std::shared_ptr<BufferPool> pool;
    void operator()(Bytes* buffer) const { pool->put(std::unique_ptr<Bytes>(buffer)); }
  };
  using Buffer = std::unique_ptr<Bytes, GiveBack>;

  Buffer get() {
    std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<Bytes> buffer;
    if (spare_.empty()) {
      buffer = std::make_unique<Bytes>();
      ++made_;
    } else {
      buffer = std::move(spare_.back());
      spare_.pop_back();
    }
    return Buffer(buffer.release(), GiveBack{shared_from_this()});
  }

  std::size_t made() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return made_;
  }

  std::size_t spare() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return spare_.size();
  }

 private:
  void put(std::unique_ptr<Bytes> buffer) {
    buffer->clear();
    std::lock_guard<std::mutex> lock(mutex_);
    spare_.push_back(std::move(buffer));
  }
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Bytes>> spare_;
  std::size_t made_ = 0;
};

// Run lengths: (count, byte) pairs.
void compress(const Bytes& in, Bytes& out) {
  for (std::size_t i = 0; i < in.size();) {
    std::size_t run = 1;
    while (i + run < in.size() && in[i + run] == in[i] && run < 255) ++run;
    out.push_back(static_cast<std::uint8_t>(run));
    out.push_back(in[i]);
    i += run;
  }
}

std::string decompress(const Bytes& in) {
  if (in.size() % 2 != 0) throw std::runtime_error("truncated input");
  std::string out;
  for (std::size_t i = 0; i < in.size(); i += 2) out.append(in[i], static_cast<char>(in[i + 1]));
  return out;
}

struct Job {
  BufferPool::Buffer input;
  std::promise<BufferPool::Buffer> result;
};

class Compressor {
 public:
  Compressor(std::size_t workers, std::size_t block_size)
      : block_size_(block_size),
        pool_(std::make_shared<BufferPool>()),
        jobs_(workers),
        results_(2 * workers) {
    for (std::size_t i = 0; i < workers; ++i) workers_.emplace_back(&Compressor::work, this);
  }

  ~Compressor() {
    jobs_.close();
    for (auto& worker : workers_) worker.join();
  }

  // Called once.
  Bytes run(std::istream& in) {
    std::thread reader(&Compressor::read, this, std::ref(in));
    Bytes out;
    std::exception_ptr failure;
    while (auto result = results_.pop()) {
      try {
        const BufferPool::Buffer block = result->get();
        out.insert(out.end(), block->begin(), block->end());
      } catch (...) {
        failure = std::current_exception();
      }
    }
    reader.join();
    if (failure) std::rethrow_exception(failure);
    return out;
  }

  const BufferPool& pool() const { return *pool_; }

 private:
  void read(std::istream& in) {
    for (;;) {
      Job job{pool_->get(), {}};
      job.input->resize(block_size_);
      in.read(reinterpret_cast<char*>(job.input->data()), static_cast<std::streamsize>(block_size_));
      job.input->resize(static_cast<std::size_t>(in.gcount()));
      if (job.input->empty()) break;
      results_.push(job.result.get_future());
      jobs_.push(std::move(job));
    }
    results_.close();
  }

  void work() {
    while (auto job = jobs_.pop()) {
      try {
        BufferPool::Buffer output = pool_->get();
        compress(*job->input, *output);
        job->input.reset();
        job->result.set_value(std::move(output));
      } catch (...) {
        job->result.set_exception(std::current_exception());
      }
    }
  }

  const std::size_t block_size_;
  std::shared_ptr<BufferPool> pool_;
  BoundedQueue<Job> jobs_;
  BoundedQueue<std::future<BufferPool::Buffer>> results_;
  std::vector<std::thread> workers_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::size_t workers = argc > 1 ? static_cast<std::size_t>(std::atoi(argv[1])) : 2;
  const std::string text = argc > 2 ? argv[2] : "aaaaaaabbbbbccccccc";
  if (workers == 0) {
    std::fprintf(stderr, "usage: %s [WORKERS [TEXT]]\n", argv[0]);
    return 2;
  }
  Bytes packed;
  std::size_t buffers = 0;
  {
    Compressor compressor(workers, 8);
    std::istringstream in(text);
    packed = compressor.run(in);
    buffers = compressor.pool().made();
  }
  std::printf("%zu bytes in, %zu bytes out\n", text.size(), packed.size());
  if (decompress(packed) != text) {
    std::fprintf(stderr, "the result is not the input\n");
    return 1;
  }
  return buffers >= 2 ? 0 : 1;
}
