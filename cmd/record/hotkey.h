#ifndef CMD_RECORD_HOTKEY_H
#define CMD_RECORD_HOTKEY_H

#include <stdbool.h>

/*
 * `gpuflame record -c hotkey`: each SIGUSR2 sent to it runs `gpuflame start` or `gpuflame stop`
 * for its processes, in turn, beside the command: nothing waits for it.
 */
struct hotkey {
	bool is_on;
};

/* The signal came. Prints a line if that cannot be done. */
void hotkey_press(struct hotkey *hotkey);

#endif /* CMD_RECORD_HOTKEY_H */
