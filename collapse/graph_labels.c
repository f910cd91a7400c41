#include "collapse/graph_labels.h"

#include "base/chars.h"
#include "collapse/input/bytes.h"
#include "collapse/input/decimal.h"
#include "collapse/input/json.h"

struct graph_labels {
	struct trace *trace;
	int64_t node;
	uint32_t label;
	bool is_module; /* so is the label */
	bool is_name, after_module_key;
};

bool graph_labels_is(const char *path)
{
	const char *slash = strrchr(path, '/');

	return strncmp(slash != NULL ? slash + 1 : path, "kernel_annotations",
		       strlen("kernel_annotations")) == 0;
}

bool graph_labels_is_pickle(const char *path)
{
	const char *dot = strrchr(path, '.');

	return graph_labels_is(path) && dot != NULL && strcmp(dot, ".pkl") == 0;
}

static void end_node(struct graph_labels *labels)
{
	if (labels->label != NAME_NONE && labels->node > 0)
		trace_label_node(labels->trace, (uint64_t)labels->node, labels->label);
	labels->label = NAME_NONE;
	labels->is_module = false;
}

static bool take(void *context, enum json_token token, const char *text, size_t len, unsigned depth,
	UNUSED struct err *err)
{
	struct graph_labels *labels = context;

	if (token == JSON_KEY && depth == 1) {
		end_node(labels);
		if (!decimal_parse(text, len, 0, &labels->node))
			labels->node = 0;
		labels->is_name = true; /* scopes may be names alone */
		labels->after_module_key = false;
	} else if (token == JSON_KEY) {
		labels->after_module_key = is_word(text, len, "module_fqn");
		/* PyTorch 2.12 writes "str" */
		labels->is_name = is_word(text, len, "name") || is_word(text, len, "str");
	} else if (token == JSON_CLOSE_OBJECT) {
		labels->is_name = true;
		labels->after_module_key = false;
	} else if (token == JSON_STRING && len > 0 &&
		   (labels->after_module_key || (labels->is_name && !labels->is_module))) {
		labels->label = names_intern(labels->trace->names, text, len);
		labels->is_module |= labels->after_module_key;
	}
	return true;
}

bool graph_labels_read(struct trace *trace, const char *path, struct err *err)
{
	struct graph_labels labels = { .trace = trace, .label = NAME_NONE };
	struct json_parser json;
	struct bytes in;
	bool ok;

	if (graph_labels_is_pickle(path))
		return err_set(err, ERR_FORMAT,
			"'%s' is a pickle, which is a program: 'python -m "
			"torch.cuda._annotate_cuda_graph_trace TRACE -a FILE.pkl' writes a trace "
			"that has what it says",
			path);
	if (!bytes_open(&in, path, err))
		return false;
	json_init(&json, take, &labels);
	ok = json_read(&json, &in, NULL, err);
	json_release(&json);
	bytes_close(&in);
	end_node(&labels);
	return ok;
}
