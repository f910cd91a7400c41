#ifndef CAPTURE_CONFIG_H
#define CAPTURE_CONFIG_H

#include "base/arena.h"
#include "base/err.h"

/*
 * What to capture: environment variables of libgpuflame.so, set by `gpuflame record`, a pod spec
 * or a shell, and read once, when the library starts. config_variables[] is the list of them; these
 * are those that other files name.
 */
#define CONFIG_OUTPUT "GPUFLAME_OUTPUT"
#define CONFIG_FORCE "GPUFLAME_FORCE"
#define CONFIG_CAPTURE_RANGE "GPUFLAME_CAPTURE_RANGE"
#define CONFIG_CAPTURE_RANGE_END "GPUFLAME_CAPTURE_RANGE_END"
#define CONFIG_NVTX_CAPTURE "GPUFLAME_NVTX_CAPTURE"
#define CONFIG_STRIP "GPUFLAME_STRIP"
#define CONFIG_STATUS "GPUFLAME_STATUS"
#define CONFIG_CONTROL "GPUFLAME_CONTROL"
#define CONFIG_PYTORCH "GPUFLAME_PYTORCH"
#define CONFIG_PYTHON_STACKS "GPUFLAME_PYTHON_STACKS"
#define CONFIG_PYTHON_FUNCTIONS "GPUFLAME_PYTHON_FUNCTIONS_TRACE"

/* CUDA and NVTX find the library by these; both hold its path. */
#define CONFIG_CUDA_INJECTION "CUDA_INJECTION64_PATH"
#define CONFIG_NVTX_INJECTION "NVTX_INJECTION64_PATH"

#define CONFIG_DEFAULT_OUTPUT "gpuflame-%h-%p.gpuflame"
#define CONFIG_DEFAULT_STEP_RANGE "Train step #,step #,ProfilerStep##,iteration #"

enum capture_mode {
	MODE_FOLD,  /* sums by stack */
	MODE_TRACE, /* every event, in the tables of an nsys export */
};

enum capture_range {
	CAPTURE_ALWAYS,
	CAPTURE_CUDA_PROFILER_API, /* from cuProfilerStart to cuProfilerStop */
	CAPTURE_NVTX,              /* while a range of a given name is open */
};

enum capture_range_end {
	RANGE_END_NONE,          /* keep capturing to the end of the program */
	RANGE_END_STOP,          /* stop capturing */
	RANGE_END_STOP_SHUTDOWN, /* stop, and finish the file */
	RANGE_END_REPEAT,        /* capture the next range too */
};

/* Where the Python functions that a thread is in become frames. */
enum python_stacks {
	PYTHON_STACKS_NONE,
	PYTHON_STACKS_GRAPHS,   /* at the capture of a CUDA graph where no range is open */
	PYTHON_STACKS_LAUNCHES, /* at each launch, and each capture */
};

/* A comma list: `items` has `count` strings. Two commas in a row are one comma in an item. */
struct config_list {
	const char **items;
	size_t count;
};

struct config {
	const char *output; /* a pattern: see output_path_expand() */
	uint64_t force;     /* 1: overwrite files; more: those from before, in ns since 1970 */
	enum capture_mode mode;
	const char *command; /* a regular expression: see config_wants_command() */
	uint64_t steps;      /* 0: do not count steps */
	struct config_list step_ranges;
	uint64_t skip_steps;
	enum capture_range range;
	const char *nvtx_range;  /* of CAPTURE_NVTX: the name */
	const char *nvtx_domain; /* NULL: the default domain; "*": any */
	enum capture_range_end range_end;
	uint64_t repeats;               /* of RANGE_END_REPEAT; 0: forever */
	bool start_later;               /* do nothing until asked to start */
	uint64_t delay_ns, duration_ns; /* duration 0: no end */
	uint64_t flush_interval_ms;
	struct config_list domains_in, domains_out; /* names; at most one has any */
	bool graph_nodes;                           /* else one operation a graph launch */
	bool adopts;                                /* launches of helpers: see program/helpers.h */
	bool strip;
	uint64_t max_nodes;
	uint64_t cupti_limit;       /* percent of the time that CUPTI may take; 0: all */
	const char *cupti;          /* NULL: look for it */
	const char *status;         /* NULL: no status file */
	const char *control;        /* NULL: see control_folder() */
	bool sync;                  /* what is written is synced */
	struct config_list pytorch; /* what of PyTorch is ranges: words of config.c */
	enum python_stacks python_stacks;
	struct config_list python_functions; /* paths of JSON files: which functions are ranges */

	struct arena arena; /* of all strings */
};

/* A row of the list: how a variable is read, and the option of `gpuflame record` that sets it. */
struct config_variable {
	const char *name;
	bool (*read)(struct config *config, const struct config_variable *variable,
		const char *value, struct err *err);
	size_t field;      /* what it sets: its offset in struct config */
	const char *words; /* that may be its value, separated by blanks */
	uint64_t least;    /* of a count */

	const char *option; /* without "--"; NULL: there is none */
	char letter;        /* its short form, or 0 */
	const char *arg;    /* its argument; NULL: it takes none, and sets the variable to `sets` */
	const char *sets;
	const char *heading; /* of the options from here on, in help */
	const char *help;    /* NULL: it has an entry of its own in record's table */
};

enum { CONFIG_MOST_VARIABLES = 48 };

/* It ends in a row without a name. */
extern const struct config_variable config_variables[];

/* The value of an environment variable, or NULL; `context` is the caller's. */
typedef const char *config_get(void *context, const char *name);

/* config_get() of this process's environment. */
const char *config_getenv(void *context, const char *name);

/* Cut a line at its tabs; false: it has not exactly `count` fields. */
bool config_split(char *line, char **fields, size_t count);

/* The index of `word` among the words, or `count`. */
size_t config_index_of(const char *word, const char *const *words, size_t count);

/*
 * Read the variables. ERR_USAGE names the invalid variable and its valid
 * values; ERR_NOMEM. On failure `config` is empty.
 */
bool config_read(struct config *config, config_get *get, void *context, struct err *err) MUST_CHECK;
void config_release(struct config *config);

/*
 * Whether a range's name matches the pattern: '#' matches one or more digits,
 * "##" a literal '#' ("ProfilerStep###" matches "ProfilerStep#12"), '*' any
 * bytes, and '\' escapes the next byte. The pattern matches the beginning of
 * the name; a letter or digit must not continue where it ended. *number is that of the last '#', or
 * 0.
 */
bool config_pattern_matches(const char *pattern, const char *name, size_t len, uint64_t *number);

/*
 * Whether a process with this command line is to be captured: with a pattern, an extended
 * regular expression of POSIX, one that it matches anywhere.
 */
bool config_wants_command(const struct config *config, const char *command_line);

/* Whether a domain (NULL: the default one, which lists call "default") is to be captured. */
bool config_wants_domain(const struct config *config, const char *domain);

#endif /* CAPTURE_CONFIG_H */
