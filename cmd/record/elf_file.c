#include "cmd/record/elf_file.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

static bool names_loader(FILE *file, const Elf64_Ehdr *header)
{
	Elf64_Phdr segment;
	bool found = false;

	if (header->e_phoff > INT32_MAX || fseek(file, (long)header->e_phoff, SEEK_SET) != 0)
		return false;
	for (unsigned i = 0; i < header->e_phnum && !found; i++) {
		if (fread(&segment, sizeof(segment), 1, file) != 1)
			return false;
		found = segment.p_type == PT_INTERP;
	}
	return found;
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
		elf->is_static = !names_loader(file, &header);
	}
	fclose(file);
	return ok;
}
