#include <sqlite3.h>
// SQLITE_TRANSIENT is a cast macro, which Swift does not import. Can go when Swift imports pointer-cast macros.
static inline int baton_sqlite3_bind_text(sqlite3_stmt *s, int i, const char *t, long n) {
    return sqlite3_bind_text64(s, i, t, (sqlite3_uint64)n, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int baton_sqlite3_bind_blob(sqlite3_stmt *s, int i, const void *b, long n) {
    return sqlite3_bind_blob64(s, i, b, (sqlite3_uint64)n, SQLITE_TRANSIENT);
}
// sqlite3_db_config is variadic, which Swift does not import.
static inline int baton_sqlite3_defensive(sqlite3 *db) { return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0); }
// The same: a close without this writes the -wal file into a database that was refused and ought to stay as found.
static inline int baton_sqlite3_leave_wal(sqlite3 *db) { return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0); }
