#ifndef CAPTURE_DEVICE_CUPTI_H
#define CAPTURE_DEVICE_CUPTI_H

#include "base/err.h"

typedef void cupti_callback(void *user, int domain, uint32_t cbid, const void *data);
typedef void cupti_request(uint8_t **buffer, size_t *size, size_t *max_records);
typedef void cupti_complete(
	void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid);
typedef uint64_t cupti_clock(void);

/*
 * CUPTI, loaded at run time. Results are enum cupti_result. Functions newer
 * than CUDA 11.0 are NULL if missing.
 */
struct cupti {
	void *handle;
	uint32_t version; /* cuptiGetVersion() */

	int (*get_version)(uint32_t *version);
	int (*get_result_string)(int result, const char **text);
	int (*subscribe)(void **subscriber, cupti_callback *callback, void *user);
	int (*unsubscribe)(void *subscriber); /* may be NULL */
	int (*enable_callback)(uint32_t enable, void *subscriber, int domain, uint32_t cbid);
	/* 11.0; NULL: it does not say what it is documented to say */
	int (*get_callback_state)(uint32_t *enabled, void *subscriber, int domain, uint32_t cbid);
	int (*get_callback_name)(int domain, uint32_t cbid, const char **name);
	int (*activity_enable)(int kind);
	int (*activity_disable)(int kind);
	int (*register_callbacks)(cupti_request *request, cupti_complete *complete);
	int (*get_next_record)(uint8_t *buffer, size_t valid, uint8_t **record);
	int (*get_dropped)(void *context, uint32_t stream, size_t *dropped);
	int (*flush_all)(uint32_t flag);
	int (*get_timestamp)(uint64_t *ns);
	int (*register_clock)(cupti_clock *clock); /* 11.6; NULL in versions where it does harm */
	int (*get_graph_node_id)(void *node, uint64_t *id); /* 11.0 */
	int (*get_graph_id)(void *graph, uint32_t *id);     /* 11.1 */
	int (*get_graph_exec_id)(void *exec, uint32_t *id); /* 12.x */
};

/*
 * Load CUPTI: from `path` if given, else the one that the process has loaded,
 * else the newest that the driver supports in the places where CUDA, its packages
 * and Debian install it. It is never unloaded. ERR_IO.
 */
bool cupti_load(struct cupti *cupti, const char *path, struct err *err) MUST_CHECK;

/*
 * A result as text: "CUPTI_ERROR_UNKNOWN (999)", with what it often means, and the versions of
 * CUPTI and of the driver.
 */
enum { CUPTI_WHY_SIZE = 600 };
void cupti_explain(const struct cupti *cupti, int result, char text[CUPTI_WHY_SIZE]);

/* "CUPTI 130001 (/usr/.../libcupti.so.13), driver for CUDA 13.0". */
void cupti_describe(const struct cupti *cupti, char text[CUPTI_WHY_SIZE / 2]);

/* Where it was loaded from; NULL: not known. */
const char *cupti_path(const struct cupti *cupti);

/* A function of the driver, if the process has loaded it. */
void *cupti_driver_function(const char *name);

/* cuDriverGetVersion() of the loaded driver, 0 if there is none. */
int cupti_driver_version(void);

#endif /* CAPTURE_DEVICE_CUPTI_H */
