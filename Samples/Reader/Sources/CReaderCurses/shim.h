// ncurses with wide characters, and the few things of it that Swift cannot import.
#ifndef CREADERCURSES_SHIM_H
#define CREADERCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <langinfo.h>
#include <ncurses.h>
#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>

// `stdscr` and `stdin` are global variables, which Swift 6 does not let one read.
static inline WINDOW *reader_window(void) { return stdscr; }
static inline FILE *reader_stdin(void) { return stdin; }
static inline FILE *reader_stdout(void) { return stdout; }
static inline int reader_colors(void) { return COLORS; }

// Attributes are cast macros.
static inline attr_t reader_bold(void) { return A_BOLD; }
static inline attr_t reader_dim(void) { return A_DIM; }
static inline attr_t reader_reverse(void) { return A_REVERSE; }
static inline attr_t reader_underline(void) { return A_UNDERLINE; }
static inline void reader_set_style(attr_t attributes, short pair) { wattr_set(stdscr, attributes, pair, NULL); }

// `wint_t` and `wchar_t` have several faces in Swift.
static inline int reader_get(unsigned int *out) { return wget_wch(stdscr, out); }
static inline void reader_put(int row, int column, const unsigned int *scalars, int count) {
    if (wmove(stdscr, row, column) == OK) waddnwstr(stdscr, (const wchar_t *)scalars, count);
}

// ioctl is variadic.
static inline int reader_window_size(int fd, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return -1;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return 0;
}
#endif
