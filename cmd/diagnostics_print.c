#include "cmd/diagnostics_print.h"

#include <inttypes.h>
#include <stdio.h>

static void print_times(const struct diagnostic *diagnostic)
{
	if (diagnostic->count > 1)
		fprintf(stderr, " (%" PRIu64 " times)", diagnostic->count);
	fputc('\n', stderr);
}

void diagnostics_print(const struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < diagnostics->count; i++) {
		const struct diagnostic *diagnostic = &diagnostics->list[i];
		bool is_loss = diagnostic->kind == DIAGNOSTIC_LOSS;
		char text[400];

		if (diagnostic->kind == DIAGNOSTIC_LIMIT)
			continue;
		if (is_loss) {
			snprintf(text, sizeof(text), "%.390s", diagnostic->text);
			err_defang(text);
		}
		fprintf(stderr, "gpuflame: warning: %s%s", is_loss ? "the report says: " : "",
			is_loss ? text : diagnostic->text);
		print_times(diagnostic);
	}
}

void diagnostics_print_limits(const struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < diagnostics->count; i++) {
		if (diagnostics->list[i].kind != DIAGNOSTIC_LIMIT)
			continue;
		fprintf(stderr, "  %s", diagnostics->list[i].text);
		print_times(&diagnostics->list[i]);
	}
}
