#ifndef TESTS_MOCK_DRIVER_H
#define TESTS_MOCK_DRIVER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* The parts of the driver: see driver.c. */
enum { DEPTH = 256, VARIABLES = 64, LINE = 2048 };

struct open_range {
	char name[256];
	uint64_t id; /* of a started one; 0: pushed */
	int domain;
};

struct player {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	char line[LINE];
	bool is_busy, is_done, is_running;
	struct open_range ranges[DEPTH];
	int depth;
	const struct player *leader; /* whose stack its own is below; NULL: none */
	char name[16];               /* the thread's own; "": the program's */
};

/* Report an error in the script, and exit. */
void driver_die(const char *what, const char *line);

/* The open ranges of the player, each followed by ';', in LINE bytes. */
void driver_stack(const struct player *player, char *stack);

/* cuInit(): loads the injection library. */
void driver_start_cuda(void);

/* Play a line for a launch, a copy, a fill or a graph; false: it is another command. */
bool driver_play_cuda(const struct player *player, const char *command, char *rest);

/* other start|stop|disable: another client of CUPTI. False: it is another command. */
bool driver_play_other(const char *command, const char *rest);

#endif /* TESTS_MOCK_DRIVER_H */
