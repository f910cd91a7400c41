#ifndef BASE_WORD_LIST_H
#define BASE_WORD_LIST_H

#include <stddef.h>

/*
 * Lists of words for help and messages, made from the tables that are parsed by:
 * "table, csv and svg". `list` is a string of at most `size` bytes with its NUL; what
 * does not fit is left out. `last` joins the last word, "and" or "or".
 */
void word_list(char *list, size_t size, const char *const *words, size_t count, const char *last);

#endif /* BASE_WORD_LIST_H */
