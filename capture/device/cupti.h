#ifndef CAPTURE_DEVICE_CUPTI_H
#define CAPTURE_DEVICE_CUPTI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

typedef void cupti_callback(void *user, int domain, uint32_t cbid, const void *data);
typedef void cupti_request(uint8_t **buffer, size_t *size, size_t *max_records);
typedef void cupti_complete(
	void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid);
typedef uint64_t cupti_clock(void);

/*
 * The interface of CUDA 13.3 by which several clients live side by side, each with
 * records and buffers of its own: every call names the subscriber. The other one must
 * not be used beside it. Source: NVIDIA's reference of CUPTI 13.2 to 13.4 ("CUPTI
 * Activity API", "Multiple Subscribers", CUpti_SubscriberParams); abi_check.c
 * compares it where the headers have it.
 */
struct cupti_subscription {
	size_t size; /* of this */
	const char *name;
	char *other; /* where the name of a client that is in the way goes; NULL */
	size_t other_size;
	uint8_t allows_others;
	uint8_t padding[7];
};

typedef void cupti_request_v2(uint8_t **buffer, size_t *size, size_t *max_records, void *info);
typedef void cupti_complete_v2(uint8_t *buffer, size_t size, size_t valid, void *info);

struct cupti_v2 {
	void *subscriber; /* NULL: not in use */
	bool is_whole;    /* CUPTI has all functions below, and cuptiUnsubscribe() */
	int (*subscribe)(void **subscriber, cupti_callback *callback, void *user,
		struct cupti_subscription *subscription);
	/* `config` NULL: the records that the other interface has */
	int (*activity_enable)(void *subscriber, int kind, void *config);
	int (*activity_disable)(void *subscriber, int kind, void *config);
	int (*register_callbacks)(
		void *subscriber, cupti_request_v2 *request, cupti_complete_v2 *complete);
	int (*get_next_record)(void *subscriber, uint8_t *buffer, size_t valid, uint8_t **record);
	int (*get_dropped)(void *subscriber, void *context, uint32_t stream, size_t *dropped);
	int (*get_timestamp)(void *subscriber, uint64_t *ns);
};

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
	int (*enable_domain)(uint32_t enable, void *subscriber, int domain);
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
	struct cupti_v2 v2;
};

/*
 * Subscribe side by side with other clients. False: CUPTI or the driver cannot do that, or
 * a client is there that does not allow it; then nothing was changed.
 */
bool cupti_subscribe_v2(
	struct cupti *cupti, cupti_callback *callback, void *user, void **subscriber);

/* Calls by the interface that is in use. */
static inline int cupti_enable(const struct cupti *cupti, int kind)
{
	const struct cupti_v2 *v2 = &cupti->v2;

	return v2->subscriber != NULL ? v2->activity_enable(v2->subscriber, kind, NULL)
				      : cupti->activity_enable(kind);
}

static inline int cupti_disable(const struct cupti *cupti, int kind)
{
	const struct cupti_v2 *v2 = &cupti->v2;

	return v2->subscriber != NULL ? v2->activity_disable(v2->subscriber, kind, NULL)
				      : cupti->activity_disable(kind);
}

static inline int cupti_next_record(
	const struct cupti *cupti, uint8_t *buffer, size_t valid, uint8_t **record)
{
	const struct cupti_v2 *v2 = &cupti->v2;

	return v2->subscriber != NULL ? v2->get_next_record(v2->subscriber, buffer, valid, record)
				      : cupti->get_next_record(buffer, valid, record);
}

static inline int cupti_dropped(
	const struct cupti *cupti, void *context, uint32_t stream, size_t *dropped)
{
	const struct cupti_v2 *v2 = &cupti->v2;

	return v2->subscriber != NULL ? v2->get_dropped(v2->subscriber, context, stream, dropped)
				      : cupti->get_dropped(context, stream, dropped);
}

static inline int cupti_timestamp(const struct cupti *cupti, uint64_t *ns)
{
	const struct cupti_v2 *v2 = &cupti->v2;

	return v2->subscriber != NULL ? v2->get_timestamp(v2->subscriber, ns)
				      : cupti->get_timestamp(ns);
}

/*
 * Load CUPTI: from `path` if given, else the one that the process has loaded,
 * else the newest that the driver supports in the places where CUDA, its packages
 * and Debian install it. It is never unloaded. ERR_IO.
 */
bool cupti_load(struct cupti *cupti, const char *path, struct err *err) MUST_CHECK;

/* A result as text: "CUPTI_ERROR_UNKNOWN (999)". */
void cupti_explain(const struct cupti *cupti, int result, char *text, size_t size);

/* A function of the driver, if the process has loaded it. */
void *cupti_driver_function(const char *name);

/* cuDriverGetVersion() of the loaded driver, 0 if there is none. */
int cupti_driver_version(void);

#endif /* CAPTURE_DEVICE_CUPTI_H */
