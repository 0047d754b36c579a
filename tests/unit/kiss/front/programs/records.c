// Records of every kind: bit-fields, unions, nesting, assignment, arguments, results, initialisers.
#include <assert.h>
#include <string.h>

typedef struct {
  unsigned a : 3, : 2, b : 7;
  signed int c : 4;
  _Bool flag : 1;
} Bits;
struct inner {
  int x, y;
};
typedef struct outer {
  int id;
  struct inner in, more[2];
  union {
    int i;
    unsigned char bytes[4];
  };
  struct {
    int deep;
  } named;
  struct outer* next;
  const char* name;
} Outer;
union number {
  float f;
  unsigned u;
};
struct __attribute__((packed)) tight {
  char c;
  int i;
};
struct flexible {
  int n;
  int tail[];
};

static Bits bits;
static Outer first = {.id = 1, .in = {2, 3}, .more[1].y = 9, .i = 0x01020304, .name = "first"};
static Outer second = {2, {4, 5}, {{6, 7}, {8}}, {10}, {11}, &first, "second"};
static union number number = {.u = 0x3f800000};
static struct outer* ring[] = {&first, &second, [3] = &second};
static const struct inner fixed[] = {{1, 2}, {3, 4}};

static struct inner swap(struct inner from) {
  struct inner to = {from.y, from.x};
  from.x = 100;
  return to;
}
static int sum(const struct inner* p) { return p->x + p->y; }
static int id_of(Outer o) { return o.id++; }

static void bit_fields(int n) {
  bits.a = n;
  bits.b = 100;
  bits.c = -3;
  bits.flag = n;
  assert(bits.a == 1 && bits.b == 100 && bits.c == -3 && bits.flag);
  bits.a += 7;
  bits.b++;
  assert(bits.a == 0 && bits.b == 101);
  assert((bits.c = n) == -7);
  assert(bits.a - 1 < 0);
  Bits local = bits, *p = &local;
  p->a = 5;
  assert(local.a == 5 && bits.a == 0);
}

int main(void) {
  bit_fields(9);
  assert(first.in.y == 3 && first.more[0].x == 0 && first.more[1].y == 9 && first.bytes[0] == 4);
  assert(second.next->name[0] == 'f' && second.named.deep == 11 && second.more[1].x == 8);
  assert(ring[3]->id == 2 && ring[2] == 0 && number.f == 1.0f && fixed[1].y == 4);
  struct inner s = swap(first.in);
  assert(s.x == 3 && s.y == 2 && first.in.x == 2);
  assert(swap(s).x == 2 && swap((struct inner){7, 8}).y == 7);
  first.more[0] = second.more[1] = s;
  assert(first.more[0].x == 3 && sum(&first.more[0]) == 5 && sum(&(struct inner){.y = 4}) == 4);
  assert(id_of(first) == 1 && first.id == 1);
  Outer copy = *second.next;
  copy.in.x = 50;
  copy.i = 7;
  copy.named.deep++;
  assert(first.in.x == 2 && copy.in.x == 50 && copy.bytes[0] == 7 && copy.named.deep == 1);
  int many[2][3] = {{1, 2}, [1][2] = 6}, total = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++) total += many[i][j];
  assert(total == 9);
  char text[] = "abc", longer[8] = "ab";
  assert(sizeof text == 4 && text[2] == 'c' && longer[5] == 0);
  int* list = (int[]){1, 2, 3};
  list[1] += 5;
  assert(list[1] == 7);
  assert(sizeof(struct tight) == 5 && sizeof(struct flexible) == 4);
  struct {
    int a, b;
  } unnamed = {.b = total}, *at = &unnamed;
  assert(at->b == 9 && at->a == 0);
  struct inner(*row)[2] = &first.more;
  assert((*row)[0].x == 3);
  Outer zero = {0};
  assert(zero.next == 0 && zero.more[1].x == 0);
  union number n = {2.0f};
  assert(n.u == 0x40000000);
#ifdef WRONG
  assert(copy.id != 1);
#endif
  return 0;
}
