#pragma once

#ifdef __cplusplus
extern "C" {
#endif
extern int counter;
void count(void);
int counted(void);
int twice(int number);
int power(int number);
void run_with(void (*body)(void (*)(void), void*), void* argument, void (*then)(void));
#ifdef __cplusplus
}
#endif
