/* The sum of a tree, one half of it by another thread, by recursion. BUG: both halves are added to one
 * variable without a lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct tree {
  int value;
  struct tree *left, *right;
};
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct tree* grow(int depth) {
  if (depth == 0) return NULL;
  struct tree* const tree = malloc(sizeof *tree);
  tree->value = depth;
  tree->left = grow(depth - 1);
  tree->right = grow(depth - 1);
  return tree;
}
static int sum_of(const struct tree* tree) {
  return tree == NULL ? 0 : tree->value + sum_of(tree->left) + sum_of(tree->right);
}

static void* add(void* argument) {
  const int sum = sum_of(argument);
#ifndef BUG
  pthread_mutex_lock(&lock);
#endif
  total += sum;
#ifndef BUG
  pthread_mutex_unlock(&lock);
#endif
  return NULL;
}

int main(void) {
  struct tree* const tree = grow(3);
  pthread_t thread;
  pthread_create(&thread, NULL, add, tree->left);
  add(tree->right);
  pthread_join(thread, NULL);
  assert(total + tree->value == 3 + 2 * 2 + 4 * 1);
  return 0;
}
