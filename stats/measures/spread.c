#include "stats/measures/spread.h"

#include <stdlib.h>

static int compare_values(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

/*
 * Move the value of rank `k` to its place, between those that are not greater and not less (C. A.
 * R. Hoare, Algorithm 65: FIND). What is in an order that makes it slow is sorted instead.
 */
static double select_value(double *values, size_t count, size_t k)
{
	ptrdiff_t low = 0, high = (ptrdiff_t)count - 1, place = (ptrdiff_t)k;

	for (int rounds = 0; low < high; rounds++) {
		double pivot = values[low + (high - low) / 2];
		ptrdiff_t i = low, j = high;

		if (rounds > 64) {
			qsort(values + low, (size_t)(high - low) + 1, sizeof(*values),
				compare_values);
			break;
		}
		while (i <= j) {
			while (values[i] < pivot)
				i++;
			while (pivot < values[j])
				j--;
			if (i <= j) {
				double held = values[i];

				values[i++] = values[j];
				values[j--] = held;
			}
		}
		if (j < place)
			low = i;
		if (place < i)
			high = j;
	}
	return values[k];
}

double values_quantile(double *values, size_t count, double q)
{
	double place = q * (double)(count - 1);
	size_t rank = (size_t)place;
	double share = place - (double)rank, low = select_value(values, count, rank), next;

	if (share <= 0)
		return low;
	/* the least of those behind it, which are in any order */
	next = values[rank + 1];
	for (size_t i = rank + 2; i < count; i++)
		next = values[i] < next ? values[i] : next;
	return low + share * (next - low);
}
