#include "base/global_id.h"
#include "collapse/kineto/kineto_parts.h"

/*
 * From ids to numbers in nsys's layout, so that both read the same: "[TP-0] 4711" is process
 * 4711 of a group. Words without a number are hashed.
 */
static uint64_t process_id(const struct kineto_id *pid)
{
	if (!pid->is_word && pid->value <= GLOBAL_ID_MASK)
		return global_pid(pid->group, pid->value) |
		       (pid->group != 0 ? UINT64_C(1) << 63 : 0);
	return global_process_of(
		mem_hash(&pid->value, sizeof(pid->value), pid->group) | UINT64_C(1) << 63);
}

uint64_t kineto_thread_id(const struct kineto_id *pid, const struct kineto_id *tid)
{
	uint64_t process = process_id(pid);

	if (tid->group == 0 && tid->value <= GLOBAL_ID_MASK)
		return global_tid(process, tid->value);
	return mem_hash(&tid->value, sizeof(tid->value), process + tid->group) | UINT64_C(1) << 63;
}

static bool same_id(const struct kineto_id *a, const struct kineto_id *b)
{
	return a->value == b->value && a->group == b->group;
}

/* Record the processes of new threads, once each. */
static void add_processes(struct kineto_gather *gather)
{
	const struct kineto_event *event = gather->event;
	struct kineto_process process = { .group = event->pid.group, .label = NAME_NONE };

	if (gather->process_count == gather->trace->processes.count)
		return;
	if (event->group_len > 0)
		process.label =
			names_intern(gather->trace->names, event->group_text, event->group_len);
	*mem_next(gather->processes, gather->processes_cap, gather->process_count) = process;
}

uint32_t kineto_thread_of(struct kineto_gather *gather)
{
	const struct kineto_event *event = gather->event;

	if (gather->last_thread == TRACE_NONE || !same_id(&event->tid, &gather->last_tid) ||
		!same_id(&event->pid, &gather->last_pid)) {
		gather->last_thread = trace_add_thread(gather->trace,
			kineto_thread_id(&event->pid, &event->tid), process_id(&event->pid));
		add_processes(gather);
		gather->last_tid = event->tid;
		gather->last_pid = event->pid;
	}
	gather->processes[gather->trace->thread_process[gather->last_thread]].last =
		(uint32_t)gather->process_count - 1;
	return gather->last_thread;
}
