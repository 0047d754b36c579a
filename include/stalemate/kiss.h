/* Macros for C programs that `stalemate kiss` checks for races: which of them are intended. Plain C; in a program that is
 * built without us they do nothing.
 *
 *     if (KISS_BENIGN(device->open_count) == 0) ...      this access may race: section 6 of the paper
 *     int open_count KISS_BENIGN_FIELD;                  every access of this field, or variable, may
 *
 * Under `stalemate run` KISS_BENIGN excuses the object, from the access on: there races belong to objects. KISS_BENIGN
 * cannot mark a bit-field, which has no address; KISS_BENIGN_FIELD can, and is read by `stalemate kiss` alone. */
#ifndef STALEMATE_KISS_H
#define STALEMATE_KISS_H

#ifdef __cplusplus
extern "C" {
#endif

__attribute__((weak)) void stalemate_rt_benign(const void *object, unsigned long bytes);

static inline void *kiss_benign_access(const volatile void *object, unsigned long bytes) {
  if (&stalemate_rt_benign != 0) stalemate_rt_benign((const void *)object, bytes);
  return (void *)object;
}

#ifdef __cplusplus
}
#endif

#define KISS_BENIGN(lvalue) (*(__typeof__(&(lvalue)))kiss_benign_access(&(lvalue), sizeof(lvalue)))

#if defined(__clang__)
#define KISS_BENIGN_FIELD __attribute__((annotate("kiss_benign")))
#else
#define KISS_BENIGN_FIELD
#endif

#endif
