// Strings, paths, locales, numbers, hashes, memory resources.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <locale>
#include <memory_resource>
#include <string>
#include <unordered_set>
#include <vector>

#include "rows.h"

#define COMMA ,

namespace fs = std::filesystem;
using String = std::string;
using Wide = std::wstring;
using Path = fs::path;
using Locale = std::locale;
using Numbers = std::vector<int>;
struct Text {
  char value[64] = "1.5 and more";
};
struct Double {
  double value = 0;
};
struct Pool {
  std::pmr::unsynchronized_pool_resource resource;
};
struct Arena {
  std::pmr::monotonic_buffer_resource resource;
};

// clang-format off
CALL(string_append, String, = "text", { x.append("more"); }, { keep(x.size() + 1); })
CALL(string_push_back, String, = "text", { x.push_back('c'); }, { keep(x.size() + 1); })
CALL(string_plus, String, = "text", { x += "more"; }, { keep(x + "text"); })
CALL(string_insert, String, = "text", { x.insert(1, "more"); }, { keep(x.find('m')); })
CALL(string_erase, String, = "text", { x.erase(1, 2); }, { keep(x.compare("text")); })
CALL(string_replace, String, = "text", { x.replace(0, 2, "many more characters"); }, { keep(x.substr(1)); })
CALL(string_resize, String, = "text", { x.resize(40); }, { keep(x.rfind('t')); })
CALL(string_reserve, String, = "text", { x.reserve(400); }, { keep(x.capacity() + 1); })
CALL(string_assign, String, = "text", { x = "another"; }, { keep(String(x)); })
CALL(string_swap, String, = "text", { String other = "a long text that is not in the object"; x.swap(other); }, { keep(x == "text"); })
CALL(string_element, String, = "text", { x[1] = 'c'; }, { keep(x.find_first_of("xyz")); })
CALL(string_long, String, = "a long text that is not in the object", { x[30] = 'c'; }, { keep(x.find("object")); })
CALL(string_clear, String, = "text", { x.clear(); }, { keep(x.length() + 1); })
CALL(wide_string, Wide, = L"text", { x += L"more"; }, { keep(x.size() + 1); })
CALL(string_hash, String, = "a long text that is not in the object", { x[36] = 'c'; }, { keep(std::hash<String>()(x)); })
READS(string_reads, String, = "text", { keep(x.find("x")); keep(x + x); }, { keep(x.size() + 1); keep(String(x)); })

CALL(path_append, Path, = "/directory", { x /= "name"; }, { keep(x.parent_path()); })
CALL(path_concat, Path, = "/directory", { x += "name"; }, { keep(x.native().size() + 1); })
CALL(path_assign, Path, = "/directory", { x = "/another"; }, { keep(x.filename()); })
CALL(path_copy, Path, = "/directory/name", { x = Path("/another/name"); }, { keep(Path(x)); })
CALL(path_replace_extension, Path, = "/directory/name.a", { x.replace_extension(".b"); }, { keep(x.extension()); })
CALL(path_remove_filename, Path, = "/directory/name.a", { x.remove_filename(); }, { keep(x.has_filename()); })
CALL(path_traverse, Path, = "/directory/name.a", { x.replace_filename("other"); }, { for (const Path& part : x) keep(part); })
CALL(path_compare, Path, = "/directory/name.a", { x.replace_filename("other"); }, { keep(x.compare(Path("/"))); })
CALL(path_exists, Path, = "/directory/name.a", { x.remove_filename(); }, { keep(fs::exists(x)); })
CALL(path_normal, Path, = "/directory/name.a", { x.remove_filename(); }, { keep(x.lexically_normal()); })
READS(path_reads, Path, = "/directory/name.a", { keep(x.parent_path()); keep(fs::exists(x)); }, { keep(x.filename()); keep(Path(x)); })

CALL(locale_assign, Locale, , { x = Locale::classic(); }, { keep(Locale(x)); })
CALL(locale_name, Locale, , { x = Locale::classic(); }, { keep(x.name()); })
CALL(locale_facet, Locale, , { x = Locale::classic(); }, { keep(std::use_facet<std::numpunct<char>>(x).decimal_point()); })
CALL(locale_upper, Text, , { std::use_facet<std::ctype<char>>(Locale::classic()).toupper(x.value, x.value + 8); }, { x.value[7] = 1; })
READS(locale_reads, Locale, , { keep(Locale(x)); keep(x.name()); }, { keep(Locale(x)); keep(x == Locale::classic()); })

CALL(to_chars, Text, , { std::to_chars(x.value, x.value + 64, 1.5); }, { x.value[2] = 1; })
CALL(to_chars_precise, Text, , { std::to_chars(x.value, x.value + 64, 1.5, std::chars_format::fixed, 5); }, { x.value[6] = 1; })
#ifndef _LIBCPP_VERSION
CALL(from_chars, Text, , { double d; std::from_chars(x.value, x.value + 64, d); }, { x.value[2] = 1; })
CALL(from_chars_value, Double, , { const char* text = "1.5"; std::from_chars(text, text + 3, x.value); }, { x.value = 2; })
#endif

CALL(sort, Numbers, = {3 COMMA 1 COMMA 2}, { std::sort(x.begin(), x.end()); }, { keep(x[2] + 1); })
CALL(pool_allocate, Pool, , { keep(x.resource.allocate(100)); }, { keep(x.resource.allocate(100)); })
CALL(pool_release, Pool, , { keep(x.resource.allocate(100)); }, { x.resource.release(); })
CALL(arena_release, Arena, , { keep(x.resource.allocate(100)); x.resource.release(); }, { keep(x.resource.allocate(100)); x.resource.release(); })
