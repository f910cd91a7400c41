#include "collapse/plan/critical_path.h"

#include <stdio.h>

#include "tests/unit/made_schedule.h"
#include "tests/unit/test.h"

/* Critical paths of schedules drawn by hand. */
static const char *text_of(const struct drawing *drawing, uint32_t name)
{
	return name != NAME_NONE ? drawing->made.names.list[name].text : "-";
}

/* Add a piece to the path, which begins with the latest one. */
static void put(
	const struct drawing *drawing, const struct critical_piece *piece, char *text, size_t size)
{
	static const char *const words[] = { "", "launch of ", "wait of ", "", "" };
	const struct trace *trace = &drawing->made.trace;
	size_t len = strlen(text);
	const char *what = "cpu";

	if (piece->kind == PATH_CALL)
		what = text_of(drawing, trace->api_calls[piece->call].name);
	else if (piece->kind != PATH_CPU)
		what = text_of(drawing, trace->ops[piece->op].name);
	snprintf(text + len, size - len, "%s%d-%d %s%s%s%s", len > 0 ? ", " : "", (int)piece->start,
		(int)piece->end, words[piece->kind], what, piece->range != TRACE_NONE ? " in " : "",
		piece->range != TRACE_NONE ? text_of(drawing, trace->ranges[piece->range].name)
					   : "");
}

static void check(struct drawing *drawing, const char *expected)
{
	struct critical_path path;
	struct critical_piece piece;
	char text[1024] = "";

	end(drawing);
	critical_path_init(&path, &drawing->made.trace);
	while (critical_path_next(&path, &piece))
		put(drawing, &piece, text, sizeof(text));
	critical_path_release(&path);
	assert_string_equal(text, expected);
	made_release(&drawing->made);
}

TEST(one_stream_is_followed_to_its_first_launch)
{
	struct drawing drawing;

	begin(&drawing);
	range(&drawing, "step", 1, 0, 12);
	launch(&drawing, "a", 1, 2, 4, 7, 6, 20);
	launch(&drawing, "b", 1, 8, 10, 7, 21, 30);
	check(&drawing, "21-30 b, 20-21 wait of b, 6-20 a, 4-6 launch of a, 2-4 launch in step,"
			" 0-2 cpu in step");
}

TEST(what_is_launched_late_waits_for_the_cpu)
{
	struct drawing drawing;

	begin(&drawing);
	range(&drawing, "step", 1, 0, 40);
	range(&drawing, "slow", 1, 12, 30);
	launch(&drawing, "a", 1, 2, 4, 7, 6, 10);
	launch(&drawing, "b", 1, 32, 34, 7, 36, 50);
	check(&drawing,
		"36-50 b, 34-36 launch of b, 32-34 launch in step, 30-32 cpu in step,"
		" 12-30 cpu in slow, 4-12 cpu in step, 2-4 launch in step, 0-2 cpu in step");
}

TEST(a_call_that_waits_leads_to_the_gpu)
{
	struct drawing drawing;

	begin(&drawing);
	launch(&drawing, "a", 1, 0, 1, 7, 2, 20);
	launch(&drawing, "hidden", 1, 1, 2, 8, 3, 9);
	call(&drawing, 1, "cudaStreamSynchronize_v3020", 3, 22);
	launch(&drawing, "b", 1, 25, 26, 7, 28, 40);
	check(&drawing, "28-40 b, 26-28 launch of b, 25-26 launch, 22-25 cpu,"
			" 20-22 cudaStreamSynchronize_v3020, 2-20 a, 1-2 launch of a, 0-1 launch");
}

/* A stream that was given more is not what the call waited for, though something ended there. */
TEST(a_call_waits_for_a_stream_that_is_empty)
{
	struct drawing drawing;

	begin(&drawing);
	launch(&drawing, "a", 1, 0, 1, 7, 2, 20);
	launch(&drawing, "c", 1, 1, 2, 8, 3, 21);
	launch(&drawing, "d", 1, 2, 3, 8, 21, 50);
	call(&drawing, 1, "cudaStreamSynchronize", 4, 22);
	launch(&drawing, "b", 1, 25, 26, 7, 28, 60);
	check(&drawing, "28-60 b, 26-28 launch of b, 25-26 launch, 22-25 cpu,"
			" 20-22 cudaStreamSynchronize, 2-20 a, 1-2 launch of a, 0-1 launch");
}

TEST(a_call_that_only_allocates_waits_for_nothing)
{
	struct drawing drawing;

	begin(&drawing);
	launch(&drawing, "a", 1, 0, 1, 7, 2, 20);
	call(&drawing, 1, "cudaMalloc", 4, 22);
	launch(&drawing, "b", 1, 25, 26, 7, 28, 60);
	check(&drawing, "28-60 b, 26-28 launch of b, 25-26 launch, 22-25 cpu, 4-22 cudaMalloc,"
			" 1-4 cpu, 0-1 launch");
}

TEST(a_copy_waits_for_itself)
{
	struct drawing drawing;

	begin(&drawing);
	launch(&drawing, "a", 1, 0, 1, 7, 2, 20);
	launch(&drawing, "b", 1, 31, 32, 7, 33, 35);
	drawing.kernels = 2;
	launch(&drawing, "copy", 1, 3, 30, 7, 21, 28);
	drawing.made.trace.api_calls[2].name = name(&drawing, "cudaMemcpy_v3020");
	check(&drawing, "33-35 b, 32-33 launch of b, 31-32 launch, 30-31 cpu,"
			" 28-30 cudaMemcpy_v3020, 21-28 copy, 20-21 wait of copy, 2-20 a,"
			" 1-2 launch of a, 0-1 launch");
}

/* An autograd thread is in no range before its pass: what went before is on the other one. */
TEST(an_idle_thread_leads_to_the_one_that_launched)
{
	struct drawing drawing;

	begin(&drawing);
	range(&drawing, "forward", 1, 0, 10);
	launch(&drawing, "f", 1, 2, 4, 7, 5, 6);
	range(&drawing, "wait for it", 1, 10, 30);
	range(&drawing, "backward", 2, 15, 28);
	launch(&drawing, "b", 2, 20, 22, 7, 23, 40);
	check(&drawing, "23-40 b, 22-23 launch of b, 20-22 launch in backward,"
			" 15-20 cpu in backward, 10-15 cpu in wait for it, 4-10 cpu in forward,"
			" 2-4 launch in forward, 0-2 cpu in forward");
}

TEST(the_end_may_be_on_a_thread)
{
	struct drawing drawing;

	begin(&drawing);
	range(&drawing, "step", 1, 0, 30);
	launch(&drawing, "a", 1, 2, 4, 7, 6, 20);
	check(&drawing, "4-30 cpu in step, 2-4 launch in step, 0-2 cpu in step");
}

TEST(without_a_launch_only_the_stream_is_known)
{
	struct drawing drawing;

	begin(&drawing);
	launch(&drawing, "a", 0, 0, 0, 7, 5, 20);
	launch(&drawing, "b", 0, 0, 0, 7, 22, 30);
	launch(&drawing, "c", 0, 0, 0, 8, 2, 3);
	check(&drawing, "22-30 b, 20-22 wait of b, 5-20 a, 2-5 wait of a");
}

/* Calls that end before they begin, launches after the operation, operations of no length. */
TEST(odd_times_end_the_path_too)
{
	struct drawing drawing;

	begin(&drawing);
	launch(&drawing, "a", 1, 10, 10, 7, 10, 10);
	drawing.made.trace.api_calls[0].name = name(&drawing, "cudaMemcpy");
	launch(&drawing, "b", 1, 12, 11, 7, 10, 10);
	launch(&drawing, "c", 1, 30, 40, 8, 9, 20);
	call(&drawing, 1, "cudaDeviceSynchronize", 9, 10);
	check(&drawing, "30-40 launch, 12-30 cpu, 10-12 cpu, 9-10 cudaDeviceSynchronize");
}

/* Of two streams, one waits for an event of the other. */
TEST(a_stream_waits_for_an_event)
{
	struct drawing drawing;

	begin(&drawing);
	launch(&drawing, "a", 1, 0, 1, 7, 2, 20);
	launch(&drawing, "b", 1, 2, 3, 8, 4, 9);
	call(&drawing, 1, "cudaEventRecord", 4, 5);
	launch(&drawing, "later", 1, 5, 6, 7, 20, 90);
	call(&drawing, 1, "cudaStreamWaitEvent", 6, 7);
	launch(&drawing, "c", 1, 8, 9, 8, 21, 100);
	wait_for(&drawing, 4, stream(&drawing, 8), 2, stream(&drawing, 7));
	check(&drawing, "21-100 c, 20-21 wait of c, 2-20 a, 1-2 launch of a, 0-1 launch");
}

/* What it waits for ended before the one before it, or began after it: it is not what counts. */
TEST(an_event_of_the_past_is_not_waited_for)
{
	struct drawing drawing;

	begin(&drawing);
	launch(&drawing, "a", 1, 0, 1, 7, 2, 5);
	launch(&drawing, "b", 1, 2, 3, 8, 4, 19);
	call(&drawing, 1, "cudaEventRecord", 4, 5);
	call(&drawing, 1, "cudaStreamWaitEvent", 6, 7);
	launch(&drawing, "c", 1, 8, 9, 8, 21, 100);
	wait_for(&drawing, 3, stream(&drawing, 8), 2, stream(&drawing, 7));
	check(&drawing, "21-100 c, 19-21 wait of c, 4-19 b, 3-4 launch of b, 2-3 launch, 1-2 cpu,"
			" 0-1 launch");
}

TEST(streams_that_wait_for_each_other_end_too)
{
	struct drawing drawing;

	begin(&drawing);
	call(&drawing, 1, "cudaEventRecord", 0, 1);
	launch(&drawing, "a", 1, 2, 3, 7, 5, 20);
	launch(&drawing, "b", 1, 2, 3, 8, 5, 20);
	call(&drawing, 1, "cudaEventRecord", 4, 5);
	wait_for(&drawing, 0, stream(&drawing, 7), 3, stream(&drawing, 8));
	wait_for(&drawing, 0, stream(&drawing, 8), 3, stream(&drawing, 7));
	wait_for(&drawing, 0, stream(&drawing, 8), 3, stream(&drawing, 8));
	check(&drawing, "5-20 b, 3-5 launch of b, 2-3 launch, 1-2 cpu, 0-1 cudaEventRecord");
}

/* The report says what it waited for, which is not what ended last in it. */
TEST(a_call_waits_for_what_is_recorded)
{
	struct drawing drawing;

	begin(&drawing);
	launch(&drawing, "a", 1, 0, 1, 7, 2, 10);
	call(&drawing, 1, "cudaEventRecord", 2, 3);
	launch(&drawing, "n", 1, 3, 4, 8, 5, 11);
	call(&drawing, 1, "cudaEventSynchronize", 5, 12);
	launch(&drawing, "b", 1, 15, 16, 7, 18, 40);
	wait_for(&drawing, 3, TRACE_NONE, 1, stream(&drawing, 7));
	check(&drawing, "18-40 b, 16-18 launch of b, 15-16 launch, 12-15 cpu,"
			" 10-12 cudaEventSynchronize, 2-10 a, 1-2 launch of a, 0-1 launch");
}

TEST(a_call_for_an_event_that_was_there_did_not_wait)
{
	struct drawing drawing;

	begin(&drawing);
	launch(&drawing, "a", 1, 0, 1, 7, 1, 2);
	call(&drawing, 1, "cudaEventRecord", 2, 3);
	launch(&drawing, "n", 1, 3, 4, 8, 5, 11);
	call(&drawing, 1, "cudaEventSynchronize", 5, 12);
	launch(&drawing, "b", 1, 15, 16, 7, 18, 40);
	wait_for(&drawing, 3, TRACE_NONE, 1, stream(&drawing, 7));
	check(&drawing, "18-40 b, 16-18 launch of b, 15-16 launch, 12-15 cpu,"
			" 5-12 cudaEventSynchronize, 4-5 cpu, 3-4 launch, 2-3 cudaEventRecord,"
			" 1-2 cpu, 0-1 launch");
}

TEST(nothing_has_no_path)
{
	struct drawing drawing;

	begin(&drawing);
	range(&drawing, "cpu only", 1, 0, 30);
	check(&drawing, "");
}
