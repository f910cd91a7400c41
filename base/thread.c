#include "base/thread.h"

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
