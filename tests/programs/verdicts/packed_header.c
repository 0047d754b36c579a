// The fields of a packed header lie across words. Different fields are different locations. RACY: the length
// is patched through a view that begins one byte earlier.
#include <pthread.h>
#include <stdint.h>

struct __attribute__((packed)) Header {
  uint8_t kind;
  uint32_t length;
  uint16_t checksum;
};
struct __attribute__((packed)) View {
  uint16_t kind_and_flags;
};

static struct Header header = {1, 2, 3};

static void* seal(void* unused) {
  header.length = 512;  // [length]
  header.checksum = 77;
  return unused;
}

int main(void) {
  pthread_t sealer;
  pthread_create(&sealer, NULL, seal, NULL);
#ifdef RACY
  ((struct View*)&header)->kind_and_flags = 9;  // [kind]
#else
  header.kind = 9;
#endif
  pthread_join(sealer, NULL);
  return header.checksum == 0;
}
