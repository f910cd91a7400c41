#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "capture/python/python_abi.h"

#include <dlfcn.h>
#include <string.h>

#include "base/err.h"

struct symbol {
	const char *name;
	size_t offset;
};

#define SYMBOL(name, field)                              \
	{                                                \
		name, offsetof(struct python_abi, field) \
	}

static const struct symbol symbols[] = {
	SYMBOL("_Py_NoneStruct", none),
	SYMBOL("PyExc_TypeError", type_error),
	SYMBOL("PyExc_Exception", exception),
	SYMBOL("Py_IncRef", ref),
	SYMBOL("Py_DecRef", unref),
	SYMBOL("Py_CompileString", compile),
	SYMBOL("PyEval_EvalCode", eval),
	SYMBOL("PyEval_GetBuiltins", builtins),
	SYMBOL("PyObject_CallFunctionObjArgs", call),
	SYMBOL("PyCFunction_NewEx", new_function),
	SYMBOL("PyDict_New", new_dict),
	SYMBOL("PyDict_SetItemString", set_item),
	SYMBOL("PyList_New", new_list),
	SYMBOL("PyList_Append", append),
	SYMBOL("PyUnicode_DecodeFSDefault", new_path),
	SYMBOL("PyUnicode_FromString", new_text),
	SYMBOL("PyBool_FromLong", new_bool),
	SYMBOL("PyUnicode_AsUTF8AndSize", text),
	SYMBOL("PyLong_AsLongLong", number),
	SYMBOL("PyEval_GetFrame", frame),
	SYMBOL("PyErr_SetString", raise),
	SYMBOL("PyErr_Clear", clear_error),
	SYMBOL("PyErr_Occurred", error),
	SYMBOL("PyErr_ExceptionMatches", error_is),
	SYMBOL("Py_IsInitialized", is_initialized),
	SYMBOL("PyEval_SaveThread", release),
	SYMBOL("PyEval_RestoreThread", take),
	SYMBOL("Py_AddPendingCall", add_pending),
	SYMBOL("PyGILState_GetThisThreadState", this_thread),
};

bool python_abi_find(struct python_abi *abi)
{
	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++) {
		void *found = dlsym(RTLD_DEFAULT, symbols[i].name);

		if (found == NULL)
			return false;
		memcpy((char *)abi + symbols[i].offset, &found, sizeof(found));
	}
	/* variables that hold a pointer, unlike the others */
	memcpy(&abi->type_error, (const void *)abi->type_error, sizeof(abi->type_error));
	memcpy(&abi->exception, (const void *)abi->exception, sizeof(abi->exception));
	*(void **)&abi->frame_variable = dlsym(RTLD_DEFAULT, "PyFrame_GetVar");
	return abi->is_initialized() != 0;
}

bool python_abi_keep_interrupt(const struct python_abi *abi)
{
	if (abi->error() != NULL && abi->error_is(abi->exception))
		abi->clear_error();
	return abi->error() != NULL;
}
