#include "civetweb.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static int hits;
static int h(struct mg_connection* c, void* p) {
  hits++;
  mg_printf(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi");
  return 200;
}
int main() {
  mg_init_library(0);
  const char* o[] = {"listening_ports", "127.0.0.1:18081", "num_threads", "1", 0};
  struct mg_context* c = mg_start(0, 0, o);
  assert(c);
  mg_set_request_handler(c, "/x", h, 0);
  char e[100];
  struct mg_connection* r = mg_download("127.0.0.1", 18081, 0, e, sizeof e, "GET /x HTTP/1.0\r\n\r\n");
  if (r) {
    char b[3] = {0};
    mg_read(r, b, 2);
    assert(!strcmp(b, "hi"));
    mg_close_connection(r);
  }
  mg_stop(c);
  mg_exit_library();
}
