// A tree whose every public member locks the same recursive mutex, and calls the others.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

class Tree {
 public:
  void insert(int key) {
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    if (contains(key)) return;
    insert_at(root_, key);
  }
  bool contains(int key) const {
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    const Node* n = root_.get();
    while (n && n->key != key) n = key < n->key ? n->left.get() : n->right.get();
    return n != nullptr;
  }
  int size() const {
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    return size_;
  }

 private:
  struct Node {
    explicit Node(int k) : key(k) {}
    int key;
    std::unique_ptr<Node> left, right;
  };
  void insert_at(std::unique_ptr<Node>& place, int key) {
    if (!place) {
      place = std::make_unique<Node>(key);
      ++size_;
    } else {
      insert_at(key < place->key ? place->left : place->right, key);
    }
  }
  mutable std::recursive_mutex mutex_;
  std::unique_ptr<Node> root_;
  int size_ = 0;
};

int main() {
  Tree tree;
  std::thread a([&] { tree.insert(5); });
  std::thread b([&] {
    tree.insert(5);
    tree.insert(3);
  });
  a.join();
  b.join();
  assert(tree.size() == 2 && tree.contains(3) && tree.contains(5));
}
