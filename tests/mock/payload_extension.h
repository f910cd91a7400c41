#ifndef TESTS_MOCK_PAYLOAD_EXTENSION_H
#define TESTS_MOCK_PAYLOAD_EXTENSION_H

/*
 * NVTX with its payload extension. Older headers lack it: a program that includes this is then
 * a main() alone, with the status 77 by which tests skip.
 */
#include <nvtx3/nvToolsExt.h>
#if defined __has_include
#if __has_include(<nvtx3/nvToolsExtPayload.h>)
#include <nvtx3/nvToolsExtPayload.h>
#endif
#endif

#ifndef NVTX_EXT_PAYLOAD_MODULEID
int main(void)
{
	return 77;
}
#endif

#endif /* TESTS_MOCK_PAYLOAD_EXTENSION_H */
