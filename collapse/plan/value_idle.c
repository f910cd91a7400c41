#include "collapse/model/device_order.h"
#include "collapse/plan/value.h"

/*
 * One walk over a device's operations by their start. `until` is when all that have begun so
 * far have ended: one that begins later has a gap before it, and one that ends later adds the
 * difference to the busy time. Both together are the time from the first start to the last
 * end.
 */
static void walk_device(const struct trace *trace, const struct device_order *order, size_t device,
	uint64_t *values, uint64_t *idle)
{
	size_t begin = order->begin[device], end = order->begin[device + 1];
	int64_t until = begin < end ? trace->ops[order->ops[begin]].start : 0;

	for (size_t i = begin; i < end; i++) {
		const struct op *op = &trace->ops[order->ops[i]];

		if (op->start > until) {
			if (idle != NULL)
				idle[order->ops[i]] = (uint64_t)op->start - (uint64_t)until;
			until = op->start;
		}
		if (op->end > until) {
			if (values != NULL)
				values[order->ops[i]] = (uint64_t)op->end - (uint64_t)until;
			until = op->end;
		}
	}
}

void value_idle(const struct trace *trace, uint64_t *values, uint64_t *idle)
{
	struct device_order order;

	device_order_init(&order, trace);
	for (size_t device = 0; device < order.device_count; device++)
		walk_device(trace, &order, device, values, idle);
	device_order_release(&order);
}
