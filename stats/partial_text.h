#ifndef STATS_PARTIAL_TEXT_H
#define STATS_PARTIAL_TEXT_H

/* What writer and reader of partial results share: docs/FORMATS.md, "Partial results". */
#define PARTIAL_FIRST_LINE "gpuflame partial\t1\n"

/* Characters that are written as a backslash and the letter at the same place. */
#define PARTIAL_SPECIAL "\t\n\\"
#define PARTIAL_ESCAPES "tn\\"
#define PARTIAL_NO_NAME "\\-"

enum { PARTIAL_ODDITIES = 7 };

#endif /* STATS_PARTIAL_TEXT_H */
