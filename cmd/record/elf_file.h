#ifndef CMD_RECORD_ELF_FILE_H
#define CMD_RECORD_ELF_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* What the header of a program or a library says. */
struct elf_file {
	bool is_64_bit; /* else nothing below is set */
	bool is_static; /* it names no loader, as libraries do not, either */
	uint16_t machine, type;
};

/* False: it cannot be read, or is no ELF file. */
bool elf_file_read(struct elf_file *elf, const char *path);

#endif /* CMD_RECORD_ELF_FILE_H */
