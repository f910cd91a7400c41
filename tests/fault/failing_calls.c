/*
 * LD_PRELOAD: a disk that fails. Of the system calls that read, write, open, name, sync and
 * map files, the one with the number asked for fails; with FAULT_MODE=from all that follow it
 * fail, too. Calls are trapped by seccomp where they enter the kernel, since most are made inside
 * the C library. Writing to stderr does not count. FAULT_SERVER: server.h.
 */
#define _GNU_SOURCE /* REG_RAX */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <ucontext.h>
#include <unistd.h>

#include "tests/fault/server.h"
#include "tests/fault/taken_calls.h"

#ifdef __x86_64__

static unsigned long calls, fail_at;
static int fail_from;

/* One instruction that makes system calls and is not trapped; `syscall_end` is after it. */
long free_syscall(long number, const long arguments[6]);
extern const char syscall_end[] __attribute__((visibility("hidden")));
__asm__(".text\n"
	".globl free_syscall\n"
	".hidden free_syscall\n"
	".type free_syscall, @function\n"
	"free_syscall:\n"
	"	mov %rdi, %rax\n"
	"	mov %rsi, %r11\n"
	"	mov (%r11), %rdi\n"
	"	mov 8(%r11), %rsi\n"
	"	mov 16(%r11), %rdx\n"
	"	mov 24(%r11), %r10\n"
	"	mov 32(%r11), %r8\n"
	"	mov 40(%r11), %r9\n"
	"	syscall\n"
	".globl syscall_end\n"
	".hidden syscall_end\n"
	"syscall_end:\n"
	"	ret\n");

enum { TAKEN = sizeof(taken) / sizeof(taken[0]) };

static int is_counted(int number, const long arguments[6])
{
	if (number == SYS_write || number == SYS_writev)
		return arguments[0] != STDERR_FILENO;
	if (number == SYS_unlink || number == SYS_unlinkat)
		return 0; /* a file that cannot be removed stays: no fault of the command's */
	return number != SYS_mmap || (arguments[3] & MAP_STACK) == 0;
}

static int error_of(int number)
{
	for (size_t i = 0; i < TAKEN; i++) {
		if (taken[i].number == number)
			return taken[i].error;
	}
	return ENOSYS;
}

static void take(int signal, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	const long arguments[6] = { registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
		registers[REG_R10], registers[REG_R8], registers[REG_R9] };
	int number = info->si_syscall;
	unsigned long call;

	(void)signal;
	if (is_counted(number, arguments)) {
		call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
		if (fail_at != 0 && (fail_from ? call >= fail_at : call == fail_at)) {
			if (number == SYS_close)
				free_syscall(number, arguments);
			registers[REG_RAX] = -error_of(number);
			return;
		}
	}
	registers[REG_RAX] = free_syscall(number, arguments);
}

/* Trap the calls of the table, except those of free_syscall(). */
static void take_calls(void)
{
	const uint64_t own = (uint64_t)(uintptr_t)syscall_end;
	struct sock_filter filter[TAKEN + 8] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			offsetof(struct seccomp_data, instruction_pointer) + 4),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(own >> 32), 0, 2),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			offsetof(struct seccomp_data, instruction_pointer)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)own, TAKEN + 1, 0),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog program = { .len = TAKEN + 7, .filter = filter };
	struct sigaction action = { .sa_sigaction = take, .sa_flags = SA_SIGINFO | SA_NODEFER };

	for (size_t i = 0; i < TAKEN; i++)
		filter[5 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
			(uint32_t)taken[i].number, (uint8_t)(TAKEN - i), 0);
	filter[TAKEN + 5] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	filter[TAKEN + 6] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
	if (sigaction(SIGSYS, &action, NULL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
		_exit(98);
}

__attribute__((constructor)) static void begin(void)
{
	const char *mode = getenv("FAULT_MODE");

	fail_at = fault_serve(atoi(getenv("FAULT_SERVER")));
	fail_from = mode != NULL && strcmp(mode, "from") == 0;
	take_calls();
}

__attribute__((destructor)) static void end(void)
{
	unsigned long at = fail_at;

	fail_at = 0;
	fault_report(calls);
	fail_at = at; /* the C library has output to write yet */
}

#endif
