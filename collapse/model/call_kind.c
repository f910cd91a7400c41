#include "collapse/model/call_kind.h"

#include <string.h>

#include "base/compiler.h"

enum call_kind call_kind_of(const char *name)
{
	static const struct {
		const char *word;
		enum call_kind kind;
	} words[] = {
		{ "ModuleLoad", CALL_PREPARES },
		{ "LibraryLoad", CALL_PREPARES },
		{ "cuLink", CALL_PREPARES },
		{ "GraphInstantiate", CALL_PREPARES },
		{ "StreamBeginCapture", CALL_PREPARES },
		{ "StreamEndCapture", CALL_PREPARES },
		{ "Malloc", CALL_ALLOCATES },
		{ "MemAlloc", CALL_ALLOCATES },
		{ "HostAlloc", CALL_ALLOCATES },
		{ "HostRegister", CALL_ALLOCATES },
		{ "IpcOpenMem", CALL_ALLOCATES },
		/* PyTorch's expandable segments */
		{ "MemCreate", CALL_ALLOCATES },
		{ "MemMap", CALL_ALLOCATES },
		{ "MemUnmap", CALL_ALLOCATES },
		{ "MemRelease", CALL_ALLOCATES },
		{ "Free", CALL_FREES },
	};

	if (strstr(name, "EventSynchronize") != NULL)
		return CALL_SYNCHRONISES_EVENT;
	if (strstr(name, "Synchronize") != NULL)
		return CALL_SYNCHRONISES;
	if (strstr(name, "Memcpy") != NULL)
		return CALL_COPIES;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strstr(name, words[i].word) != NULL && strstr(name, "Async") == NULL)
			return words[i].kind;
	}
	return CALL_OTHER;
}
