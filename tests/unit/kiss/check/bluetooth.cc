#include "bluetooth.h"

namespace stalemate::kiss {
namespace {

const char kHead[] = R"(#include "kiss.h"

typedef struct { int pendingIo; _Bool stoppingFlag; _Bool stoppingEvent; } DEVICE_EXTENSION;
static const int kiss_variable_types[] = {0, 1};
#include "scheduler.c"

static _Bool stopped;

static void BCSP_IoDecrement(DEVICE_EXTENSION *e) {
  int pendingIo;
  KISS_POINT(2, 1,);
  kiss_atomic++;
  e->pendingIo = e->pendingIo - 1;
  pendingIo = e->pendingIo;
  kiss_atomic--;
  if (pendingIo == 0) {
    KISS_ACCESS(3, 2, &e->stoppingEvent, sizeof e->stoppingEvent, 2, 0,);
    e->stoppingEvent = 1;
  }
}

static void *BCSP_PnpStop(void *argument) {
  DEVICE_EXTENSION *e = argument;
  KISS_ACCESS(1, 2, &e->stoppingFlag, sizeof e->stoppingFlag, 1, 0, 0);
  e->stoppingFlag = 1;
  BCSP_IoDecrement(e);
  if (kiss_raise) return 0;
  KISS_POINT(4, 0, 0);
  if (!e->stoppingEvent) {
    kiss_wait_for(&e->stoppingEvent, sizeof e->stoppingEvent);
    kiss_block(4);
    return 0;
  }
  KISS_ACCESS(8, 2, &stopped, sizeof stopped, 3, 0, 0);
  stopped = 1;
  return 0;
}
)";

const char kWrong[] = R"(
static int BCSP_IoIncrement(DEVICE_EXTENSION *e) {
  _Bool flag;
  KISS_ACCESS(5, 1, &e->stoppingFlag, sizeof e->stoppingFlag, 1, 0, 0);
  flag = e->stoppingFlag;
  if (flag) return -1;
  KISS_POINT(6, 1, 0);
  kiss_atomic++;
  e->pendingIo = e->pendingIo + 1;
  kiss_atomic--;
  return 0;
}
)";

const char kCorrected[] = R"(
static int BCSP_IoIncrement(DEVICE_EXTENSION *e) {
  _Bool flag;
  KISS_POINT(6, 1, 0);
  kiss_atomic++;
  e->pendingIo = e->pendingIo + 1;
  kiss_atomic--;
  KISS_ACCESS(5, 1, &e->stoppingFlag, sizeof e->stoppingFlag, 1, 0, 0);
  flag = e->stoppingFlag;
  if (flag) {
    BCSP_IoDecrement(e);
    if (kiss_raise) return 0;
    return -1;
  }
  return 0;
}
)";

const char kAdd[] = R"(
static void *BCSP_PnpAdd(void *argument) {
  DEVICE_EXTENSION *e = argument;
  int status = BCSP_IoIncrement(e);
  if (kiss_raise) return 0;
  if (status == 0) {
    _Bool was;
    KISS_ACCESS(7, 1, &stopped, sizeof stopped, 3, 0, 0);
    was = stopped;
    if (was) kiss_fail(KISS_ASSERTION, 9);
    BCSP_IoDecrement(e);
    if (kiss_raise) return 0;
  }
  return 0;
}

static void kiss_main(void) {
  DEVICE_EXTENSION *e = kiss_malloc(sizeof *e);
  e->pendingIo = 1;
  kiss_async(kiss_new_thread(), BCSP_PnpStop, e);
)";

const char kEnd[] = R"(  BCSP_PnpAdd(e);
}

void kiss_program(void) {
  kiss_main();
  kiss_raise = 0;
  kiss_schedule();
  kiss_look_for_deadlock();
}
)";

}  // namespace

std::string bluetooth(unsigned adders, bool corrected) {
  std::string text = std::string(kHead) + (corrected ? kCorrected : kWrong) + kAdd;
  for (unsigned i = 1; i < adders; ++i) text += "  kiss_async(kiss_new_thread(), BCSP_PnpAdd, e);\n";
  return text + kEnd;
}

}  // namespace stalemate::kiss
