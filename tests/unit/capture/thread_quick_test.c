#include "capture/clock.c"
#include "capture/own_files.c"
#include "capture/program/spans.c"
#include "capture/program/stacks.c"
#include "capture/program/thread_names.c"
#include "capture/program/thread_quick.h"
#include "capture/program/threads.c"
#include "capture/program/window.c"
#include "capture/recorder.c"
#include "base/platform.h"
#include "tests/unit/test.h"

#include <sys/mman.h>

/* Of trace mode, which takes the slow path. */
void thread_write_levels(UNUSED struct thread *thread)
{
}

void thread_write_end(UNUSED struct thread *thread, UNUSED uint32_t at, UNUSED int64_t ns)
{
}

void helpers_end(UNUSED struct thread *thread)
{
}

/* A process in fold mode. */
struct world {
	struct recorder recorder;
	struct ticks ticks;
	struct stacks stacks;
	struct spans spans;
	struct window window;
	struct threads threads;
};

static struct world *new_world(void)
{
	struct world *world = calloc(1, sizeof(*world));
	struct err err = { 0 };

	assert_non_null(world);
	world->recorder.config.strip = true;
	atomic_store(&world->recorder.epoch, 1);
	assert_true(stacks_init(&world->stacks, 4000, &err));
	spans_init(&world->spans);
	window_init(&world->window, &world->recorder);
	world->threads = (struct threads){
		.recorder = &world->recorder,
		.ticks = &world->ticks,
		.stacks = &world->stacks,
		.spans = &world->spans,
		.window = &world->window,
	};
	return world;
}

static struct thread *new_thread(struct world *world)
{
	struct thread *thread = platform_map(sizeof(*thread), false);

	assert_non_null(thread);
	thread->all = &world->threads;
	thread->epoch = 1;
	thread->quick = QUICK_NEVER;
	return thread;
}

static void free_thread(struct thread *thread)
{
	for (uint32_t i = 0; i < thread->cap; i++)
		free(thread->levels[i].name);
	free(thread->levels);
	munmap(thread, sizeof(*thread));
}

static void free_world(struct world *world)
{
	tree_release(&world->stacks.tree);
	names_release(&world->stacks.names);
	idmap_release(&world->stacks.shapes);
	free(world->stacks.shape);
	free(world);
}

static uint32_t random_below(uint64_t *state, uint32_t limit)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33) % limit;
}

/* What nvtx_push() and nvtx_pop() do; counts how often the fast path was taken. */
static int push(struct thread *thread, uint32_t domain, const char *text, unsigned *quick)
{
	int level = -1;

	thread_self = thread;
	if (thread_quick(thread->all) != NULL)
		level = quick_push(thread, domain, text);
	*quick += level >= 0;
	return level >= 0 ? level : thread_push(thread, domain, text, WATCH_NONE, NULL);
}

static int pop(struct thread *thread, uint32_t domain, unsigned *quick)
{
	int level = -1;
	unsigned watch;

	thread_self = thread;
	if (thread_quick(thread->all) != NULL)
		level = quick_pop(thread, domain);
	*quick += level >= 0;
	return level >= 0 ? level : thread_pop(thread, domain, &watch);
}

/* The names that a thread uses, each at an address of its own, and a buffer for all of them. */
struct namer {
	char names[40][96], buffer[96];
};

static struct namer *new_namer(void)
{
	static const char tail[] = "of a long name that has no end in sight";
	struct namer *namer = malloc(sizeof(*namer));

	assert_non_null(namer);
	for (int i = 0; i < 40; i++)
		snprintf(namer->names[i], sizeof(namer->names[i]),
			i % 4 == 0 ? "part%c%.*s" : "layer %d%.*s", i % 4 == 0 ? 'a' + i : i, i,
			tail);
	return namer;
}

static const char *name_of(struct namer *namer, uint32_t which, bool is_buffer)
{
	if (!is_buffer)
		return namer->names[which];
	return strcpy(namer->buffer, namer->names[which]);
}

/*
 * One thread takes the fast path where it may, the other never, with the same names at other
 * addresses: they have the same stacks. Of a name with numbers that was pushed outside the window,
 * it depends on what the caches still have which of two nodes it has until the window opens.
 */
TEST(both_ways_lead_to_one_stack)
{
	struct world *world = new_world();
	struct thread *one = new_thread(world), *other = new_thread(world);
	struct namer *its = new_namer(), *others = new_namer();
	uint64_t random = 4711;
	unsigned quick = 0, watch;

	for (int i = 0; i < 400000; i++) {
		uint32_t domain = random_below(&random, 8) == 0, what = random_below(&random, 100);

		if (what == 0)
			set_state(&world->window, WINDOW_ON, !window_is_on(&world->window));
		if (what == 1 && window_is_on(&world->window)) {
			/* a launch */
			thread_name_outside(one);
			thread_name_outside(other);
		} else if (what < 50 && one->depth < 9) {
			uint32_t which = random_below(&random, 40);
			bool is_buffer = random_below(&random, 4) == 0;

			assert_int_equal(push(one, domain, name_of(its, which, is_buffer), &quick),
				thread_push(other, domain, name_of(others, which, is_buffer),
					WATCH_NONE, NULL));
		} else {
			assert_int_equal(
				pop(one, domain, &quick), thread_pop(other, domain, &watch));
		}
		assert_int_equal(one->depth, other->depth);
		assert_int_equal(one->outside, other->outside);
		if (one->outside == 0)
			assert_int_equal(one->node, other->node);
	}
	assert_true(quick > 100000);
	assert_int_equal(atomic_load(&one->ranges), atomic_load(&other->ranges));
	while (one->depth > 0)
		pop(one, one->levels[one->depth - 1].domain, &quick);
	for (size_t i = 0; i < NEAR_SLOTS; i++)
		assert_int_equal(one->near[i].users, 0);
	free(its);
	free(others);
	free_thread(one);
	free_thread(other);
	free_world(world);
}

static size_t name_len(struct world *world, uint32_t node)
{
	struct stack_frame frame;
	uint32_t parent;

	assert_int_equal(stacks_copy(&world->stacks, node, &parent, &frame, 1), 1);
	return frame.len;
}

/* Names of each length at the end of a page, with nothing after it; shorter ones at their place. */
TEST(no_text_is_read_past_its_page)
{
	struct world *world = new_world();
	struct thread *thread = new_thread(world);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *pages =
		mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned quick = 0;

	assert_ptr_not_equal(pages, MAP_FAILED);
	assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
	for (size_t len = 0; len < 200; len++) {
		char *text = pages + page - len - 1;

		for (size_t shorter = 0; shorter <= len; shorter += 3) {
			uint32_t node;

			memset(text, 'a', len + 1);
			text[len - shorter] = '\0';
			push(thread, 0, text, &quick);
			node = thread->node;
			pop(thread, 0, &quick);
			push(thread, 0, text, &quick);
			assert_int_equal(thread->node, node);
			assert_int_equal(name_len(world, node), len - shorter);
			pop(thread, 0, &quick);
		}
	}
	assert_true(quick > 10000);
	munmap(pages, 2 * page);
	free_thread(thread);
	free_world(world);
}
