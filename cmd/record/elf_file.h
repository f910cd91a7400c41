#ifndef CMD_RECORD_ELF_FILE_H
#define CMD_RECORD_ELF_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/* What the header of a program or library says. */
struct elf_file {
	bool is_64_bit;             /* else nothing below is known */
	uint16_t machine;           /* EM_* */
	uint16_t type;              /* ET_* */
	char interpreter[PATH_MAX]; /* the loader; "": none, or too long */
};

/* False: it is no ELF file, or cannot be read. */
bool elf_file_read(struct elf_file *elf, const char *path);

#endif /* CMD_RECORD_ELF_FILE_H */
