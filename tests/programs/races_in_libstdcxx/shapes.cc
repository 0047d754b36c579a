// Random operations on lists and trees; prints every link and color. Compiled with and without Stalemate, the
// output is the same: its functions do to nodes what the library's do.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <set>
#include <vector>

using Tree = std::_Rb_tree<int, int, std::_Identity<int>, std::less<int>>;

static std::uint32_t state = 1;
static unsigned number(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static void print(const Tree& tree, const std::_Rb_tree_node_base* node) {
  if (node == nullptr) return void(std::putchar('.'));
  const int value = *static_cast<const std::_Rb_tree_node<int>*>(node)->_M_valptr();
  std::printf("(%d%c", value, node->_M_color == std::_S_red ? 'r' : 'b');
  print(tree, node->_M_left);
  print(tree, node->_M_right);
  std::putchar(')');
}

static void check(const Tree& tree) {
  if (!tree.__rb_verify()) std::abort();
  const auto* header = tree.end()._M_node;
  print(tree, header->_M_parent);
  for (int value : tree) std::printf(" %d", value);
  for (auto at = tree.rbegin(); at != tree.rend(); ++at) std::printf(" %d", *at);
  if (!tree.empty()) std::printf(" b%u", std::_Rb_tree_black_count(header->_M_left, header->_M_parent));
  std::putchar('\n');
}

static void trees(unsigned rounds, unsigned values) {
  Tree tree, other;
  for (unsigned i = 0; i < rounds; ++i) {
    const int value = static_cast<int>(number(values));
    switch (number(8)) {
      case 0: case 1: case 2: tree._M_insert_unique(value); break;
      case 3: tree._M_insert_equal(value); break;
      case 4: case 5: tree.erase(value); break;
      case 6: if (!tree.empty()) tree.erase(number(2) ? tree.begin() : --tree.end()); break;
      case 7: tree.swap(other); break;
    }
    check(tree);
  }
}

static void check(const std::list<int>& list) {
  for (int value : list) std::printf(" %d", value);
  for (auto at = list.rbegin(); at != list.rend(); ++at) std::printf(" %d", *at);
  std::printf(" (%zu)\n", list.size());
}

static void lists(unsigned rounds) {
  std::list<int> list, other;
  for (unsigned i = 0; i < rounds; ++i) {
    auto at = std::next(list.begin(), number(static_cast<unsigned>(list.size()) + 1));
    auto from = std::next(list.begin(), number(static_cast<unsigned>(list.size()) + 1));
    const int value = static_cast<int>(number(20));
    switch (number(12)) {
      case 0: case 1: list.insert(at, value); break;
      case 2: list.push_back(value); break;
      case 3: list.push_front(value); break;
      case 4: if (at != list.end()) list.erase(at); break;
      case 5: list.swap(other); break;
      case 6: list.reverse(); break;
      case 7: list.splice(at, other); break;
      case 8: if (from != list.end()) list.splice(at, list, from); break;
      case 9: list.sort(); list.unique(); break;
      case 10: list.sort(); other.sort(); list.merge(other); break;
      case 11: other.splice(other.begin(), list, list.begin(), at); break;
    }
    check(list);
    check(other);
  }
}

int main() {
  trees(4000, 12);
  trees(4000, 60);
  lists(4000);
}
