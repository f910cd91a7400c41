#include "stats/measures/report.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/order.h"
#include "base/text.h"
#include "stats/measures/kernel_runs.h"
#include "stats/roofline/roofline.h"

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	return roof_groups_add(run->state, run, trace, err);
}

/* Work of operations may be outside of a step's wall time. */
static bool is_refused(const struct roof_group *group)
{
	return group->over > 0 ||
	       group->amount.compute_ns > (double)(group->wall_ns + group->slack_ns);
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct report_run *run = context;
	const struct roof_groups *groups = run->state;
	int64_t left = groups->list[a].busy_ns, right = groups->list[b].busy_ns;

	if (left != right)
		return left > right ? -1 : 1;
	return kernel_compare_names(
		run->names, (uint32_t)groups->names.keys[a], (uint32_t)groups->names.keys[b]);
}

/* In percent, 100 at most, as clocks may hide more; of no time, an empty cell. */
static struct cell share(double part, double whole)
{
	if (whole <= 0)
		return (struct cell){ .kind = CELL_EMPTY };
	return cell_real(part < whole ? 100 * part / whole : 100);
}

static void fill_roof(const struct roof_group *group, struct cell *cells, const char **problem)
{
	const struct amount *amount = &group->amount;

	if (amount->lacks_roof)
		return;
	cells[4] = cell_text(amount->compute_ns >= amount->memory_ns ? "compute" : "memory");
	if (amount->least_ns > (double)(group->counted_ns + group->slack_ns)) {
		*problem = "faster than memory: from caches";
		return;
	}
	cells[3] = share(amount->least_ns, (double)group->counted_ns);
	cells[8] = cell_integer(sink_scale(amount->least_ns, 0));
}

static bool give(const struct report_run *run, uint32_t index, struct sink *sink, struct err *err)
{
	const struct roof_groups *groups = run->state;
	const struct roof_group *group = &groups->list[index];
	const struct amount *amount = &group->amount;
	const char *problem = "";
	char text[64];
	struct cell cells[16] = {
		[0] = cell_name(run->names, (uint32_t)groups->names.keys[index]),
		[5] = cell_integer(group->wall_ns),
		[6] = cell_integer(group->busy_ns),
		[7] = share((double)group->counted_ns, (double)group->busy_ns),
		[9] = cell_real(amount->flop * 1e-9),
		[14] = cell_integer((int64_t)group->ranges),
	};

	if (!amount->lacks_bytes) {
		cells[12] = cell_real(amount->bytes * 1e-6);
		cells[13] = cell_real(amount->flop / amount->bytes);
	}
	if (amount->lacks_peak)
		problem = "peak not known";
	else if (is_refused(group)) {
		double whole = amount->compute_ns / (double)group->wall_ns;
		double worst = group->worst > whole ? group->worst : whole;

		snprintf(text, sizeof(text), "up to %.3g times the peak",
			worst > 1.01 ? worst : 1.01);
		problem = text;
	} else {
		problem = group->has_over ? "with ranges over the peak" : "";
		cells[1] = share(amount->compute_ns, (double)group->wall_ns);
		cells[2] = share(amount->compute_ns, (double)group->busy_ns);
		fill_roof(group, cells, &problem);
	}
	if (!amount->lacks_peak)
		cells[11] = cell_real(amount->flop / amount->compute_ns * 1e-3);
	if (!is_refused(group) && group->busy_ns > 0)
		cells[10] = cell_real(amount->flop / (double)group->busy_ns * 1e-3);
	cells[15] = cell_text(problem);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static void add_no_peak(const struct report_run *run, struct text *note)
{
	const struct roof_groups *groups = run->state;
	uint32_t name = groups->lacking;

	text_add_string(note, "The peak of ");
	if (name != NAME_NONE && run->names->list[name].len > 0)
		text_add_clean(note, run->names->list[name].text, run->names->list[name].len, 0);
	else
		text_add_string(note, "a GPU without a name");
	text_add_string(note, " is not known: give it, for dense matrices, such as --peak "
			      "bf16=989.4,memory=3350 (TFLOP/s, GB/s).");
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct roof_groups *groups = run->state;
	uint32_t count = 0, *order = mem_zeroed(groups->names.count, sizeof(*order));
	struct text note = { 0 };
	bool ok;

	for (uint32_t i = 0; i < groups->names.count; i++) {
		if (groups->list[i].amount.flop <= 0)
			continue;
		run->refused += is_refused(&groups->list[i]);
		order[count++] = i;
	}
	order_by(order, count, compare, run);
	if (groups->lacks_peak)
		add_no_peak(run, &note);
	if (run->refused > 0)
		text_addf(&note,
			"%s%" PRIu64 " row%s more FLOP/s than the hardware can do: FLOP or peak "
			"are wrong (another type, a causal mask, --flops, --peak), so the figures "
			"are left out.",
			note.len > 0 ? " " : "", run->refused,
			run->refused == 1 ? " has" : "s have");
	ok = note.len == 0 || sink->note(sink, note.bytes, err);
	text_release(&note);
	for (uint32_t i = 0; ok && i < count; i++)
		ok = give(run, order[i], sink, err);
	free(order);
	return ok;
}

static void release(struct report_run *run)
{
	roof_groups_release(run->state);
}

const struct report_code code_mfu = {
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_STREAMS | WANT_LABELS | WANT_WORKS,
	.state_size = sizeof(struct roof_groups),
	.add = add,
	.finish = finish,
	.release = release,
};
