#include "base/platform.h"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/test.h"

static char folder[] = "/tmp/gpuflame-limit-XXXXXX";

static const char *in_folder(const char *name)
{
	static char paths[4][256];
	static unsigned next;
	char *path = paths[next++ % 4];

	snprintf(path, 256, "%s/%s", folder, name);
	return path;
}

static void put(const char *name, const char *text)
{
	FILE *file = fopen(in_folder(name), "we");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static size_t limit(void)
{
	return platform_memory_share(in_folder("self"), folder);
}

TEST(what_waits_in_memory_is_a_part_of_the_least_limit)
{
	size_t alone;

	assert_non_null(mkdtemp(folder));
	alone = limit();
	assert_true(alone >= (size_t)64 << 20 && alone <= (size_t)2 << 30);
	/* version 2: a job's group has the limit, not that of its task */
	assert_int_equal(mkdir(in_folder("job"), 0700), 0);
	assert_int_equal(mkdir(in_folder("job/task"), 0700), 0);
	put("self", "12:cpu:/x\n0::/job/task\n");
	put("job/task/memory.max", "max\n");
	put("job/memory.max", "3221225472\n");
	assert_int_equal(limit(), 3221225472 / 32);
	put("memory.max", "2684354560\n");
	assert_int_equal(limit(), 2684354560 / 32);
	put("memory.max", "1000000\n");
	assert_int_equal(limit(), 64 << 20);
	unlink(in_folder("memory.max"));
	/* version 1 */
	assert_int_equal(mkdir(in_folder("memory"), 0700), 0);
	assert_int_equal(mkdir(in_folder("memory/pod"), 0700), 0);
	put("self", "5:memory:/pod\n");
	put("memory/memory.limit_in_bytes", "9223372036854771712\n");
	assert_int_equal(limit(), alone);
	put("memory/pod/memory.limit_in_bytes", "3221225472\n");
	assert_int_equal(limit(), 3221225472 / 32);
}
