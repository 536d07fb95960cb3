// The program's own functions come before those of its libraries, so every object that GTK makes is made here: it is
// counted, and counted again when it is finalized. GLib has such a count itself only where it was built for debugging.
#define _GNU_SOURCE
#include "ObjectCount.h"
#include <dlfcn.h>
#include <glib-object.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_long alive;

long baton_objects_alive(void) { return atomic_load(&alive); }

static void *original(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL) abort();
    return function;
}

static void finalized(gpointer unused) {
    (void)unused;
    atomic_fetch_sub(&alive, 1);
}

static gpointer counted(gpointer object) {
    static GQuark key;
    if (object == NULL) return NULL;
    if (key == 0) key = g_quark_from_static_string("baton-object-count");
    // One that is always the same is counted once.
    if (g_object_get_qdata(object, key) == NULL) {
        atomic_fetch_add(&alive, 1);
        g_object_set_qdata_full(object, key, (gpointer)1, finalized);
    }
    return object;
}

gpointer g_object_new(GType type, const gchar *first, ...) {
    GObject *(*make)(GType, const gchar *, va_list) = original("g_object_new_valist");
    va_list arguments;
    va_start(arguments, first);
    GObject *object = make(type, first, arguments);
    va_end(arguments);
    return counted(object);
}

GObject *g_object_new_valist(GType type, const gchar *first, va_list arguments) {
    GObject *(*make)(GType, const gchar *, va_list) = original("g_object_new_valist");
    return counted(make(type, first, arguments));
}

GObject *g_object_new_with_properties(GType type, guint count, const char *names[], const GValue values[]) {
    GObject *(*make)(GType, guint, const char *[], const GValue[]) = original("g_object_new_with_properties");
    return counted(make(type, count, names, values));
}
