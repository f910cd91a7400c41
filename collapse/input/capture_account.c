#include "collapse/input/capture_account.h"

#include <inttypes.h>
#include <stdio.h>

#include "capture/format.h"
#include "collapse/input/checked_pages.h"

enum { TEXT_SIZE = 256 };

void capture_account_fact(struct capture_account *account, const char *name, const char *value)
{
	struct origin *origin = &account->origin;
	const struct {
		const char *name;
		uint64_t *number;
		bool *is_said;
	} numbers[] = {
		{ FORMAT_META_RANK, &origin->rank, &origin->has_rank },
		{ FORMAT_META_WORLD, &origin->world, NULL },
		{ FORMAT_META_LOCAL_RANK, &origin->local_rank, NULL },
		{ FORMAT_META_ATTEMPT, &origin->attempt, NULL },
		{ FORMAT_META_PID, &origin->pid, NULL },
		{ FORMAT_META_START, &origin->start_ns, NULL },
		{ FORMAT_META_END, &origin->end_ns, NULL },
		{ FORMAT_META_NS, &origin->ops_ns, &account->says_ns },
		{ FORMAT_META_OPS, &account->said_ops, &account->says_ops },
		{ FORMAT_META_INSIDE, &account->inside, NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		if (strcmp(name, numbers[i].name) != 0 || *value < '0' || *value > '9')
			continue;
		*numbers[i].number = strtoull(value, NULL, 10);
		if (numbers[i].is_said != NULL)
			*numbers[i].is_said = true;
	}
	if (strcmp(name, FORMAT_META_VERSION) == 0) {
		account->says_sums = strcmp(value, FORMAT_VERSION_WITHOUT_SUMS) != 0;
	} else if (strcmp(name, FORMAT_META_NODE) == 0 ||
		   (strcmp(name, FORMAT_META_HOST) == 0 && origin->node[0] == '\0')) {
		snprintf(origin->node, sizeof(origin->node), "%s", value);
	} else if (strcmp(name, FORMAT_META_JOB) == 0) {
		snprintf(origin->job, sizeof(origin->job), "%s", value);
	} else if (strncmp(name, FORMAT_META_UUID, strlen(FORMAT_META_UUID)) == 0) {
		origin->has_more_devices |= origin->uuid[0] != '\0';
		snprintf(origin->uuid, sizeof(origin->uuid), "%s",
			origin->has_more_devices ? "" : value);
	} else if (strncmp(name, FORMAT_META_MHZ, strlen(FORMAT_META_MHZ)) == 0 && *value >= '0' &&
		   *value <= '9') {
		origin->mhz = origin->mhz == 0 ? strtol(value, NULL, 10) : -1;
	} else if (strncmp(name, FORMAT_META_SLOWED, strlen(FORMAT_META_SLOWED)) == 0) {
		snprintf(origin->slowed, sizeof(origin->slowed), "%s", value);
	}
}

/* Whether something is wrong, and a sentence that says what. */
static bool is_off(
	const struct capture_account *account, const struct database *db, char text[TEXT_SIZE])
{
	uint64_t damaged = checked_pages_damaged(db->pages);

	if (damaged > 0 || (account->says_sums && db->pages == NULL))
		snprintf(text, TEXT_SIZE,
			"Page %" PRIu64 " of the file does not match its checksum: the file is "
			"damaged or was changed.",
			damaged > 0 ? damaged : 1);
	else if (account->says_ops && account->says_ns &&
		 (account->said_ops != account->ops || account->origin.ops_ns != account->ns))
		snprintf(text, TEXT_SIZE,
			"%" PRIu64 " operations (%" PRIu64
			" ns) were recorded, but the tables hold %" PRIu64 " (%" PRIu64
			" ns): the file is damaged or was changed.",
			account->said_ops, account->origin.ops_ns, account->ops, account->ns);
	else
		return false;
	return true;
}

void capture_account_report(const struct capture_account *account, const struct database *db,
	struct diagnostics *diagnostics)
{
	char text[TEXT_SIZE];

	if (is_off(account, db, text))
		diagnostics_add(diagnostics, DIAGNOSTIC_LOSS, text);
	if (account->inside == 0)
		return;
	snprintf(text, sizeof(text),
		"ranges opened before the start are not in the stacks (%" PRIu64 " thread%s)",
		account->inside, account->inside == 1 ? "" : "s");
	diagnostics_add(diagnostics, DIAGNOSTIC_LATE, text);
}
