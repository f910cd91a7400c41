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

size_t call_name_len(const char *name, size_t len)
{
	size_t end = len;

	if (len < 4 || memcmp(name, "cu", 2) != 0 ||
		(memcmp(name + 2, "da", 2) != 0 && (name[2] < 'A' || name[2] > 'Z')))
		return len;
	while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
		end--;
	if (end < len && end > 2 && memcmp(name + end - 2, "_v", 2) == 0)
		len = end - 2;
	if (len > 5 && (memcmp(name + len - 5, "_ptsz", 5) == 0 ||
			       memcmp(name + len - 5, "_ptds", 5) == 0))
		len -= 5;
	return len;
}
