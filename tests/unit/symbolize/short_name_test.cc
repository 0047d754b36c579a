#include "symbolize/short_name.h"

#include <gtest/gtest.h>

namespace stalemate::symbolize {
namespace {

TEST(ShortName, LeavesPlainNamesAlone) {
  for (const char* name : {"Queue::pop", "main::{lambda}", "operator new", "a", ""})
    EXPECT_EQ(short_name(name), name);
}

TEST(ShortName, LeavesOutWhatUsersLeaveOut) {
  EXPECT_EQ(short_name("Queue<int, std::allocator<int> >::pop"), "Queue<int>::pop");
  EXPECT_EQ(
      short_name("std::map<int, long, std::less<int>, std::allocator<std::pair<int const, long> > >::find"),
      "std::map<int, long>::find");
  EXPECT_EQ(short_name("Arena<std::allocator<int> >::get"), "Arena<std::allocator<int>>::get");
}

TEST(ShortName, CallsStringsStrings) {
  EXPECT_EQ(
      short_name(
          "Cache<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >::put"),
      "Cache<std::string>::put");
  EXPECT_EQ(short_name("show<std::__1::basic_string_view<char, std::__1::char_traits<char>>>"),
            "show<std::string_view>");
  EXPECT_EQ(short_name("Cache<std::basic_string<wchar_t> >::put"), "Cache<std::basic_string<wchar_t>>::put");
}

TEST(ShortName, LeavesOutWhatNobodyReads) {
  EXPECT_EQ(short_name("folly::detail::Map<unsigned long, some::rather::long::Value, Policy>::find"),
            "folly::detail::Map<…>::find");
  EXPECT_EQ(short_name("Ring<int, 4ul>::push<int const&>"), "Ring<int, 4>::push<int const&>");
}

TEST(ShortName, TakesNoOperatorForABracket) {
  EXPECT_EQ(short_name("Set<int>::operator<"), "Set<int>::operator<");
  EXPECT_EQ(short_name("operator<< <int, std::allocator<int> >"), "operator<< <int>");
  EXPECT_EQ(short_name("Ptr<int>::operator->"), "Ptr<int>::operator->");
  EXPECT_EQ(short_name("operator<=><int>"), "operator<=><int>");
  EXPECT_EQ(short_name("my_operator<int>"), "my_operator<int>");
}

TEST(ShortName, KeepsLambdasAndFunctionTypes) {
  EXPECT_EQ(short_name("run<main::<lambda(int, char)> >"), "run<main::<lambda(int, char)>>");
  EXPECT_EQ(short_name("Signal<void (int, Set<int, std::less<int> >)>::emit"),
            "Signal<void (int, Set<int>)>::emit");
  EXPECT_EQ(short_name("f<decltype(a->b)>"), "f<decltype(a->b)>");
  EXPECT_EQ(short_name("f<(1>2)>"), "f<(1>2)>");
}

TEST(ShortName, EndsWhateverItIsGiven) {
  for (const char* name :
       {"<", ">", "a<", "a<b", "a>>b", "a<,>", ",", "f(", "f)", "a<b>>c<", "operator", "a<operator"})
    EXPECT_FALSE(short_name(name).empty());
}

}  // namespace
}  // namespace stalemate::symbolize
