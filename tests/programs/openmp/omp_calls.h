// The functions of omp.h that the programs call: clang's header is in a package of its own.
#pragma once

extern "C" {
struct omp_lock_t {
  void* word;
};
struct omp_nest_lock_t {
  void* words[2];
};
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
int omp_get_level(void);
int omp_get_ancestor_thread_num(int);
int omp_get_team_size(int);
int omp_in_final(void);
int omp_get_cancellation(void);
int omp_get_num_teams(void);
int omp_get_team_num(void);
enum omp_event_handle_t : unsigned long { omp_event_of_no_task = ~0ul };
void omp_fulfill_event(omp_event_handle_t);
void omp_set_num_threads(int);
void omp_set_nested(int);
void omp_set_schedule(int, int);
double omp_get_wtime(void);
void omp_init_lock(omp_lock_t*);
void omp_destroy_lock(omp_lock_t*);
void omp_set_lock(omp_lock_t*);
void omp_unset_lock(omp_lock_t*);
int omp_test_lock(omp_lock_t*);
void omp_init_nest_lock(omp_nest_lock_t*);
void omp_destroy_nest_lock(omp_nest_lock_t*);
void omp_set_nest_lock(omp_nest_lock_t*);
void omp_unset_nest_lock(omp_nest_lock_t*);
int omp_test_nest_lock(omp_nest_lock_t*);
}
