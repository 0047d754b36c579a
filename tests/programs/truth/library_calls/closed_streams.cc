// A stream that one thread closes, and that another one uses; buffers that the program gave to a stream. JOINED: the
// first has ended before. LOCKED: with a flag under a mutex.
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace {

std::FILE* stream;
[[maybe_unused]] char buffer[64];
[[maybe_unused]] char* text;
[[maybe_unused]] std::size_t length;
std::mutex mutex;
bool closed;

#if defined(CLOSED)
void use() { std::fprintf(stream, "hello %d\n", 1); }
void end() { std::fclose(stream); }
#elif defined(CLOSED_CHARACTERS)
void use() { std::fputc('a', stream); }
void end() { std::fclose(stream); }
#elif defined(REOPENED)
void use() { std::fputs("hello", stream); }
void end() { stream = std::freopen("/dev/null", "w", stream); }
#elif defined(BUFFER)
void use() { std::fputs("hello", stream); }
void end() { buffer[1] = 'q'; }
#elif defined(BUFFER_TWICE)
void use() { std::fputs("hello", stream); }
void end() { std::fputs("others", stream); }
#elif defined(TEXT)
void use() { std::fflush(stream); }
void end() { if (length > 5) std::abort(); }
#elif defined(UNLOCKED)
void use() { flockfile(stream); putc_unlocked('a', stream); funlockfile(stream); }
void end() { std::fputs("others", stream); }
#endif

}  // namespace

int main() {
#if defined(TEXT)
  stream = open_memstream(&text, &length);
#else
  stream = std::fopen("/dev/null", "w");
#endif
#if defined(BUFFER) || defined(BUFFER_TWICE)
  std::setvbuf(stream, buffer, _IOFBF, sizeof buffer);
#endif
  std::thread thread([] {
#if defined(LOCKED)
    const std::lock_guard<std::mutex> lock(mutex);
    if (closed) return;
#endif
    use();
  });
#if defined(JOINED)
  thread.join();
#endif
  {
#if defined(LOCKED)
    const std::lock_guard<std::mutex> lock(mutex);
    closed = true;
#endif
    end();
  }
#if !defined(JOINED)
  thread.join();
#endif
}
