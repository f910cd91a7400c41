#include "collapse/stage.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/capture_reader.h"
#include "collapse/input.h"
#include "collapse/kineto_reader.h"
#include "collapse/nsys_export.h"
#include "collapse/nsys_reader.h"
#include "collapse/picture_reader.h"
#include "collapse/stacks_reader.h"

bool collapse_init(struct collapse *collapse, struct err *err)
{
	*collapse = (struct collapse){ 0 };
	names_init(&collapse->names);
	rules_init(&collapse->rules, &collapse->names);
	return tree_init(&collapse->tree, &collapse->names, err);
}

void collapse_release(struct collapse *collapse)
{
	tree_release(&collapse->tree);
	rules_release(&collapse->rules);
	names_release(&collapse->names);
	for (size_t i = 0; i < collapse->diagnostic_count; i++)
		free(collapse->diagnostics[i].text);
	free(collapse->diagnostics);
}

/* Files that hold a trace, and what fills them. */
struct trace_kind {
	bool (*read)(const char *path, const struct trace_want *want, struct progress *progress,
		struct trace *trace, struct err *err);
	const char *how_to_record;
};

static const struct trace_kind nsys_kind = { nsys_read, "'nsys profile -t cuda,nvtx ...'" };
static const struct trace_kind torch_kind = { kineto_read,
	"torch.profiler and ProfilerActivity.CUDA" };

static bool keep_diagnostics(struct collapse *collapse, struct trace *trace, struct err *err)
{
	for (size_t i = 0; i < trace->diagnostic_count; i++) {
		struct diagnostic *diagnostic = &trace->diagnostics[i];
		size_t at = 0;

		while (at < collapse->diagnostic_count &&
			strcmp(collapse->diagnostics[at].text, diagnostic->text) != 0)
			at++;
		if (at < collapse->diagnostic_count) {
			collapse->diagnostics[at].count += diagnostic->count;
			continue;
		}
		if (!mem_grow((void **)&collapse->diagnostics, &collapse->diagnostics_cap, at + 1,
			    sizeof(*collapse->diagnostics), err))
			return false;
		collapse->diagnostics[collapse->diagnostic_count++] = *diagnostic;
		diagnostic->text = NULL; /* ours now */
	}
	return true;
}

static void add_oddities(struct oddities *sum, const struct oddities *more)
{
	sum->ranges_never_closed += more->ranges_never_closed;
	sum->ranges_unnamed += more->ranges_unnamed;
	sum->ops_without_launch += more->ops_without_launch;
	sum->rows_without_time += more->rows_without_time;
	sum->rows_backwards += more->rows_backwards;
	sum->range_rows_bad += more->range_rows_bad;
	sum->api_rows_bad += more->api_rows_bad;
}

static bool check_not_empty(const struct trace *trace, const struct trace_kind *kind,
	const char *path, bool kernels_only, struct err *err)
{
	if (trace->op_count > 0)
		return true;
	if (trace->odd.rows_without_time + trace->odd.rows_backwards > 0)
		return err_set(
			err, ERR_EMPTY, "'%s' holds no GPU operation with a valid time", path);
	return err_set(err, ERR_EMPTY,
		"'%s' holds no %s; record with %s (%s), and look that the profiled part launches"
		" kernels",
		path, kernels_only ? "kernels" : "GPU operations", kind->how_to_record,
		trace->format);
}

/* What a trace has is whole nanoseconds, also where stacks with fractions came before. */
static bool fold_into(struct collapse *collapse, const struct trace *trace, struct err *err)
{
	struct tree tree;
	bool ok;

	if (collapse->tree.decimals == 0)
		return fold_trace(trace, &collapse->rules, &collapse->tree, &collapse->counts, err);
	if (!tree_init(&tree, &collapse->names, err))
		return false;
	ok = fold_trace(trace, &collapse->rules, &tree, &collapse->counts, err) &&
	     tree_merge(&collapse->tree, &tree, err);
	tree_release(&tree);
	return ok;
}

/* Errors of folding don't know what file they are of. */
static bool fold_file(
	struct collapse *collapse, const struct trace *trace, const char *path, struct err *err)
{
	return fold_into(collapse, trace, err) || err_prefix(err, "cannot fold '%s'", path);
}

/* A capture of fold mode has its sums already. */
static bool collapse_capture(struct collapse *collapse, const char *path,
	const struct collapse_options *options, char format[96], struct err *err)
{
	struct trace trace;
	struct tree tree;
	uint64_t steps = 0;
	bool ok;

	trace_init(&trace, &collapse->names);
	ok = tree_init(&tree, &collapse->names, err);
	if (ok) {
		ok = capture_fold(path, &options->want, &trace, &collapse->rules, &tree,
			     &collapse->counts, &steps, err) &&
		     tree_merge(&collapse->tree, &tree, err) &&
		     keep_diagnostics(collapse, &trace, err);
		tree_release(&tree);
		/* ranks of one run make the same steps */
		if (steps > collapse->steps)
			collapse->steps = steps;
	}
	memcpy(format, trace.format, sizeof(trace.format));
	trace_release(&trace);
	return ok;
}

static bool collapse_trace(struct collapse *collapse, const struct trace_kind *kind,
	const char *path, const char *shown, const struct collapse_options *options,
	char format[96], struct err *err)
{
	struct trace trace;
	bool ok;

	trace_init(&trace, &collapse->names);
	ok = kind->read(path, &options->want, options->progress, &trace, err) &&
	     check_not_empty(&trace, kind, shown, options->want.kernels_only, err) &&
	     fold_file(collapse, &trace, shown, err);
	if (ok) {
		memcpy(format, trace.format, sizeof(trace.format));
		add_oddities(&collapse->odd, &trace.odd);
		ok = keep_diagnostics(collapse, &trace, err);
	}
	trace_release(&trace);
	return ok;
}

/* Sum up counts of stacks, whose unit gets finer as the tree's does. */
static bool add_stacks(
	struct collapse *collapse, const struct fold_tree_counts *more, struct err *err)
{
	struct fold_tree_counts *sum = &collapse->stacks;

	for (; collapse->stacks_decimals < collapse->tree.decimals; collapse->stacks_decimals++) {
		if (__builtin_mul_overflow(sum->total, 10, &sum->total))
			return err_set(err, ERR_FORMAT, "total overflows 64 bits");
		sum->written *= 10;
		sum->filtered *= 10;
	}
	if (__builtin_add_overflow(sum->total, more->total, &sum->total))
		return err_set(err, ERR_FORMAT, "total overflows 64 bits");
	sum->stacks += more->stacks;
	sum->stacks_filtered += more->stacks_filtered;
	sum->written += more->written;
	sum->filtered += more->filtered;
	return true;
}

/* What fills a tree with the stacks that a file has folded already. */
typedef bool stacks_read_fn(const char *path, struct tree *tree, char format[96], struct err *err);

static bool collapse_stacks(struct collapse *collapse, stacks_read_fn *read, const char *path,
	char format[96], struct err *err)
{
	struct fold_tree_counts counts;
	struct tree from;
	bool ok;

	if (!tree_init(&from, &collapse->names, err))
		return false;
	ok = read(path, &from, format, err);
	if (ok && !(fold_tree(&from, &collapse->rules, &collapse->tree, &counts, err) &&
			  add_stacks(collapse, &counts, err)))
		ok = err_prefix(err, "cannot add up '%s'", path);
	tree_release(&from);
	return ok;
}

static bool collapse_report(struct collapse *collapse, const char *path,
	const struct collapse_options *options, char format[96], struct err *err)
{
	char *exported;
	bool ok;

	if (!nsys_export(options->nsys, path, &exported, err))
		return false;
	ok = collapse_trace(collapse, &nsys_kind, exported, path, options, format, err);
	nsys_export_remove(exported);
	return ok;
}

static bool collapse_database(struct collapse *collapse, const char *path,
	const struct collapse_options *options, char format[96], struct err *err)
{
	bool is_folded;

	if (!capture_is_folded(path, &is_folded, err))
		return false;
	if (is_folded)
		return collapse_capture(collapse, path, options, format, err);
	return collapse_trace(collapse, &nsys_kind, path, path, options, format, err);
}

bool collapse_file(struct collapse *collapse, const char *path,
	const struct collapse_options *options, char format[96], struct err *err)
{
	enum input_kind kind;
	bool gzipped;

	if (!input_kind_of(path, &kind, &gzipped, err))
		return false;
	if (gzipped && kind != INPUT_JSON && kind != INPUT_XML)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': compressed; decompress it first (gunzip)", path);
	switch (kind) {
	case INPUT_SQLITE:
		return collapse_database(collapse, path, options, format, err);
	case INPUT_NSYS_REPORT:
		return collapse_report(collapse, path, options, format, err);
	case INPUT_TEXT:
		return collapse_stacks(collapse, stacks_read, path, format, err);
	case INPUT_JSON:
		return collapse_trace(collapse, &torch_kind, path, path, options, format, err);
	case INPUT_XML:
		break;
	}
	return collapse_stacks(collapse, picture_read, path, format, err);
}

bool collapse_is_odd(const struct collapse *collapse)
{
	static const struct oddities none;

	return memcmp(&collapse->odd, &none, sizeof(none)) != 0 || collapse->diagnostic_count > 0;
}
