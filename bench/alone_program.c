// Compresses and restores pseudo-random text with a small LZ77 coder, in one thread: alone_program [ROUNDS]
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kBytes = 1 << 21, kHashBits = 15, kLeast = 4, kMost = 255, kWindow = 65535 };

static uint32_t word_at(const uint8_t* p) {
  uint32_t word;
  memcpy(&word, p, sizeof word);
  return word;
}

static size_t match_length(const uint8_t* a, const uint8_t* b, const uint8_t* end) {
  const uint8_t* const start = b;
  while (b < end && b - start < kMost && *a == *b) ++a, ++b;
  return (size_t)(b - start);
}

static size_t compress(const uint8_t* in, size_t bytes, uint8_t* out, uint32_t* table) {
  uint8_t* to = out;
  const uint8_t *p = in, *const end = in + bytes, *literals = in;
  memset(table, 0, sizeof *table << kHashBits);
  while (p + kLeast < end) {
    const uint32_t hash = word_at(p) * 2654435761u >> (32 - kHashBits);
    const uint8_t* candidate = in + table[hash];
    table[hash] = (uint32_t)(p - in);
    size_t length = 0;
    if (candidate < p && p - candidate <= kWindow && word_at(candidate) == word_at(p))
      length = match_length(candidate, p, end);
    if (length < kLeast && p - literals < 255) {
      ++p;
      continue;
    }
    *to++ = (uint8_t)(p - literals);
    memcpy(to, literals, (size_t)(p - literals));
    to += p - literals;
    *to++ = (uint8_t)length;
    *to++ = (uint8_t)(p - candidate);
    *to++ = (uint8_t)((p - candidate) >> 8);
    p += length;
    literals = p;
  }
  *to++ = (uint8_t)(end - literals);
  memcpy(to, literals, (size_t)(end - literals));
  to += end - literals;
  *to++ = 0;
  return (size_t)(to - out);
}

static size_t restore(const uint8_t* in, const uint8_t* in_end, uint8_t* out) {
  uint8_t* to = out;
  while (in < in_end) {
    const size_t literals = *in++;
    memcpy(to, in, literals);
    in += literals, to += literals;
    const size_t length = *in++;
    if (in >= in_end) break;
    const size_t back = in[0] | (size_t)in[1] << 8;
    in += 2;
    const uint8_t* from = to - back;
    for (size_t i = 0; i < length; ++i) to[i] = from[i];
    to += length;
  }
  return (size_t)(to - out);
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 40;
  uint8_t* text = malloc(kBytes);
  uint8_t* packed = malloc(2 * kBytes);
  uint8_t* back = malloc(kBytes);
  uint32_t* table = malloc(sizeof *table << kHashBits);
  uint32_t seed = 1;
  for (size_t i = 0; i < kBytes;) {
    seed = seed * 1664525u + 1013904223u;
    if (i > 1000 && seed >> 30) {
      const size_t length = 4 + (seed >> 20 & 31), from = (seed >> 4) % (i - 40);
      for (size_t k = 0; k < length && i < kBytes; ++k, ++i) text[i] = text[from + k];
    } else {
      text[i++] = (uint8_t)('a' + (seed >> 24) % 26);
    }
  }
  size_t bytes = 0;
  for (int i = 0; i < rounds; ++i) {
    bytes = compress(text, kBytes, packed, table);
    if (restore(packed, packed + bytes, back) != kBytes || memcmp(text, back, kBytes) != 0) return 1;
  }
  printf("%zu\n", bytes);
  return 0;
}
