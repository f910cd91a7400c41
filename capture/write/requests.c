#include "capture/write/requests.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

#include "capture/write/capture_place.h"
#include "capture/write/sources.h"

/* Steps from a number on, and that number if the same process told it to wait for it. */
static bool start(
	struct requests *requests, pid_t asker, uint64_t steps, uint64_t from, struct err *err)
{
	struct window *window = &requests->from->program->window;

	if (requests->state == CONTROL_RECORDING) {
		if (!window_now(window).is_waiting)
			return err_set(err, ERR_USAGE, "is being recorded already");
		if (asker != requests->asker || steps == 0 || from == 0 || from == WINDOW_WAIT)
			return err_set(err, ERR_USAGE,
				"waits for a step, of the start by process %d: gpuflame stop ends "
				"that",
				(int)requests->asker);
		return window_ask(window, steps, from) ||
		       err_set(err, ERR_USAGE, "is past the beginning of step %" PRIu64 " already",
			       from);
	}
	if (requests->state == CONTROL_STOPPING)
		return err_set(err, ERR_USAGE, "is finishing its last capture");
	if (from != 0 && from != WINDOW_WAIT)
		return err_set(err, ERR_USAGE, "does not wait for a step any more");
	(void)window_ask(window, steps, from);
	if (!requests->begin(requests->worker, requests->state == CONTROL_STOPPED, err))
		return err_prefix(err, "cannot be recorded");
	atomic_store(&requests->from->recorder->is_idle, false);
	atomic_store(&requests->from->recorder->has_failed, false); /* told once of each capture */
	requests->state = CONTROL_RECORDING;
	requests->asker = asker;
	return true;
}

void requests_stop(struct requests *requests)
{
	window_end(&requests->from->program->window);
	requests->state = CONTROL_STOPPING;
}

static bool refuse_idle(struct err *err)
{
	return err_set(err, ERR_USAGE, "is not being recorded yet: gpuflame start");
}

static bool stop(struct requests *requests, pid_t asker, bool is_waiting, struct err *err)
{
	if (is_waiting && (asker != requests->asker ||
				  !window_now(&requests->from->program->window).is_waiting))
		return err_set(err, ERR_USAGE, "does not wait for a step");
	if (requests->state == CONTROL_IDLE)
		return refuse_idle(err);
	if (requests->state == CONTROL_STOPPED)
		return err_set(err, ERR_USAGE, "is not being recorded any more");
	requests_stop(requests);
	return true;
}

static bool take_snapshot(struct requests *requests, int *fd, struct err *err)
{
	const char *path;

	if (requests->state == CONTROL_IDLE)
		return refuse_idle(err);
	if (recorder_is_trace(requests->from->recorder))
		return err_set(err, ERR_USAGE,
			"is recorded in trace mode, which has no snapshots: read the capture "
			"itself, which is complete up to its last flush");
	if (requests_is_recording(requests))
		requests->update(requests->worker);
	path = *requests->path;
	if (path == NULL)
		return err_set(
			err, ERR_EMPTY, "has done nothing on the GPU since recording started");
	*fd = open(path, O_RDONLY | O_CLOEXEC);
	return *fd >= 0 || err_set_errno(err, errno, "has lost its capture '%s'", path);
}

/* A listener_answer. */
static void answer(void *context, pid_t asker, const struct control_request *request,
	struct control_reply *reply, int *fd)
{
	struct requests *requests = context;
	const struct job_place *job = &requests->from->recorder->job;
	struct window_now window;
	bool done = true;

	requests->refusal = (struct err){ 0 };
	switch (request->verb) {
	case CONTROL_START:
		done = start(requests, asker, request->steps, request->from, &requests->refusal);
		break;
	case CONTROL_STOP:
		done = stop(requests, asker, request->from == WINDOW_WAIT, &requests->refusal);
		break;
	case CONTROL_SNAPSHOT:
		done = take_snapshot(requests, fd, &requests->refusal);
		break;
	case CONTROL_STATE:
		break;
	}
	window = window_now(&requests->from->program->window);
	reply->is_refused = !done;
	reply->state = requests->state;
	reply->path = *requests->path;
	reply->folder = requests->folder;
	reply->message = requests->refusal.msg;
	reply->step = window.number;
	if (window.is_waiting && requests->state == CONTROL_RECORDING && asker == requests->asker)
		reply->state = CONTROL_WAITING;
	else if (window.has_ended && requests->state == CONTROL_RECORDING)
		reply->state = CONTROL_STOPPING;
	if (requests->state == CONTROL_STOPPED && reply->step != WINDOW_WAIT)
		reply->step = window.steps;
	reply->rank = job->rank;
	reply->world = job->world;
	reply->job = job->id;
	reply->node = job->node != NULL ? job->node : requests->host;
}

void requests_open(struct requests *requests, const struct sources *from)
{
	struct recorder *recorder = from->recorder;
	uint64_t number = (uint64_t)(recorder->start_ns + recorder->epoch_ns);
	struct err err = { 0 };

	requests->from = from;
	(void)gethostname(requests->host, sizeof(requests->host) - 1); /* or none */
	requests->state = recorder->config.start_later ? CONTROL_IDLE : CONTROL_RECORDING;
	capture_place_folder(recorder, requests->folder, sizeof(requests->folder));
	if (!listener_open(from->listener, recorder->config.control, number, &err) &&
		recorder->config.start_later)
		recorder_fail(recorder, "gpuflame start does not reach this process: %s", err.msg);
}

void requests_serve(struct requests *requests)
{
	struct recorder *recorder = requests->from->recorder;
	struct err err = { 0 };

	if (atomic_exchange(&recorder->is_asked_to_start, false) &&
		!requests_is_recording(requests) && !start(requests, 0, 0, 0, &err))
		recorder_fail(recorder, "this process %s", err.msg);
	listener_serve(requests->from->listener, answer, requests);
}

void requests_stopped(struct requests *requests)
{
	requests->state = CONTROL_STOPPED;
	atomic_store(&requests->from->recorder->is_idle, true);
}

void requests_close(struct requests *requests)
{
	atomic_store(&requests->from->recorder->is_idle, false);
	listener_close(requests->from->listener);
}
