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

static void *run(void *data)
{
	struct side_work *side = data;

	side->ok = side->work(side->context, &side->err);
	return NULL;
}

void side_work_begin(struct side_work *side)
{
	side->err = (struct err){ 0 };
	side->runs = !side->alone && thread_begin(&side->thread, run, side);
	if (!side->runs)
		run(side);
}

bool side_work_end(struct side_work *side, bool ok, struct err *err)
{
	if (side->runs)
		pthread_join(side->thread, NULL);
	side->runs = false;
	if (ok && !side->ok)
		*err = side->err;
	return ok && side->ok;
}
