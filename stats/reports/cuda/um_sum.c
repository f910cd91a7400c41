#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"
#include "stats/parts/report.h"
#include "stats/parts/rows.h"

/* Pages of unified memory: what was moved, and how often the CPU or the GPU had to wait for it. */

struct page_sum {
	uint64_t amounts[PAGE_KINDS];
	uint64_t events[PAGE_KINDS];
	uint64_t moving_ns;
};

struct um_state {
	struct idmap keys; /* addresses, or names of instructions; for the total, 0 alone */
	struct page_sum *sums;
	size_t cap;
	uint64_t first, last; /* addresses */
};

enum um_key { BY_ADDRESS, BY_INSTRUCTION, TOTAL };

static bool add_page(struct um_state *state, uint64_t key, const struct page_event *page,
	const struct host_event *event, struct err *err)
{
	uint32_t index, known = state->keys.count;
	struct page_sum *sum;

	if (!idmap_try_add(&state->keys, key, &index, err) ||
		!mem_try_grow((void **)&state->sums, &state->cap, state->keys.count,
			sizeof(*state->sums), err))
		return false;
	sum = &state->sums[index];
	if (index == known)
		*sum = (struct page_sum){ 0 };
	sum->events[page->kind]++;
	if (page->kind == PAGE_TO_DEVICE || page->kind == PAGE_TO_HOST)
		sum->moving_ns += (uint64_t)(event->end - event->start);
	return sum_add(&sum->amounts[page->kind], page->amount, err);
}

static bool add_pages(
	struct report_run *run, const struct trace *trace, enum um_key by, struct err *err)
{
	const struct host_event *events =
		trace->host_events + trace->host_count - trace->page_count;
	struct um_state *state = run->state;

	for (size_t i = 0; i < trace->page_count; i++) {
		const struct page_event *page = &trace->page_events[i];
		uint64_t key = by == BY_ADDRESS       ? page->address
			       : by == BY_INSTRUCTION ? events[i].name
						      : 0;
		bool is_first = state->keys.count == 0;

		if (by == BY_INSTRUCTION && page->kind != PAGE_CPU_FAULT)
			continue;
		state->first =
			is_first || page->address < state->first ? page->address : state->first;
		state->last = page->address > state->last ? page->address : state->last;
		if (!add_page(state, key, page, &events[i], err))
			return false;
	}
	return true;
}

static bool add_by_address(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_pages(run, trace, BY_ADDRESS, err);
}

static bool add_by_instruction(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_pages(run, trace, BY_INSTRUCTION, err);
}

static bool add_total(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_pages(run, trace, TOTAL, err);
}

static void release(struct report_run *run)
{
	struct um_state *state = run->state;

	idmap_release(&state->keys);
	free(state->sums);
}

static struct cell megabytes(const struct page_sum *sum, enum page_kind kind)
{
	return sum->events[kind] > 0 ? cell_real((double)sum->amounts[kind] / 1e6)
				     : (struct cell){ 0 };
}

static struct cell faults(const struct page_sum *sum, enum page_kind kind)
{
	return sum->events[kind] > 0 ? cell_integer((int64_t)sum->amounts[kind])
				     : (struct cell){ 0 };
}

/* Bytes a second; -1: nothing was moved, or in no time. */
static double throughput(const struct page_sum *sum)
{
	double bytes = (double)sum->amounts[PAGE_TO_DEVICE] + (double)sum->amounts[PAGE_TO_HOST];

	return sum->moving_ns > 0 ? bytes * 1e9 / (double)sum->moving_ns : -1;
}

static void put_address(uint64_t address, char text[32])
{
	snprintf(text, 32, "0x%" PRIX64, address);
}

/* --- by address ------------------------------------------------------------------------------ */

static int compare_pages(const void *context, uint32_t a, uint32_t b)
{
	const struct um_state *state = ((const struct report_run *)context)->state;
	double left = throughput(&state->sums[a]), right = throughput(&state->sums[b]);

	if (left != right)
		return left > right ? -1 : 1;
	return (state->keys.keys[a] > state->keys.keys[b]) -
	       (state->keys.keys[a] < state->keys.keys[b]);
}

static bool give_page(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct um_state *state = ((const struct report_run *)context)->state;
	const struct page_sum *sum = &state->sums[index];
	char address[32];
	struct cell cells[] = {
		{ 0 },
		megabytes(sum, PAGE_TO_DEVICE),
		megabytes(sum, PAGE_TO_HOST),
		faults(sum, PAGE_CPU_FAULT),
		faults(sum, PAGE_GPU_FAULT),
		{ 0 },
	};

	put_address(state->keys.keys[index], address);
	cells[0] = cell_text(address);
	if (throughput(sum) >= 0)
		cells[5] = cell_real(throughput(sum) / 1e6);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool finish_pages(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct um_state *state = run->state;
	const struct rows rows = {
		.count = state->keys.count, .compare = compare_pages, .give = give_page
	};

	return rows_give(&rows, run, sink, err);
}

/* --- all together ---------------------------------------------------------------------------- */

static bool finish_total(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct um_state *state = run->state;
	const struct page_sum *all = &state->sums[0];
	char first[32], last[32];

	put_address(state->first, first);
	put_address(state->last, last);
	const struct cell cells[] = {
		cell_real((double)all->amounts[PAGE_TO_DEVICE] / 1e6),
		cell_real((double)all->amounts[PAGE_TO_HOST] / 1e6),
		cell_integer((int64_t)all->amounts[PAGE_CPU_FAULT]),
		cell_integer((int64_t)all->amounts[PAGE_GPU_FAULT]),
		cell_text(first),
		cell_text(last),
	};

	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

/* --- by instruction -------------------------------------------------------------------------- */

static int compare_instructions(const void *context, uint32_t a, uint32_t b)
{
	const struct report_run *run = context;
	const struct um_state *state = run->state;
	uint64_t left = state->sums[a].amounts[PAGE_CPU_FAULT];
	uint64_t right = state->sums[b].amounts[PAGE_CPU_FAULT];

	if (left != right)
		return left > right ? -1 : 1;
	return (a > b) - (a < b);
}

static bool give_instruction(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct report_run *run = context;
	const struct um_state *state = run->state;
	const struct cell cells[] = {
		cell_integer((int64_t)state->sums[index].amounts[PAGE_CPU_FAULT]),
		cell_name(run->names, (uint32_t)state->keys.keys[index]),
	};

	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool finish_instructions(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct um_state *state = run->state;
	const struct rows rows = {
		.count = state->keys.count,
		.compare = compare_instructions,
		.give = give_instruction,
	};

	return rows_give(&rows, run, sink, err);
}

static const struct column page_columns[] = {
	{ "Virtual Address", COLUMN_WORD, 0, 0 },
	{ "HtoD Migration Size", COLUMN_MB, 3, 0 },
	{ "DtoH Migration Size", COLUMN_MB, 3, 0 },
	{ "CPU Page Faults", COLUMN_COUNT, 0, 0 },
	{ "GPU Page Faults", COLUMN_COUNT, 0, 0 },
	{ "Migration Throughput", COLUMN_RATE, 3, 0 },
};

static const struct column total_columns[] = {
	{ "Total HtoD Migration Size", COLUMN_MB, 3, 0 },
	{ "Total DtoH Migration Size", COLUMN_MB, 3, 0 },
	{ "Total CPU Page Faults", COLUMN_COUNT, 0, 0 },
	{ "Total GPU PageFaults", COLUMN_COUNT, 0, 0 },
	{ "Minimum Virtual Address", COLUMN_WORD, 0, 0 },
	{ "Maximum Virtual Address", COLUMN_WORD, 0, 0 },
};

static const struct column instruction_columns[] = {
	{ "CPU Page Faults", COLUMN_COUNT, 0, 0 },
	{ "CPU Instruction Address", COLUMN_TEXT, 0, 0 },
};

const struct report report_um_sum = {
	.name = "um_sum",
	.alias = "unifiedmemory",
	.title = "Unified memory",
	.doc = "Migrations and page faults of unified memory, by virtual address.",
	.columns = page_columns,
	.column_count = ARRAY_SIZE(page_columns),
	.want = WANT_HOST(HOST_PAGES),
	.needs = NEED_PAGES,
	.is_cpu = true,
	.state_size = sizeof(struct um_state),
	.add = add_by_address,
	.finish = finish_pages,
	.release = release,
};

const struct report report_um_total_sum = {
	.name = "um_total_sum",
	.alias = "unifiedmemorytotals",
	.title = "Unified memory totals",
	.doc = "All migrations and page faults of unified memory.",
	.columns = total_columns,
	.column_count = ARRAY_SIZE(total_columns),
	.want = WANT_HOST(HOST_PAGES),
	.needs = NEED_PAGES,
	.is_cpu = true,
	.state_size = sizeof(struct um_state),
	.add = add_total,
	.finish = finish_total,
	.release = release,
};

const struct report report_um_cpu_page_faults_sum = {
	.name = "um_cpu_page_faults_sum",
	.alias = "umcpupagefaults",
	.title = "Unified memory: page faults of the CPU",
	.doc = "Page faults of the CPU in unified memory, by the instruction that caused them.",
	.columns = instruction_columns,
	.column_count = ARRAY_SIZE(instruction_columns),
	.want = WANT_HOST(HOST_PAGES),
	.needs = NEED_PAGES,
	.is_cpu = true,
	.state_size = sizeof(struct um_state),
	.add = add_by_instruction,
	.finish = finish_instructions,
	.release = release,
};
