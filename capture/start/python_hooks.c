#include "capture/start/python_hooks.h"

#include "base/err.h"
#include "capture/python/tracer.h"
#include "capture/start/library.h"

/*
 * What Python calls: the events of sys.monitoring, and functions for tracer.py. All have
 * Python's lock, and none raises an error into the program but an interrupt of its own:
 * callbacks cannot fail, and tracer.py turns itself off for an error of the others.
 */
static struct tracer *const tracer = &library.tracer;

static const char tracer_source[] = {
#include "capture/python/tracer.py.inc"
	0
};

static const char pytorch_source[] = {
#include "capture/python/pytorch.py.inc"
	0
};

static const char layout_source[] = {
#include "capture/python/layout.py.inc"
	0
};

static struct python_object *ref(struct python_object *object)
{
	tracer->python.ref(object);
	return object;
}

static struct python_object *none(void)
{
	return ref(tracer->python.none);
}

/* A function that Python calls with `count` arguments; `self` is not used. */
#define PYTHON_FUNCTION(name)                                                \
	static struct python_object *name(struct python_object *self UNUSED, \
		struct python_object *const *args UNUSED, ssize_t count UNUSED)

/* --- events ------------------------------------------------------------------------------ */

static void turn_off(const char *why)
{
	if (atomic_exchange(&tracer->is_on, false))
		recorder_note(
			&library.recorder, "python: %s: functions are not traced from now on", why);
}

/* A function without a label begins: for the first time, unless DISABLE was forgotten. */
static struct python_object *decide(struct python_object *code)
{
	const struct python_abi *python = &tracer->python;
	struct python_object *answer;
	bool is_wanted;

	if (!atomic_load_explicit(&tracer->is_on, memory_order_relaxed))
		return ref(tracer->disable);
	answer = python->call(tracer->decide, code, NULL);
	if (answer == NULL && python_abi_keep_interrupt(python))
		return NULL;
	if (answer == NULL) {
		turn_off("an error in the tracer");
		return ref(tracer->disable);
	}
	is_wanted = answer != python->none;
	python->unref(answer);
	return is_wanted && tracer_push(tracer, code) ? none() : ref(tracer->disable);
}

/* PY_START: (code, offset) */
PYTHON_FUNCTION(on_start)
{
	if (count < 1 || tracer_push(tracer, args[0]))
		return none();
	return decide(args[0]);
}

/* PY_RESUME, PY_THROW: (code, offset, ...); of a wrapper: (key) */
PYTHON_FUNCTION(on_push)
{
	if (count > 0)
		(void)tracer_push(tracer, args[0]);
	return none();
}

/* PY_RETURN, PY_YIELD, PY_UNWIND: (code, offset, ...); of a wrapper: (key) */
PYTHON_FUNCTION(on_pop)
{
	if (count > 0)
		tracer_pop(tracer, args[0]);
	return none();
}

/* --- for tracer.py ----------------------------------------------------------------------- */

static struct python_object *refuse(const char *what)
{
	tracer->python.raise(tracer->python.type_error, what);
	return NULL;
}

/* A str, or NULL for None; *ok is false for anything else. */
static const char *text_of(struct python_object *object, bool *ok)
{
	const char *text;

	if (object == tracer->python.none)
		return NULL;
	text = tracer->python.text(object, NULL);
	*ok &= text != NULL;
	return text;
}

/* add(key, text, domain) */
PYTHON_FUNCTION(on_add)
{
	const char *text, *domain;
	bool ok = true;

	if (count != 3)
		return refuse("add: three arguments");
	text = text_of(args[1], &ok);
	domain = text_of(args[2], &ok);
	if (!ok)
		return NULL;
	return tracer->python.new_bool(text != NULL && tracer_add(tracer, args[0], text, domain));
}

/* add_self(code): see tracer_add_self() */
PYTHON_FUNCTION(on_add_self)
{
	return tracer->python.new_bool(count == 1 && tracer->python.frame_variable != NULL &&
				       tracer_add_self(tracer, args[0]));
}

/* add_weak(object, text) */
PYTHON_FUNCTION(on_add_weak)
{
	bool ok = count == 2;
	const char *text = ok ? text_of(args[1], &ok) : NULL;

	if (text == NULL)
		return refuse("add_weak: an object and a text");
	return tracer->python.new_bool(tracer_add_weak(tracer, args[0], text));
}

static const void *id_of(struct python_object *number)
{
	return (const void *)(uintptr_t)tracer->python.number(number);
}

/* forget(id), of an object of add_weak() */
PYTHON_FUNCTION(on_forget)
{
	if (count == 1)
		tracer_forget(tracer, id_of(args[0]));
	return none();
}

/* push_self(object): of a wrapper; pop(object) ends it */
PYTHON_FUNCTION(on_push_self)
{
	if (count == 1 && atomic_load_explicit(&tracer->is_on, memory_order_relaxed))
		tracer_push_self(tracer, args[0], args[0]);
	return none();
}

/* ready(decide, disable, cuda_begins, name_self) */
PYTHON_FUNCTION(on_ready)
{
	if (count != 4)
		return refuse("ready: four arguments");
	tracer->decide = ref(args[0]);
	tracer->disable = ref(args[1]);
	tracer->cuda_begins = ref(args[2]);
	tracer->name_self = ref(args[3]);
	tracer->self_text = tracer->python.new_text("self");
	atomic_store(&tracer->is_on, true);
	return none();
}

/* note(text): a line for the user */
PYTHON_FUNCTION(on_note)
{
	bool ok = count == 1;
	const char *text = ok ? text_of(args[0], &ok) : NULL;

	if (!ok)
		return refuse("note: a text");
	/* a forked child has the same to say */
	if (text != NULL && !recorder_is_forked(&library.recorder))
		recorder_note(&library.recorder, "python: %s", text);
	return none();
}

/* off(): an error was reported */
PYTHON_FUNCTION(on_off)
{
	atomic_store(&tracer->is_on, false);
	return none();
}

/* captured(): whether this process has begun with CUDA and is captured */
PYTHON_FUNCTION(on_captured)
{
	return tracer->python.new_bool(
		atomic_load(&library.has_begun) && !recorder_is_forked(&library.recorder));
}

/* --- for layout.py ----------------------------------------------------------------------- */

/* learn(...): see enum layout_argument */
PYTHON_FUNCTION(on_learn)
{
	return tracer->python.new_bool(python_frames_learn(&library.frames, args, count));
}

/* check(*codes): see python_frames_check() */
PYTHON_FUNCTION(on_check)
{
	return tracer->python.new_bool(python_frames_check(&library.frames, args, count));
}

/* start(): all checks were passed */
PYTHON_FUNCTION(on_begin)
{
	python_frames_start(&library.frames);
	return none();
}

/* stop(): the interpreter ends */
PYTHON_FUNCTION(on_stop)
{
	void *released;

	/* in a forked child nobody reads, and threads that it has not look as if they did */
	if (recorder_is_forked(&library.recorder))
		return none();
	/* who reads allocates memory, too, and an allocator of the program's may want the lock */
	released = tracer->python.release();
	python_frames_stop(&library.frames, &library.program.threads);
	tracer->python.take(released);
	return none();
}

/* --- starting ---------------------------------------------------------------------------- */

/* The list's strings as a Python list. */
static struct python_object *list_of(const struct config_list *list)
{
	const struct python_abi *python = &tracer->python;
	struct python_object *result = python->new_list(0);

	for (size_t i = 0; result != NULL && i < list->count; i++) {
		struct python_object *item = python->new_path(list->items[i]);

		if (item == NULL || python->append(result, item) != 0)
			python->clear_error();
		if (item != NULL)
			python->unref(item);
	}
	return result;
}

/* Takes `value`. */
static bool give(struct python_object *globals, const char *name, struct python_object *value)
{
	bool ok = value != NULL && tracer->python.set_item(globals, name, value) == 0;

	if (value != NULL)
		tracer->python.unref(value);
	return ok;
}

/* What both sources find defined: the functions up to one without a name. */
static bool fill_globals(struct python_object *globals, struct python_method *methods)
{
	const struct python_abi *python = &tracer->python;

	for (; methods->name != NULL; methods++) {
		if (!give(globals, methods->name, python->new_function(methods, NULL, NULL)))
			return false;
	}
	return give(globals, "__name__", python->new_text("gpuflame")) &&
	       give(globals, "__builtins__", ref(python->builtins()));
}

/* The names that tracer.py finds defined besides. */
static bool fill_tracer(struct python_object *globals, bool is_late)
{
	static struct python_method methods[] = {
		{ "start", on_start, PYTHON_FASTCALL, NULL },
		{ "push", on_push, PYTHON_FASTCALL, NULL },
		{ "pop", on_pop, PYTHON_FASTCALL, NULL },
		{ "add", on_add, PYTHON_FASTCALL, NULL },
		{ "add_self", on_add_self, PYTHON_FASTCALL, NULL },
		{ "add_weak", on_add_weak, PYTHON_FASTCALL, NULL },
		{ "forget", on_forget, PYTHON_FASTCALL, NULL },
		{ "push_self", on_push_self, PYTHON_FASTCALL, NULL },
		{ "ready", on_ready, PYTHON_FASTCALL, NULL },
		{ "note", on_note, PYTHON_FASTCALL, NULL },
		{ "off", on_off, PYTHON_FASTCALL, NULL },
		{ "captured", on_captured, PYTHON_FASTCALL, NULL },
		{ NULL, NULL, 0, NULL },
	};
	const struct python_abi *python = &tracer->python;
	const struct config *config = &library.recorder.config;

	return fill_globals(globals, methods) &&
	       give(globals, "FILES", list_of(&config->python_functions)) &&
	       give(globals, "PYTORCH", list_of(&config->pytorch)) &&
	       give(globals, "PYTORCH_SOURCE", python->new_text(pytorch_source)) &&
	       give(globals, "IS_LATE", python->new_bool(is_late));
}

/*
 * Run a source, with Python's lock; takes `globals`. What it defines stays as long as something
 * refers to it.
 */
static bool run_source(const char *source, struct python_object *globals)
{
	const struct python_abi *python = &tracer->python;
	struct python_object *code = python->compile(source, "<gpuflame>", PYTHON_FILE_INPUT);
	struct python_object *result = code != NULL ? python->eval(code, globals, globals) : NULL;
	bool ok = result != NULL;

	if (result != NULL)
		python->unref(result);
	if (code != NULL)
		python->unref(code);
	python->unref(globals);
	return ok;
}

/* False: the program was interrupted. */
static bool start_tracer(bool is_late)
{
	struct python_object *globals = tracer->python.new_dict();

	tracer->recorder = &library.recorder;
	tracer->nvtx = &library.program.nvtx;
	if (globals == NULL || !fill_tracer(globals, is_late) ||
		!run_source(tracer_source, globals))
		recorder_note(&library.recorder, "python: the tracer does not start");
	return !python_abi_keep_interrupt(&tracer->python);
}

/* False: the program was interrupted. */
static bool start_frames(void)
{
	static struct python_method methods[] = {
		{ "learn", on_learn, PYTHON_FASTCALL, NULL },
		{ "check", on_check, PYTHON_FASTCALL, NULL },
		{ "start", on_begin, PYTHON_FASTCALL, NULL },
		{ "stop", on_stop, PYTHON_FASTCALL, NULL },
		{ NULL, NULL, 0, NULL },
	};
	struct python_object *globals = tracer->python.new_dict();

	library.frames.this_thread = tracer->python.this_thread;
	if (globals != NULL && fill_globals(globals, methods))
		(void)run_source(layout_source, globals);
	if (!atomic_load(&library.frames.is_on) && recorder_wants_frames(&library.recorder))
		recorder_note(&library.recorder,
			"python: the functions that launch cannot be found in this Python");
	return !python_abi_keep_interrupt(&tracer->python);
}

/* What is to be started in Python. */
static bool wants_tracer(void)
{
	const struct config *config = &library.recorder.config;

	return config->python_functions.count > 0 || config->pytorch.count > 0;
}

static bool wants_frames(void)
{
	return library.recorder.config.python_stacks != PYTHON_STACKS_NONE;
}

bool python_hooks_start(bool is_late)
{
	static atomic_flag is_started = ATOMIC_FLAG_INIT;

	if (!(wants_tracer() || wants_frames()) || atomic_flag_test_and_set(&is_started) ||
		!python_abi_find(&tracer->python))
		return true;
	return (!wants_frames() || start_frames()) && (!wants_tracer() || start_tracer(is_late));
}

static int on_cuda_begins(UNUSED void *argument)
{
	struct python_object *result;

	if (!python_hooks_start(true))
		return -1;
	if (tracer->cuda_begins == NULL)
		return 0;
	result = tracer->python.call(tracer->cuda_begins, NULL);
	if (result != NULL)
		tracer->python.unref(result);
	return python_abi_keep_interrupt(&tracer->python) ? -1 : 0;
}

void python_hooks_cuda_begins(void)
{
	struct python_abi python;

	if ((wants_tracer() || wants_frames()) && python_abi_find(&python))
		(void)python.add_pending(on_cuda_begins, NULL);
}
