#ifndef COLLAPSE_MODEL_TENSOR_WORK_H
#define COLLAPSE_MODEL_TENSOR_WORK_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What an operator of PyTorch has to compute and to move, from the shapes of what it is given: of
 * products of matrices, convolutions and attention, forward and backward. Formulas as in
 * torch/utils/flop_counter.py: a multiplication and an addition are 2 FLOP, and additions of a
 * bias are none; but attention with a causal mask has only the pairs that the mask leaves.
 */
enum number_type {
	NUMBER_UNKNOWN, /* not said: half precision */
	NUMBER_FP64,
	NUMBER_FP32,
	NUMBER_TF32, /* "float", too: which of the two, kernels say */
	NUMBER_FP16,
	NUMBER_BF16,
	NUMBER_FP8,
	NUMBER_TYPES,
};

struct tensor_work {
	double flop;
	double bytes; /* at least: each operand read once, the result written once; 0: not known */
	enum number_type type; /* of the factors */
};

/* Inputs of an operator, NUL-terminated lists separated by ';'; "" where it is not known. */
struct tensor_inputs {
	const char *dims;   /* "4096x1024;1024x4096;;": empty if none, or '?' for a list of them */
	const char *types;  /* "float;c10::Half;Scalar" */
	const char *values; /* of scalars and their lists: ";;[1, 1];False" */
};

/* False: there is none, or the inputs do not say enough, or do not match, or are no floats. */
bool tensor_work_find(
	const char *name, size_t len, const struct tensor_inputs *inputs, struct tensor_work *work);

/*
 * The same of a range that PyTorch's emit_nvtx(record_shapes=True) names, without types and values:
 * "aten::mm, seq = 8, op_id = 9, sizes = [[4096, 1024], [1024, 64]], input_op_ids = ...".
 */
bool tensor_work_of_range(const char *name, size_t len, struct tensor_work *work);

#endif /* COLLAPSE_MODEL_TENSOR_WORK_H */
