// A virtual call in one thread, while another destroys the object (RACY) or once it may.
#include <new>
#include <thread>

struct Base {
  virtual ~Base();
  virtual int name() { return 1; }
};

// Looks at the object while it is a Base only, so that the compiler cannot leave that out.
__attribute__((noinline)) int ask(Base* object) { return object->name(); }
Base::~Base() { ask(this); }

struct Derived : Base {
  ~Derived() override {}
  int name() override { return 2; }
};

alignas(Derived) char place[sizeof(Derived)];

int main() {
  Base* object = new (place) Derived;
  std::thread caller([object] { object->name(); });
#ifdef RACY
  object->~Base();
  caller.join();
#else
  caller.join();
  object->~Base();
#endif
}
