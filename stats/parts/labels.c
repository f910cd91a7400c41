#include "stats/parts/labels.h"

#include <string.h>

struct cell label_api(const struct names *names, uint32_t name)
{
	struct cell cell = cell_name(names, name);

	/* nsys's rule: six bytes that begin with "_v" */
	if (cell.len >= 6 && memcmp(cell.is.text + cell.len - 6, "_v", 2) == 0)
		cell.len -= 6;
	return cell;
}
