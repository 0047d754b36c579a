#include "section_2_3.h"

namespace stalemate::kiss {
namespace {

TableStatement at(std::uint32_t line, const char* function, const char* kind, const char* shown) {
  TableStatement statement;
  statement.place = {"driver/bt.c", line, 3};
  statement.function = function;
  statement.kind = kind;
  statement.shown = shown;
  return statement;
}

}  // namespace

Table bluetooth_table() {
  Table table;
  table.sources = {"driver/bt.c"};
  table.statements = {
      at(70, "kiss_main", "write", "write e->pendingIo"),                           // 1
      at(74, "kiss_main", "call", "pthread_create(&stop, NULL, BCSP_PnpStop, e)"),  // 2
      at(30, "BCSP_IoIncrement", "read", "read e->stoppingFlag"),                   // 3
      at(31, "BCSP_IoIncrement", "update", "update e->pendingIo"),                  // 4
      at(40, "BCSP_PnpAdd", "read", "read stopped"),                                // 5
      at(40, "BCSP_PnpAdd", "assert", ""),                                          // 6
      at(52, "BCSP_PnpStop", "write", "write e->stoppingFlag"),                     // 7
      at(20, "BCSP_IoDecrement", "update", "update e->pendingIo"),                  // 8
      at(21, "BCSP_IoDecrement", "write", "write e->stoppingEvent"),                // 9
      at(54, "BCSP_PnpStop", "read", "read e->stoppingEvent"),                      // 10
      at(56, "BCSP_PnpStop", "write", "write stopped"),                             // 11
  };
  for (std::size_t i = 0; i < table.statements.size(); ++i)
    table.statements[i].id = static_cast<std::uint32_t>(i + 1);
  table.statements[1].model = true;
  table.statements[3].atomic = table.statements[7].atomic = true;
  table.statements[5].message = "!stopped";
  table.variables = {{1, "DEVICE_EXTENSION.stoppingFlag", 2, 1}};
  return table;
}

Failure assertion_of_section_2_3() {
  Failure failure;
  failure.kind = "assertion";
  failure.statement = 6;
  failure.path = 108;
  failure.events = {{0, 1},  {0, 0},  {0, 2},      {0, 3}, {1, 7}, {1, 8}, {1, 9},
                    {1, 10}, {1, 11}, {1, kEnded}, {0, 4}, {0, 5}, {0, -6}};
  return failure;
}

Failure race_of_section_2_2() {
  Failure failure;
  failure.kind = "data-race";
  failure.statement = 3;
  failure.path = 37;
  failure.events = {{0, 1}, {0, 0}, {0, 2}, {1, -7}, {0, -3}};
  return failure;
}

}  // namespace stalemate::kiss
