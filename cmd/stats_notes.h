#ifndef CMD_STATS_NOTES_H
#define CMD_STATS_NOTES_H

#include "stats/pool.h"

/* The lines that `gpuflame stats` writes to stderr about its input. */

/* How a note begins; `label` names the file if there are several, or is NULL. */
void stats_begin_note(const char *label);

/* What the files lack or have lost. */
void stats_say_loss(const struct stats_notes *notes, const char *label);

#endif /* CMD_STATS_NOTES_H */
