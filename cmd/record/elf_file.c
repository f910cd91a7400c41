#include "cmd/record/elf_file.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

static void read_interpreter(FILE *file, const Elf64_Ehdr *header, struct elf_file *elf)
{
	Elf64_Phdr segment;
	bool found = false;

	if (header->e_phentsize != sizeof(segment) || header->e_phoff > INT32_MAX ||
		fseek(file, (long)header->e_phoff, SEEK_SET) != 0)
		return;
	for (unsigned i = 0; i < header->e_phnum && !found; i++) {
		if (fread(&segment, sizeof(segment), 1, file) != 1)
			return;
		found = segment.p_type == PT_INTERP;
	}
	if (!found || segment.p_filesz >= sizeof(elf->interpreter) ||
		segment.p_offset > INT32_MAX ||
		fseek(file, (long)segment.p_offset, SEEK_SET) != 0 ||
		fread(elf->interpreter, 1, segment.p_filesz, file) != segment.p_filesz)
		elf->interpreter[0] = '\0';
}

bool elf_file_read(struct elf_file *elf, const char *path)
{
	FILE *file = fopen(path, "re");
	Elf64_Ehdr header;
	bool ok;

	*elf = (struct elf_file){ 0 };
	if (file == NULL)
		return false;
	ok = fread(&header, 1, sizeof(header), file) == sizeof(header) &&
	     memcmp(header.e_ident, ELFMAG, SELFMAG) == 0;
	elf->is_64_bit = ok && header.e_ident[EI_CLASS] == ELFCLASS64;
	if (elf->is_64_bit) {
		elf->machine = header.e_machine;
		elf->type = header.e_type;
		read_interpreter(file, &header, elf);
	}
	fclose(file);
	return ok;
}
