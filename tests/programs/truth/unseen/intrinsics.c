/* Accesses that the compilers' thread sanitizers leave out: by the processor's intrinsics, of vectors, of long double. */
#include <pthread.h>
#include <x86intrin.h>

typedef int vector __attribute__((vector_size(32)));

int data[8] __attribute__((aligned(32)));
int copy[8] __attribute__((aligned(32)));
long double wide;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Through pointers: the runtime finds accesses by name without the compiler. */
__attribute__((noinline)) static void use(void *to, void *from) {
#if defined(STREAMED)
  _mm_stream_si32((int *)to, 1);
#elif defined(STREAMED_ALL)
  _mm_stream_si128((__m128i *)to, _mm_set1_epi32(1));
#elif defined(UNALIGNED)
  _mm_storeu_si128((__m128i *)copy, _mm_lddqu_si128((__m128i *)to));
#elif defined(MASKED)
  _mm_maskmoveu_si128(_mm_set1_epi8(1), _mm_set1_epi8(-1), (char *)to);
#elif defined(GATHERED)
  _mm256_storeu_si256((__m256i *)copy, _mm256_i32gather_epi32((int *)to, _mm256_set1_epi32(1), 4));
#elif defined(VECTOR)
  *(vector *)copy = *(vector *)to;
#elif defined(STORED)
  *(vector *)to = (vector){1, 2, 3, 4, 5, 6, 7, 8};
#elif defined(HARMLESS)
  __m128i vector = _mm_setzero_si128();
  _mm_clflush(to);
  _mm_prefetch((char *)to, _MM_HINT_T0);
  _mm_setcsr(_mm_getcsr());
  _mm_stream_si32((int *)&vector, 1);
#elif defined(LONG_DOUBLE)
  *(long double *)from += 1;
#endif
  (void)to, (void)from;
}

static void *first(void *argument) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  use(data, &wide);
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}

static void *second(void *argument) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
#ifdef LONG_DOUBLE
  wide = 1;
#else
  data[0] = 3;
#endif
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, first, 0);
  pthread_create(&other, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
