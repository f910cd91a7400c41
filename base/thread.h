#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/*
 * Begin a thread, to be joined. Its stack is as large on every system: by default it has 128 KB
 * with musl and 512 KB on macOS, which is too little for readers. False: there can be no thread.
 */
bool thread_begin(pthread_t *thread, void *(*run)(void *context), void *context);

#endif /* BASE_THREAD_H */
