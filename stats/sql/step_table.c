#include "collapse/plan/batches.h"
#include "stats/measures/styles.h"
#include "stats/sql/step_share.h"
#include "stats/sql/table.h"

/* --- steps ------------------------------------------------------------------------------ */

enum {
	STEP_ID,
	STEP_NAME,
	STEP_RANGE,
	STEP_START,
	STEP_FINISH,
	STEP_NS,
	STEP_OPS,
	STEP_PID,
	STEP_NAME_ID,
	STEP_PROCESS,
	STEP_BATCH,
};

static const struct sql_column step_columns[] = {
	[STEP_ID] = { "id", SQL_INTEGER, false, 0 },
	[STEP_NAME] = { "name", SQL_NAME, false, 0 },
	[STEP_RANGE] = { "range", SQL_INTEGER, false, 0 },
	[STEP_START] = { "start", SQL_INTEGER, false, 0 },
	[STEP_FINISH] = { "end", SQL_INTEGER, false, 0 },
	[STEP_NS] = { "ns", SQL_INTEGER, false, 0 },
	[STEP_OPS] = { "ops", SQL_INTEGER, false, 0 },
	[STEP_PID] = { "pid", SQL_INTEGER, false, 0 },
	[STEP_NAME_ID] = { "name_id", SQL_INTEGER, true, 0 },
	[STEP_PROCESS] = { "process", SQL_INTEGER, true, 0 },
	[STEP_BATCH] = { "batch", SQL_INTEGER, true, 0 },
};

static bool begin_steps(struct sql_model *model, uint64_t used, struct err *err)
{
	(void)used;
	(void)err;
	sql_model_step(model);
	return true;
}

static size_t count_steps(const struct sql_model *model)
{
	return model->steps.count;
}

static enum batch_phase batch_phase_of(const struct trace *trace, uint32_t range)
{
	uint32_t name = trace->ranges[range].name;
	struct serving_batch batch;

	batch_of(name != NAME_NONE ? trace->names->list[name].text : "", &batch);
	return batch.phase;
}

static int64_t step_value(const struct sql_model *model, size_t row, int column)
{
	const struct step_window *step = &model->steps.list[row];
	const struct range *range = &model->trace->ranges[step->range];

	switch (column) {
	case STEP_ID:
		return (int64_t)row + 1;
	case STEP_NAME:
	case STEP_NAME_ID:
		return range->name;
	case STEP_RANGE:
		return (int64_t)step->range + 1;
	case STEP_START:
		return step->start;
	case STEP_FINISH:
		return step->end;
	case STEP_NS:
		return ns_between(step->start, step->end);
	case STEP_OPS:
		return model->projected[step->range].launches;
	case STEP_PID:
		return thread_pid(model->trace->threads.keys[range->thread]);
	case STEP_BATCH:
		return batch_phase_of(model->trace, step->range);
	default:
		return step->process;
	}
}

const struct sql_table sql_table_step = {
	.name = "step",
	.columns = step_columns,
	.column_count = sizeof(step_columns) / sizeof(*step_columns),
	.want = WANT_RANGES | WANT_OTHER_OPS | WANT_STREAMS,
	.begin = begin_steps,
	.count = count_steps,
	.value = step_value,
};

/* --- phases of steps -------------------------------------------------------------------- */

enum {
	PHASE_STEP,
	PHASE_NAME,
	PHASE_BUSY,
	PHASE_IDLE,
	PHASE_EXPOSED,
	PHASE_OPS,
	PHASE_DEVICES,
	PHASE_ID,
};

static const struct sql_column phase_columns[] = {
	[PHASE_STEP] = { "step", SQL_INTEGER, false, 0 },
	[PHASE_NAME] = { "phase", SQL_OTHER, false, 0 },
	[PHASE_BUSY] = { "busy_ns", SQL_INTEGER, false, 0 },
	[PHASE_IDLE] = { "idle_ns", SQL_INTEGER, false, 0 },
	[PHASE_EXPOSED] = { "exposed_ns", SQL_INTEGER, false, 0 },
	[PHASE_OPS] = { "ops", SQL_INTEGER, false, 0 },
	[PHASE_DEVICES] = { "devices", SQL_INTEGER, false, 0 },
	[PHASE_ID] = { "phase_id", SQL_INTEGER, true, 0 },
};

static bool begin_phases(struct sql_model *model, uint64_t used, struct err *err)
{
	(void)used;
	return sql_model_share_steps(model, err);
}

static size_t count_phases(const struct sql_model *model)
{
	return model->steps.count * STEP_PHASES;
}

static int64_t phase_value(const struct sql_model *model, size_t row, int column)
{
	const struct step_share *share = &model->shares[row];

	switch (column) {
	case PHASE_STEP:
		return (int64_t)(row / STEP_PHASES) + 1;
	case PHASE_BUSY:
		return (int64_t)share->busy;
	case PHASE_IDLE:
		return (int64_t)share->idle;
	case PHASE_EXPOSED:
		return (int64_t)share->exposed;
	case PHASE_OPS:
		return (int64_t)share->ops;
	case PHASE_DEVICES:
		return (int64_t)share->devices;
	default:
		return (int64_t)(row % STEP_PHASES);
	}
}

static void put_phase(const struct sql_model *model, size_t row, int column, sqlite3_context *to)
{
	(void)model;
	(void)column;
	sqlite3_result_text(to, step_phases[row % STEP_PHASES], -1, SQLITE_STATIC);
}

const struct sql_table sql_table_step_phase = {
	.name = "step_phase",
	.columns = phase_columns,
	.column_count = sizeof(phase_columns) / sizeof(*phase_columns),
	.want = WANT_RANGES | WANT_OTHER_OPS | WANT_STREAMS,
	.begin = begin_phases,
	.count = count_phases,
	.value = phase_value,
	.put = put_phase,
};
