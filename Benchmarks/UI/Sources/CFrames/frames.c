#include "frames.h"

#include <gtk/gtk.h>
#include <stdio.h>
#include <time.h>

// Longer than a frame takes: the frame clock is at rest, and paints without waiting for its next time.
enum { rest_milliseconds = 40 };

static gboolean has_rendered, has_told;
static void (*change)(int);
static int wanted, number;
static gboolean is_changing, is_changed;
static gint64 start, start_cpu, wait, wait_cpu;

static gint64 now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (gint64)time.tv_sec * 1000000000 + time.tv_nsec;
}

static gboolean begin(gpointer data) {
    (void)data;
    is_changing = TRUE;
    is_changed = FALSE;
    has_rendered = FALSE;
    start_cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    start = now(CLOCK_MONOTONIC);
    change(number++);
    return G_SOURCE_REMOVE;
}

void frames_changed(void) {
    if (!is_changing || is_changed) return;
    wait = now(CLOCK_MONOTONIC) - start;
    wait_cpu = now(CLOCK_PROCESS_CPUTIME_ID) - start_cpu;
    is_changed = TRUE;
}

// The first frame is followed by others: of the focus, of the scroll bars that go.
static void begin_later(void) {
    if (change && has_told) g_timeout_add(1500, begin, NULL);
}

static void painted(GdkFrameClock *clock, gpointer data) {
    (void)clock, (void)data;
    gint64 time = now(CLOCK_MONOTONIC);
    if (!has_rendered) return;
    if (!has_told) {
        has_told = TRUE;
        printf("frame %lld\n", (long long)time);
        fflush(stdout);
        begin_later();
    } else if (is_changing && is_changed) {
        is_changing = FALSE;
        printf("change %lld %lld %lld\n", (long long)wait, (long long)wait_cpu, (long long)(time - start));
        if (number < wanted) g_timeout_add(rest_milliseconds, begin, NULL);
        else printf("end\n");
        fflush(stdout);
    }
}

// A hook, since GTK's own handler lets no other one have the signal. It stays.
static gboolean rendered(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
    (void)hint, (void)count, (void)values, (void)data;
    has_rendered = TRUE;
    return TRUE;
}

static void realized(GtkWidget *window, gpointer data) {
    (void)data;
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    g_signal_add_emission_hook(g_signal_lookup("render", GDK_TYPE_SURFACE), 0, rendered, NULL, NULL);
    g_signal_connect(gdk_surface_get_frame_clock(surface), "after-paint", G_CALLBACK(painted), NULL);
}

static void windows_changed(GListModel *windows, guint place, guint removed, guint added, gpointer data) {
    (void)removed, (void)data;
    if (added == 0) return;
    GtkWidget *window = g_list_model_get_item(windows, place);
    if (gtk_widget_get_realized(window)) realized(window, NULL);
    else g_signal_connect(window, "realize", G_CALLBACK(realized), NULL);
    g_object_unref(window);
}

void frames_watch(void) {
    g_signal_connect(gtk_window_get_toplevels(), "items-changed", G_CALLBACK(windows_changed), NULL);
}

void frames_change(int times, void (*body)(int)) {
    wanted = times;
    change = body;
    begin_later();
}
