#include "base/thread.h"

bool thread_begin(pthread_t *thread, void *(*run)(void *context), void *context)
{
	enum { STACK_BYTES = 8 << 20 };
	pthread_attr_t attributes;
	bool begun;

	if (pthread_attr_init(&attributes) != 0)
		return false;
	begun = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
		pthread_create(thread, &attributes, run, context) == 0;
	pthread_attr_destroy(&attributes);
	return begun;
}
