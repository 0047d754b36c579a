// Functions of the compiled C++ libraries that have no function of ours in front of them and that a program
// may call all the same: they access no object of the program but what they synchronise, or create, or own
// alone. The first part of their names, as the compiler spells them (Itanium C++ ABI).
#include <algorithm>
#include <cstring>
#include <iterator>

#include "runtime/uninstrumented/analysis/known_calls.h"

namespace stalemate::rt {

namespace {

// Of the language: exceptions, types, static and thread-local variables; new and delete, in all forms.
constexpr const char* kLanguage[] = {"_Znw",
                                     "_Zna",
                                     "_Zdl",
                                     "_Zda",
                                     "__cxa_",
                                     "__dynamic_cast",
                                     "__gxx_personality",
                                     "_Unwind_",
                                     "__once_",
                                     "_ZNSt9type_info",
                                     "_ZNKSt9type_info",
                                     "_ZN10__cxxabiv1",
                                     "_ZNK10__cxxabiv1",
                                     "_ZN11__gnu_debug",
                                     "_ZNK11__gnu_debug",
                                     "_ZN9__gnu_cxx27__verbose_terminate_handler"};

// Of libstdc++, whose names are abbreviated: allocators have no data, a sentry ends an operation that was
// checked, and manipulators are called as they are.
constexpr const char* kAbbreviated[] = {"_ZNSaI",
                                        "_ZNKSaI",
                                        "_ZNSo6sentryD",
                                        "_ZNKSo6sentrycvb",
                                        "_ZNKSi6sentrycvb",
                                        "_ZNSolsEPFRSt8ios_base",
                                        "_ZNSirsEPFRSt8ios_base"};

// In namespace std of libstdc++, and what both libraries have there.
constexpr const char* kStd[] = {
    // functions
    "9terminatev", "10unexpectedv", "13get_terminate", "13set_terminate", "14get_unexpected",
    "14set_unexpected", "15get_new_handler", "15set_new_handler", "17current_exception",
    "17rethrow_exception", "18uncaught_exception", "19uncaught_exceptions", "15future_category",
    "17iostream_category", "25notify_all_at_thread_exit", "16__get_once_mutex",
    "27__set_once_functor_lock_ptr", "7nothrow", "21__glibcxx_assert_fail", "20__libcpp_verbose_abort",
    // threads
    "6thread", "11this_thread", "18condition_variable", "3_V222condition_variable_any", "13__future_base",
    "28__atomic_futex_unsigned_base", "10_Sp_locker", "6chrono3_V2", "6chrono12system_clock",
    "6chrono12steady_clock", "10lock_error", "3_V214error_category", "3_V215system_category",
    "3_V216generic_category", "14error_category",
    // exceptions: those of other classes than std::logic_error and std::runtime_error have no data of their
    // own
    "9exception", "13bad_exception", "9bad_alloc", "20bad_array_new_length", "8bad_cast", "10bad_typeid",
    "17bad_function_call", "12bad_weak_ptr", "12bad_any_cast", "18bad_variant_access",
    "19bad_optional_access", "11logic_errorD", "12domain_error", "16invalid_argument", "12length_error",
    "12out_of_range", "13runtime_errorD", "11range_error", "14overflow_error", "15underflow_error",
    "12future_error", "12system_error", "11regex_error", "16nested_exception", "15__exception_ptr",
    "13exception_ptr", "10filesystem16filesystem_error", "10filesystem7__cxx1116filesystem_error",
    "8ios_base7failure", "8ios_base7failureB5cxx11",
    // once for the whole program, or locked inside
    "8ios_base4Init", "8ios_base6xalloc", "8ios_base15sync_with_stdio", "6locale5facet", "6locale2id",
    "6locale7classic", "6locale6global", "6locale13_S_", "13random_device", "3pmr20get_default_resource",
    "3pmr20set_default_resource", "3pmr19new_delete_resource", "3pmr20null_memory_resource",
    "3pmr26synchronized_pool_resource", "3pmr15memory_resource", "5ctypeI", "8numpunctI",
    "7__cxx118numpunctI", "10moneypunctI", "7__cxx1110moneypunctI", "4hashI", "10ctype_base", "10money_base",
    // parts of what has a model
    "12__shared_ptrINSt10filesystem", "13basic_ostreamIwSt11char_traitsIwEE6sentry",
    "13basic_istreamIwSt11char_traitsIwEE6sentrycvb", "13basic_ostreamIwSt11char_traitsIwEElsEPFRSt8ios_base",
    "13basic_istreamIwSt11char_traitsIwEErsEPFRSt8ios_base", "10filesystem7__cxx114path5_List",
    "10filesystem19temp_directory_path", "10filesystem12current_path",
    // virtual functions that do nothing
    "15basic_streambufIcSt11char_traitsIcEE5imbue", "15basic_streambufIcSt11char_traitsIcEE6setbuf",
    "15basic_streambufIcSt11char_traitsIcEE7seek", "15basic_streambufIcSt11char_traitsIcEE4sync",
    "15basic_streambufIcSt11char_traitsIcEE9pbackfail", "15basic_streambufIcSt11char_traitsIcEE9showmanyc",
    "15basic_streambufIcSt11char_traitsIcEE9underflow", "15basic_streambufIcSt11char_traitsIcEE8overflow",
    "15basic_streambufIwSt11char_traitsIwEE5imbue", "15basic_streambufIwSt11char_traitsIwEE6setbuf",
    "15basic_streambufIwSt11char_traitsIwEE7seek", "15basic_streambufIwSt11char_traitsIwEE4sync",
    "15basic_streambufIwSt11char_traitsIwEE9pbackfail", "15basic_streambufIwSt11char_traitsIwEE9showmanyc",
    "15basic_streambufIwSt11char_traitsIwEE9underflow", "15basic_streambufIwSt11char_traitsIwEE8overflow"};

// In that of libc++.
constexpr const char* kLibcxx[] = {"6thread",
                                   "11this_thread",
                                   "18condition_variable",
                                   "5mutex",
                                   "15recursive_mutex",
                                   "11timed_mutex",
                                   "21recursive_timed_mutex",
                                   "19__shared_mutex_base",
                                   "12shared_mutex",
                                   "18shared_timed_mutex",
                                   "17__assoc_sub_state",
                                   "15__thread_struct",
                                   "19__thread_local_data",
                                   "25notify_all_at_thread_exit",
                                   "12future_error",
                                   "15future_category",
                                   "17iostream_category",
                                   "15system_category",
                                   "16generic_category",
                                   "14error_category",
                                   "12__do_message",
                                   "10error_code",
                                   "15error_condition",
                                   "6chrono12system_clock",
                                   "6chrono12steady_clock",
                                   "12system_error",
                                   "14__shared_count",
                                   "19__shared_weak_count",
                                   "8__sp_mut",
                                   "12__get_sp_mut",
                                   "20__libcpp_atomic_wait",
                                   "23__libcpp_atomic_monitor",
                                   "23__cxx_atomic_notify",
                                   "13random_device",
                                   "6locale5facet",
                                   "6locale2id",
                                   "6locale7classic",
                                   "6locale6global",
                                   "6locale8__global",
                                   "8ios_base4Init",
                                   "8ios_base6xalloc",
                                   "8ios_base15sync_with_stdio",
                                   "8ios_base7failure",
                                   "12__next_prime",
                                   "11regex_error",
                                   "15__get_classname",
                                   "20__get_collation_name",
                                   "22__libcpp_verbose_abort",
                                   "5ctypeI",
                                   "8numpunctI",
                                   "10moneypunctI",
                                   "12bad_weak_ptr",
                                   "16nested_exception",
                                   "3pmr20get_default_resource",
                                   "3pmr20set_default_resource",
                                   "3pmr19new_delete_resource",
                                   "3pmr20null_memory_resource",
                                   "3pmr26synchronized_pool_resource",
                                   "3pmr15memory_resource",
                                   "4__fs10filesystem21__temp_directory_path",
                                   "4__fs10filesystem14__current_path",
                                   "4__fs10filesystem16filesystem_error",
                                   "13shared_futureIvE",
                                   "6futureIvE",
                                   "7promiseIvE",
                                   "9to_string",
                                   "10to_wstring",
                                   "5alignEmmRPvRm"};

bool starts(const char* name, const char* with) { return std::strncmp(name, with, std::strlen(with)) == 0; }

template <std::size_t kCount>
bool starts_with_one(const char* name, const char* const (&table)[kCount]) {
  return std::any_of(std::begin(table), std::end(table),
                     [=](const char* with) { return starts(name, with); });
}

bool is_digit(char character) { return character >= '0' && character <= '9'; }

// __throw_length_error(const char*) and the like.
bool throws(const char* name) {
  while (is_digit(*name)) ++name;
  return starts(name, "__throw_");
}

// What follows the namespace std; nullptr: it is in another.
const char* within_std(const char* name) {
  for (const char* begin : {"_ZNKSt", "_ZNSt", "_ZSt"})
    if (starts(name, begin)) return name + std::strlen(begin);
  return nullptr;
}

}  // namespace

bool is_unchecked_cxx(const char* name) {
  if (starts_with_one(name, kLanguage) || starts_with_one(name, kAbbreviated)) return false;
  if (std::strncmp(name, "_Z", 2) == 0 && std::strchr("TG", name[2]) != nullptr && name[2] != 0)
    return false;  // data, and thunks of what is in the table
  const char* const within = within_std(name);
  if (within == nullptr) return true;
  if (starts(within, "3__1")) return !throws(within + 4) && !starts_with_one(within + 4, kLibcxx);
  return !throws(within) && !starts_with_one(within, kStd);
}

}  // namespace stalemate::rt
