// libstdc++ links the nodes of std::list in its compiled part, which is not instrumented. These functions
// replace them and check every access to a node. Each works in a program that is not explored.
#include "runtime/cxx/library/checked_nodes.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

namespace {

// std::__detail::_List_node_base. A list is a ring of nodes; one of them is inside the list itself.
struct Node {
  Node* next;
  Node* previous;
};

void swap_fields(const CheckedNodes& nodes, Node*& a, Node*& b) {
  Node* old = nodes.load(a);
  nodes.store(a, nodes.load(b));
  nodes.store(b, old);
}

// The neighbours of `head` refer to it again, after it took over another list's fields.
void close_ring(const CheckedNodes& nodes, Node* head) {
  nodes.store(nodes.load(head->next)->previous, head);
  nodes.store(nodes.load(head->previous)->next, head);
}

// `empty` takes over the nodes of `full`.
void take_all(const CheckedNodes& nodes, Node* empty, Node* full) {
  nodes.store(empty->next, nodes.load(full->next));
  nodes.store(empty->previous, nodes.load(full->previous));
  close_ring(nodes, empty);
  nodes.store(full->next, full);
  nodes.store(full->previous, full);
}

}  // namespace

// void _M_hook(_List_node_base* position): before it.
STALEMATE_INTERPOSED void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(Node* node, Node* position) {
  const CheckedNodes nodes(STALEMATE_CALLER);
  nodes.store(node->next, position);
  nodes.store(node->previous, nodes.load(position->previous));
  nodes.store(nodes.load(position->previous)->next, node);
  nodes.store(position->previous, node);
}

// void _M_unhook()
STALEMATE_INTERPOSED void _ZNSt8__detail15_List_node_base9_M_unhookEv(Node* node) {
  const CheckedNodes nodes(STALEMATE_CALLER);
  Node* const next = nodes.load(node->next);
  Node* const previous = nodes.load(node->previous);
  nodes.store(previous->next, next);
  nodes.store(next->previous, previous);
}

// void _M_transfer(_List_node_base* first, _List_node_base* last): [first, last) goes before `position`.
STALEMATE_INTERPOSED void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(Node* position, Node* first,
                                                                               Node* last) {
  const CheckedNodes nodes(STALEMATE_CALLER);
  if (position == last) return;
  nodes.store(nodes.load(last->previous)->next, position);
  nodes.store(nodes.load(first->previous)->next, last);
  nodes.store(nodes.load(position->previous)->next, first);
  Node* const before = nodes.load(position->previous);
  nodes.store(position->previous, nodes.load(last->previous));
  nodes.store(last->previous, nodes.load(first->previous));
  nodes.store(first->previous, before);
}

// void _M_reverse()
STALEMATE_INTERPOSED void _ZNSt8__detail15_List_node_base10_M_reverseEv(Node* head) {
  const CheckedNodes nodes(STALEMATE_CALLER);
  Node* node = head;
  do {
    swap_fields(nodes, node->next, node->previous);
    node = nodes.load(node->previous);  // the next one, before they were swapped
  } while (node != head);
}

// static void swap(_List_node_base& a, _List_node_base& b)
STALEMATE_INTERPOSED void _ZNSt8__detail15_List_node_base4swapERS0_S1_(Node* a, Node* b) {
  const CheckedNodes nodes(STALEMATE_CALLER);
  const bool a_is_empty = nodes.load(a->next) == a;
  const bool b_is_empty = nodes.load(b->next) == b;
  if (a_is_empty && b_is_empty) return;
  if (b_is_empty) return take_all(nodes, b, a);
  if (a_is_empty) return take_all(nodes, a, b);
  swap_fields(nodes, a->next, b->next);
  swap_fields(nodes, a->previous, b->previous);
  close_ring(nodes, a);
  close_ring(nodes, b);
}
