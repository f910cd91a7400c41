#ifndef CAPTURE_CONTROL_H
#define CAPTURE_CONTROL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

/*
 * How `gpuflame start|stop|snapshot` reach a captured process: each listens at a Unix
 * socket (SOCK_SEQPACKET) in a folder, named "PID-" and a number. A connection is one
 * packet to the process and one back, of fields separated by TAB:
 *
 *     gpuflame-2 TAB start|stop|snapshot|state TAB steps TAB from
 *     gpuflame-2 TAB done|refused TAB pid TAB state TAB step TAB path TAB folder TAB message
 *         TAB rank TAB world TAB job TAB node
 *
 * The reply to "snapshot" brings an open file with it (SCM_RIGHTS), the capture. Both
 * sides check by SO_PEERCRED that the other is of the same user; root may ask anyone.
 */
enum control_verb {
	CONTROL_START,    /* record from now on */
	CONTROL_STOP,     /* end the recording; its file is finished when the state is "stopped" */
	CONTROL_SNAPSHOT, /* write the capture as it is now */
	CONTROL_STATE,    /* only the reply */
};

struct control_request {
	enum control_verb verb;
	/* of "start": how many, 0: as the process is set up; and the number of the first, 0: the
	 * next one, CONTROL_WAIT: that of a further request, until which steps are only watched.
	 * CONTROL_WAIT in "stop": of those alone that wait for a step, by the same process */
	uint64_t steps, from;
};

#define CONTROL_WAIT UINT64_MAX

enum control_state {
	CONTROL_IDLE,      /* nothing was recorded yet */
	CONTROL_RECORDING, /* or will be, when its window opens */
	CONTROL_WAITING,   /* for its first step, as the one who asks told it */
	CONTROL_STOPPING,  /* operations of the window may still arrive */
	CONTROL_STOPPED,   /* the last capture is finished */
	CONTROL_GONE,      /* of the one who asks: there was no answer, and `message` says why */
};

struct control_reply {
	bool is_refused;
	int64_t pid; /* as the process sees it */
	enum control_state state;
	/* the number in the name of the last one, 0: none was seen, CONTROL_WAIT: they went back
	 * before the first; stopped: how many were recorded */
	uint64_t step;
	const char *path;    /* of the current or last capture; "" if there is none */
	const char *folder;  /* of captures to come; "": not known */
	const char *message; /* why it is refused, or "" */
	const char *rank, *world, *job, *node; /* "": not known. A NULL is sent as "" */
};

#define CONTROL_PACKET_SIZE 16384

/* The packet in `packet`, ended by a zero byte; returns its bytes. Fields are cut if too long. */
size_t control_format_request(
	const struct control_request *request, char packet[CONTROL_PACKET_SIZE]);
size_t control_format_reply(const struct control_reply *reply, char packet[CONTROL_PACKET_SIZE]);

/* Read a packet that ends in a zero byte; strings of the reply point into it. False: it is none. */
bool control_parse_request(char *packet, struct control_request *request);
bool control_parse_reply(char *packet, struct control_reply *reply);

/*
 * The folder of the sockets: `chosen` ($GPUFLAME_CONTROL), or if that is NULL
 * /tmp/gpuflame-UID. Not $TMPDIR: a job and the one who asks it have different ones.
 */
void control_folder(const char *chosen, uid_t uid, char *path, size_t size);

/*
 * Open the folder, for paths "/proc/self/fd/N/NAME", since paths of sockets are short.
 * `owner`: it must belong to that user, and be closed to others; (uid_t)-1: any folder will
 * do. To close(); -1 and ERR_IO.
 */
int control_open_folder(const char *path, uid_t owner, struct err *err) MUST_CHECK;

/* Whether the other end of a connection is of `uid` or, with `root_too`, root; *pid is its process,
 * 0 if it is not to be seen from here. */
bool control_peer_is(int fd, uid_t uid, bool root_too, pid_t *pid);

#endif /* CAPTURE_CONTROL_H */
