#include "collapse/empty_input.h"

bool empty_of_operations(const char *path, const char *what, const struct input_format *format,
	const struct oddities *odd, bool has_ranges, struct err *err)
{
	if (odd->rows_without_time + odd->rows_backwards > 0)
		return err_set(
			err, ERR_EMPTY, "'%s' holds no GPU operation with a valid time", path);
	if (format->is_capture)
		return err_set(err, ERR_EMPTY, "'%s' holds no %s (%s)", path, what, format->text);
	if (format->how_to_record == NULL) /* a partial result does not say of what it was made */
		return err_set(err, ERR_EMPTY,
			"'%s' holds no %s: check that the profiled part launches kernels", path,
			what);
	if (has_ranges)
		return err_set(err, ERR_EMPTY,
			"'%s' holds ranges but no %s: gpuflame collapse --value cpu-time shows the "
			"time of these; for the GPU's, record with %s (%s)",
			path, what, format->how_to_record, format->text);
	return err_set(err, ERR_EMPTY,
		"'%s' holds no %s; record with %s (%s), and check that the profiled part launches"
		" kernels",
		path, what, format->how_to_record, format->text);
}

bool empty_of_ranges(const char *path, const struct input_format *format, struct err *err)
{
	if (format->is_capture)
		return err_set(err, ERR_EMPTY, "'%s' holds no ranges (%s)", path, format->text);
	return err_set(err, ERR_EMPTY, "'%s' holds no ranges; record with %s (%s)", path,
		format->how_to_record, format->text);
}

bool empty_selection(struct err *err)
{
	return err_set(err, ERR_EMPTY,
		"nothing is left: all operations and ranges are outside the selection");
}

bool empty_values(struct err *err)
{
	return err_set(err, ERR_EMPTY,
		"nothing is left: the rules leave out every stack, or no stack has a value; "
		"--summary shows the sums");
}
