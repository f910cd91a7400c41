#include "cmd/collapse_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/folded.h"
#include "base/mem.h"
#include "base/units.h"
#include "cmd/meter.h"

static bool add_rule(struct collapse_words *words, struct rule_word rule, struct err *err)
{
	if (!mem_grow((void **)&words->rules, &words->rules_cap, words->rule_count + 1,
		    sizeof(*words->rules), err))
		return false;
	words->rules[words->rule_count++] = rule;
	return true;
}

static bool add_rename(void *value, const char *arg, struct err *err)
{
	return add_rule(value, (struct rule_word){ .kind = RULE_RENAME, .text = arg }, err);
}

static bool add_drop_frame(void *value, const char *arg, struct err *err)
{
	return add_rule(value, (struct rule_word){ .kind = RULE_DROP_FRAME, .text = arg }, err);
}

static bool add_filter_out(void *value, const char *arg, struct err *err)
{
	return add_rule(value, (struct rule_word){ .kind = RULE_FILTER_OUT, .text = arg }, err);
}

static bool add_only(void *value, const char *arg, struct err *err)
{
	return add_rule(value, (struct rule_word){ .kind = RULE_ONLY, .text = arg }, err);
}

static bool add_root(void *value, const char *arg, struct err *err)
{
	return add_rule(value, (struct rule_word){ .kind = RULE_ROOT, .text = arg }, err);
}

static bool add_rules_file(void *value, const char *arg, struct err *err)
{
	return add_rule(value, (struct rule_word){ .is_file = true, .text = arg }, err);
}

/* Words divided by commas: bits of enum torch_frames. */
static bool set_torch_frames(void *value, const char *arg, struct err *err)
{
	static const struct {
		const char *word;
		unsigned bit;
	} words[] = {
		{ "annotations", TORCH_ANNOTATIONS },
		{ "modules", TORCH_MODULES },
		{ "operators", TORCH_OPERATORS },
		{ "python", TORCH_PYTHON },
	};
	unsigned *bits = value;

	*bits = 0;
	for (const char *word = arg;; word++) {
		size_t len = strcspn(word, ","), i = 0;

		while (i < ARRAY_SIZE(words) &&
			(strlen(words[i].word) != len || strncmp(words[i].word, word, len) != 0))
			i++;
		if (i == ARRAY_SIZE(words))
			return err_set(err, ERR_USAGE,
				"expected annotations, modules, operators or python, "
				"divided by commas; not '%.*s'",
				(int)(len < 80 ? len : 80), word);
		*bits |= words[i].bit;
		word += len;
		if (*word == '\0')
			return true;
	}
}

void collapse_words_init(struct collapse_words *words)
{
	struct trace_want *want;
	struct collapse_defaults *defaults;

	*words = (struct collapse_words){
		.options.nsys = "nsys",
		.defaults = { true, true, true, true },
	};
	want = &words->options.want;
	defaults = &words->defaults;

	const struct opt table[] = {
		{ OPT_HEADING, .help = "Frames" },
		{ OPT_FALSE, 0, "no-strip-layer-number", NULL, "keep the number in 'Layer 7'",
			&defaults->strip_layer_number, NULL },
		{ OPT_FALSE, 0, "no-strip-train-iter-number", NULL,
			"keep the number in 'Train step 3' and 'Generation step 5'",
			&defaults->strip_train_iter_number, NULL },
		{ OPT_FALSE, 0, "no-strip-graph-number", NULL,
			"keep the number in '[CUDA graph 9]'", &defaults->strip_graph_number,
			NULL },
		{ OPT_TRUE, 0, "short-names", NULL, "kernels by shortName instead of demangledName",
			&want->short_names, NULL },
		{ OPT_TRUE, 0, "no-domain-prefix", NULL,
			"'ncclAllReduce' instead of 'NCCL:ncclAllReduce'", &want->no_domain_prefix,
			NULL },
		{ OPT_CALL, 0, "torch-frames", "LIST",
			"frames of PyTorch traces: annotations,modules,operators (the default), "
			"python",
			&want->torch_frames, set_torch_frames },
		{ OPT_CALL, 0, "rename", "REGEX=REPLACEMENT",
			"rewrite each match in a frame; $1, ${name} are groups", words,
			add_rename },
		{ OPT_CALL, 0, "drop-frame", "REGEX", "take frames that match out of their stacks",
			words, add_drop_frame },
		{ OPT_CALL, 0, "root", "REGEX", "begin stacks at the first frame that matches",
			words, add_root },
		{ OPT_CALL, 0, "rules", "FILE", "read rules from FILE, one a line", words,
			add_rules_file },
		{ OPT_HEADING, .help = "Stacks" },
		{ OPT_FALSE, 0, "no-filter-out-validation", NULL,
			"keep stacks with a range that has 'validation' in its name",
			&defaults->filter_out_validation, NULL },
		{ OPT_CALL, 0, "filter-out", "REGEX", "leave out stacks with a frame that matches",
			words, add_filter_out },
		{ OPT_CALL, 0, "only", "REGEX", "leave out stacks without a frame that matches",
			words, add_only },
		{ OPT_TRUE, 0, "kernels-only", NULL, "leave out copies, fills and graph launches",
			&want->kernels_only, NULL },
		{ OPT_HEADING, .help = "Reports" },
		{ OPT_STRING, 0, "nsys", "PATH", "the nsys that exports .nsys-rep files",
			&words->options.nsys, NULL },
		{ OPT_STRING, 0, "nsys-executable", "PATH", NULL, &words->options.nsys, NULL },
		{ OPT_TRUE, 0, "summary", NULL,
			"tell on stderr what was read and what became of it", &words->summary,
			NULL },
		{ OPT_TRUE, 0, "strict", NULL, "fail when a report is odd or tells of loss",
			&words->strict, NULL },
		{ OPT_TRUE, 'q', "quiet", NULL, "tell nothing of oddities, show no progress",
			&words->quiet, NULL },
		{ OPT_END },
	};
	_Static_assert(
		sizeof(table) <= sizeof(words->table), "struct collapse_words.table is full");
	memcpy(words->table, table, sizeof(table));
}

void collapse_words_release(struct collapse_words *words)
{
	free(words->rules);
}

static bool add_rules(
	const struct collapse_words *words, struct collapse *collapse, struct err *err)
{
	if (!collapse_add_default_rules(collapse, &words->defaults, err))
		return false;
	for (size_t i = 0; i < words->rule_count; i++) {
		const struct rule_word *rule = &words->rules[i];
		bool ok;

		if (rule->is_file)
			ok = rules_read_file(&collapse->rules, rule->text, err);
		else if (rule->kind == RULE_RENAME)
			ok = rules_add_rename(&collapse->rules, RULE_ON_ALL, rule->text, err);
		else
			ok = rules_add(
				&collapse->rules, rule->kind, RULE_ON_ALL, rule->text, NULL, err);
		if (!ok)
			return false;
	}
	return true;
}

static void print_oddities(const struct collapse *collapse)
{
	const struct oddities *odd = &collapse->odd;
	const struct {
		const char *what;
		uint64_t count;
	} lines[] = {
		{ "ranges never closed, taken to last to the end of the report",
			odd->ranges_never_closed },
		{ "ranges without a name, shown as [unnamed]", odd->ranges_unnamed },
		{ "GPU operations without a launch record, shown under [no launch record]",
			odd->ops_without_launch },
		{ "rows of GPU operations skipped, without start or end", odd->rows_without_time },
		{ "rows of GPU operations skipped, that end before they start",
			odd->rows_backwards },
		{ "rows of ranges skipped, without start or thread or that end before they start",
			odd->range_rows_bad },
	};

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		char count[UNITS_SIZE];

		units_count(lines[i].count, count, sizeof(count));
		if (lines[i].count > 0)
			fprintf(stderr, "gpuflame: note: %s: %s\n", lines[i].what, count);
	}
	for (size_t i = 0; i < collapse->diagnostic_count; i++) {
		const struct diagnostic *diagnostic = &collapse->diagnostics[i];
		char text[400];

		snprintf(text, sizeof(text), "%.390s", diagnostic->text);
		err_defang(text);
		fprintf(stderr, "gpuflame: warning: the report says: %s", text);
		if (diagnostic->count > 1)
			fprintf(stderr, " (%" PRIu64 " times)", diagnostic->count);
		fputc('\n', stderr);
	}
}

static void print_stacks_summary(const struct collapse *collapse)
{
	const struct fold_tree_counts *stacks = &collapse->stacks;
	char count[UNITS_SIZE], written[UNITS_SIZE], filtered[UNITS_SIZE], total[UNITS_SIZE];
	unsigned decimals = collapse->stacks_decimals;

	units_count(stacks->stacks, count, sizeof(count));
	fprintf(stderr, "  %-15s %15s\n", "stacks", count);
	units_count(stacks->stacks_filtered, count, sizeof(count));
	fprintf(stderr, "  filtered out    %15s\n", count);
	folded_format_value(stacks->written, decimals, written, sizeof(written));
	folded_format_value(stacks->filtered, decimals, filtered, sizeof(filtered));
	folded_format_value(stacks->total, decimals, total, sizeof(total));
	fprintf(stderr, "  written %s + filtered %s = %s in the stacks\n", written, filtered,
		total);
}

static void print_summary(const struct collapse *collapse)
{
	static const char *const kinds[OP_KINDS] = { "kernels", "copies", "fills",
		"graph launches" };
	const struct fold_counts *counts = &collapse->counts;
	char count[UNITS_SIZE], time[UNITS_SIZE], ranges[UNITS_SIZE];

	for (size_t kind = 0; kind < OP_KINDS; kind++) {
		if (counts->kind_ops[kind] == 0)
			continue;
		units_count(counts->kind_ops[kind], count, sizeof(count));
		units_time(counts->kind_ns[kind], time, sizeof(time));
		fprintf(stderr, "  %-15s %15s  %10s\n", kinds[kind], count, time);
	}
	units_count(counts->ranges, ranges, sizeof(ranges));
	fprintf(stderr, "  %-15s %15s\n", "ranges", ranges);
	units_count(counts->ops_filtered, count, sizeof(count));
	fprintf(stderr, "  filtered out    %15s\n", count);
	fprintf(stderr,
		"  written %" PRIu64 " ns + filtered %" PRIu64 " ns = %" PRIu64
		" ns in the tables\n",
		counts->written_ns, counts->filtered_ns, counts->total_ns);
}

static bool fold_files(const struct collapse_words *words, const char *const *files, int count,
	struct collapse *collapse, struct err *err)
{
	struct collapse_options options = words->options;
	struct meter meter;

	meter_init(&meter, words->quiet);
	options.progress = &meter.progress;
	for (int i = 0; i < count; i++) {
		char format[96];
		bool ok;

		meter_begin(&meter, files[i]);
		ok = collapse_file(collapse, files[i], &options, format, err);
		meter_end(&meter);
		if (!ok)
			return false;
		if (words->summary) {
			char name[256];

			snprintf(name, sizeof(name), "%.255s", files[i]);
			err_defang(name);
			fprintf(stderr, "%s: %s\n", name, format);
		}
	}
	if (words->summary && (collapse->counts.ops > 0 || collapse->stacks.stacks == 0))
		print_summary(collapse);
	if (words->summary && collapse->stacks.stacks > 0)
		print_stacks_summary(collapse);
	if (!words->quiet)
		print_oddities(collapse);
	if (words->strict && collapse_is_odd(collapse))
		return err_set(
			err, ERR_FORMAT, "the input is odd or tells of loss, and --strict is on");
	return true;
}

bool collapse_words_check(const struct collapse_words *words, struct err *err)
{
	struct collapse collapse;
	bool ok;

	if (!collapse_init(&collapse, err))
		return false;
	ok = add_rules(words, &collapse, err);
	collapse_release(&collapse);
	return ok;
}

bool collapse_run(const struct collapse_words *words, const char *const *files, int count,
	struct collapse *collapse, struct err *err)
{
	if (!collapse_init(collapse, err))
		return false;
	if (add_rules(words, collapse, err) && fold_files(words, files, count, collapse, err))
		return true;
	collapse_release(collapse);
	return false;
}
