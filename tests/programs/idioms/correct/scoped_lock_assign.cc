// Two employees assign lunch partners to each other; std::scoped_lock takes both locks at once.
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

struct Employee {
  explicit Employee(std::string name) : id(std::move(name)) {}
  std::string id;
  std::vector<std::string> lunch_partners;
  std::mutex m;
};

static void assign_lunch_partner(Employee& e1, Employee& e2) {
  std::scoped_lock lock(e1.m, e2.m);
  e1.lunch_partners.push_back(e2.id);
  e2.lunch_partners.push_back(e1.id);
}

int main() {
  Employee alice("Alice"), bob("Bob");
  std::thread first(assign_lunch_partner, std::ref(alice), std::ref(bob));
  std::thread second(assign_lunch_partner, std::ref(bob), std::ref(alice));
  first.join();
  second.join();
  for (const Employee* e : {&alice, &bob})
    std::cout << e->id << " has " << e->lunch_partners.size() << " partners\n";
  return alice.lunch_partners.size() == 2 && bob.lunch_partners.size() == 2 ? 0 : 1;
}
