// Objects whose users the C++ library counts, where nobody sees it: whoever leaves last destroys what the others
// have used, and that is in order.
//
// WEAK: the last owner and the last observer of a value leave in any order.
// otherwise: a facet of a locale that two threads use and give back.
#include <locale>
#include <memory>
#include <thread>

struct Dots : std::numpunct<char> {
  const char* separator = new char('.');
  ~Dots() override { delete separator; }
  char do_thousands_sep() const override { return *separator; }
};

void use(std::locale locale) {
  if (std::use_facet<std::numpunct<char>>(locale).thousands_sep() == 0) std::terminate();
  locale = std::locale::classic();
}

void share_facet() {
  std::locale locale(std::locale(), new Dots);
  std::thread one(use, locale), two(use, locale);
  locale = std::locale::classic();
  one.join();
  two.join();
}

void share_count() {
  auto owner = std::make_shared<int>(1);
  std::weak_ptr<int> observer = owner;
  std::thread one([owner = std::move(owner)]() mutable { owner.reset(); });
  std::thread two([observer = std::move(observer)]() mutable { observer.reset(); });
  one.join();
  two.join();
}

int main() {
#ifdef WEAK
  share_count();
#else
  share_facet();
#endif
}
