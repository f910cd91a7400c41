#include "capture/program/program.h"

#include "capture/recorder.h"

bool program_init(struct program *program, struct recorder *recorder, struct err *err)
{
	struct threads *threads = &program->threads;

	ticks_init(&program->ticks);
	if (!stacks_init(&program->stacks, (uint32_t)recorder->config.max_nodes, err))
		return false;
	spans_init(&program->spans);
	window_init(&program->window, recorder);
	threads->recorder = recorder;
	threads->ticks = &program->ticks;
	threads->stacks = &program->stacks;
	threads->spans = &program->spans;
	threads->window = &program->window;
	if (!threads_init(threads))
		return err_nomem(err);
	nvtx_init(&program->nvtx, recorder, threads);
	return true;
}
