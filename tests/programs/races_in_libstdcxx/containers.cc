// Containers whose nodes are linked, balanced and counted by the compiled part of the library.
#include <list>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "rows.h"

#define COMMA ,

using List = std::list<int>;
using Map = std::map<int, int>;
using Set = std::multiset<int>;
using Table = std::unordered_map<int, int>;
using Buckets = std::unordered_multiset<int>;
// Two lists or trees, so that members that need both have them.
struct Lists {
  List a, b;
};
// A list whose second node is looked at from the first one.
struct Ring {
  List list = {1, 2, 3, 4};
  List::iterator second = std::next(list.begin()), last = std::prev(list.end());
};

// clang-format off
CALL(list_push_back, List, = {1}, { x.push_back(2); }, { keep(x.begin() == x.end()); for (int i : x) keep(i); })
CALL(list_push_front, List, = {1}, { x.push_front(2); }, { keep(*x.begin()); })
CALL(list_insert, Ring, , { x.list.insert(x.second, 9); }, { keep(*std::prev(x.second)); })
CALL(list_erase, Ring, , { x.list.erase(x.second); }, { keep(*std::prev(x.last, 2)); })
CALL(list_pop_back, List, = {1}, { x.pop_back(); }, { keep(x.begin() == x.end()); })
CALL(list_splice_inside, Ring, , { x.list.splice(x.list.begin(), x.list, x.last); }, { keep(*++x.list.begin()); })
CALL(list_splice_two, Ring, , { x.list.splice(x.list.begin(), x.list, x.last); }, { x.list.splice(x.list.begin(), x.list, x.second); })
CALL(list_splice_range, Ring, , { x.list.splice(x.list.begin(), x.list, x.second, x.list.end()); }, { keep(*++List::iterator(x.last)); })
CALL(list_splice_all, Lists, = {{1} COMMA {2}}, { x.a.splice(x.a.end(), x.b); }, { keep(x.b.begin() == x.b.end()); })
CALL(list_merge, Lists, = {{1} COMMA {2}}, { x.a.merge(x.b); }, { keep(*--x.a.end()); })
CALL(list_swap, Lists, = {{1} COMMA {2}}, { x.a.swap(x.b); }, { keep(*x.b.begin()); })
CALL(list_swap_empty, Lists, = {{1} COMMA {}}, { x.a.swap(x.b); }, { keep(x.b.begin() == x.b.end()); })
CALL(list_reverse, Ring, , { x.list.reverse(); }, { keep(*std::next(x.second)); })
CALL(list_sort, Ring, , { x.list.sort(std::greater<int>()); }, { keep(*std::prev(x.last)); })
CALL(list_unique, List, = {1 COMMA 1 COMMA 2}, { x.unique(); }, { keep(*std::prev(x.end(), 2)); })
CALL(list_remove, List, = {1 COMMA 1 COMMA 2}, { x.remove(1); }, { keep(*x.begin()); })
CALL(list_clear, List, = {1}, { x.clear(); }, { keep(x.begin() == x.end()); })
READS(list_reads, List, = {1 COMMA 2}, { for (int i : x) keep(i); keep(x.size()); }, { for (int i : x) keep(i); keep(x.back()); })

CALL(map_insert, Map, = {{1 COMMA 1}}, { x.emplace(2, 2); }, { keep(x.find(2) == x.end()); })
CALL(map_subscript, Map, = {{1 COMMA 1}}, { x[2] = 1; }, { keep(x.count(3)); })
CALL(map_erase, Map, = {{1 COMMA 1} COMMA {2 COMMA 2} COMMA {3 COMMA 3}}, { x.erase(1); }, { keep(x.find(1) == x.end()); })
CALL(map_erase_iterator, Map, = {{1 COMMA 1} COMMA {2 COMMA 2} COMMA {3 COMMA 3}}, { x.erase(x.begin()); }, { keep(x.lower_bound(0)->second); })
CALL(map_traverse, Map, = {{1 COMMA 1} COMMA {2 COMMA 2} COMMA {3 COMMA 3}}, { for (auto& [key, value] : x) keep(value); }, { x.erase(3); })
CALL(map_backwards, Map, = {{1 COMMA 1} COMMA {2 COMMA 2} COMMA {3 COMMA 3}}, { for (auto at = x.rbegin(); at != x.rend(); ++at) keep(at->second); }, { x.erase(1); })
CALL(map_recolor, Map, = {{1 COMMA 1} COMMA {2 COMMA 2} COMMA {3 COMMA 3}}, { x.emplace(4, 4); }, { x.emplace(0, 0); })
CALL(map_extract, Map, = {{1 COMMA 1} COMMA {2 COMMA 2}}, { keep(x.extract(2)); }, { keep(std::next(x.begin())->second); })
CALL(map_merge, Map, = {{1 COMMA 1}}, { Map other{{2 COMMA 2}}; x.merge(other); }, { for (auto& [key, value] : x) keep(value); })
CALL(map_clear, Map, = {{1 COMMA 1}}, { x.clear(); }, { keep(x.begin() == x.end()); })
CALL(set_insert, Set, = {1}, { x.insert(1); }, { keep(x.count(1)); })
CALL(set_erase, Set, = {1 COMMA 1 COMMA 2}, { x.erase(1); }, { keep(x.find(1) == x.end()); })
CALL(set_rotate, Set, = {1 COMMA 2}, { x.insert(3); }, { keep(*x.rbegin()); })
CALL(set_swap, std::vector<Set>, = {{1} COMMA {2}}, { x[0].swap(x[1]); }, { keep(*x[1].begin()); })
READS(map_reads, Map, = {{1 COMMA 1} COMMA {2 COMMA 2}}, { for (auto& [key, value] : x) keep(value); keep(x.find(2)->second); }, { keep(x.rbegin()->second); for (auto& [key, value] : x) keep(value); })

CALL(table_insert, Table, = {{1 COMMA 1}}, { x.emplace(2, 2); }, { keep(x.find(2) == x.end()); })
CALL(table_erase, Table, = {{1 COMMA 1}}, { x.erase(1); }, { keep(x.find(1) == x.end()); })
CALL(table_rehash, Table, = {{1 COMMA 1}}, { x.rehash(100); }, { keep(x.bucket_count()); })
CALL(table_reserve_two, Table, , { x.reserve(10); }, { x.reserve(10); })
CALL(buckets_insert, Buckets, = {1}, { x.insert(1); }, { keep(x.count(1)); })
READS(table_reads, Table, = {{1 COMMA 1}}, { for (auto& [key, value] : x) keep(value); keep(x.find(1)->second); }, { keep(x.at(1)); keep(x.load_factor()); })
