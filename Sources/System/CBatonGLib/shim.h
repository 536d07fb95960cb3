// GLib, GIO and the few things of them that Swift cannot import. Each shim says why it is here.
#ifndef CBATONGLIB_SHIM_H
#define CBATONGLIB_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <gio/gdesktopappinfo.h>
#include <gio/gio.h>
#include <gio/gunixconnection.h>
#include <gio/gunixfdlist.h>
#include <gio/gunixsocketaddress.h>
#include <glib-unix.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// libdispatch's main queue as an eventfd and its drain function. CoreFoundation on Linux is built on the same pair;
// no public header declares them. Can go when GLib's loop and libdispatch meet in the toolchain.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *);

// Variadic functions are not imported.
static inline long baton_pidfd_open(int pid) { return syscall(SYS_pidfd_open, pid, 0); }
static inline long baton_pidfd_send_signal(int fd, int signal) {
    return syscall(SYS_pidfd_send_signal, fd, signal, (void *)0, 0);
}
static inline int baton_set_cloexec(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC); }
static inline int baton_open(const char *path, int flags, unsigned int mode) { return open(path, flags, mode); }

// `accept4` needs _GNU_SOURCE, which the importer does not define.
static inline int baton_accept(int fd) {
    int accepted = accept(fd, NULL, NULL);
    return accepted < 0 ? -1 : (fcntl(accepted, F_SETFD, FD_CLOEXEC), accepted);
}
// Both need _GNU_SOURCE, which the importer does not define; <spawn.h> here would make a second type of their actions.
int baton_spawn_chdir(void *actions, const char *path) __asm__("posix_spawn_file_actions_addchdir_np");
int baton_spawn_closefrom(void *actions, int from) __asm__("posix_spawn_file_actions_addclosefrom_np");
// `struct ucred` needs _GNU_SOURCE, which the importer does not define.
struct baton_credentials { int pid; unsigned int uid; unsigned int gid; };
static inline int baton_peer_credentials(int fd, struct baton_credentials *out) {
    socklen_t size = sizeof *out;
    return getsockopt(fd, SOL_SOCKET, 17 /* SO_PEERCRED */, out, &size);
}
// SO_PEERPIDFD (Linux 6.5) is newer than Debian 12's headers. -1 where the kernel does not have it, -2 where the
// process is gone.
static inline int baton_peer_pidfd(int fd) {
    int pidfd = -1;
    socklen_t size = sizeof pidfd;
    if (getsockopt(fd, SOL_SOCKET, 77 /* SO_PEERPIDFD */, &pidfd, &size) == 0) return pidfd;
    return errno == ENOPROTOOPT ? -1 : -2;
}

// GSourceFuncs must live for ever; a C static does, without an unsafe annotation in Swift.
typedef void (*BatonWakeup)(void *data);
typedef struct { GSource source; BatonWakeup wakeup; void *data; gint signalled; } BatonWakeupSource;
static gboolean baton_wakeup_check(GSource *source) {
    return g_atomic_int_get(&((BatonWakeupSource *)source)->signalled);
}
static gboolean baton_wakeup_prepare(GSource *source, gint *timeout) {
    *timeout = -1;
    return baton_wakeup_check(source);
}
static gboolean baton_wakeup_dispatch(GSource *source, GSourceFunc callback, gpointer data) {
    (void)callback; (void)data;
    BatonWakeupSource *self = (BatonWakeupSource *)source;
    self->wakeup(self->data);
    return G_SOURCE_CONTINUE;
}
// A source that runs `wakeup(data)` on its context's thread, again and again from a signal until it is cleared.
static inline GSource *baton_wakeup_source_new(BatonWakeup wakeup, void *data) {
    static GSourceFuncs functions = {
        baton_wakeup_prepare, baton_wakeup_check, baton_wakeup_dispatch, NULL, NULL, NULL};
    BatonWakeupSource *self = (BatonWakeupSource *)g_source_new(&functions, sizeof(BatonWakeupSource));
    self->wakeup = wakeup;
    self->data = data;
    return &self->source;
}
// No system call on the context's own thread: its loop looks before it sleeps. A ready time would need one, each time.
static inline void baton_wakeup_signal(GSource *source, GMainContext *context) {
    g_atomic_int_set(&((BatonWakeupSource *)source)->signalled, 1);
    if (!g_main_context_is_owner(context)) g_main_context_wakeup(context);
}
static inline void baton_wakeup_clear(GSource *source) {
    g_atomic_int_set(&((BatonWakeupSource *)source)->signalled, 0);
}

// Sources' callbacks have as many C types as there are kinds of source; g_source_set_callback takes one.
static inline void baton_source_set_pollable_callback(GSource *s, GPollableSourceFunc f, gpointer d, GDestroyNotify n) {
    g_source_set_callback(s, (GSourceFunc)(void (*)(void))f, d, n);
}
static inline void baton_source_set_fd_callback(GSource *s, GUnixFDSourceFunc f, gpointer d, GDestroyNotify n) {
    g_source_set_callback(s, (GSourceFunc)(void (*)(void))f, d, n);
}

// Cast macros are not imported.
// Runs in the child between fork and exec: a session of its own, so that no terminal ends or stops it, and no signal ignored
// because we were started with it so, as what a shell starts in the background is. GLib resets SIGPIPE.
static void baton_begin_session(gpointer data) {
    (void)data;
    setsid();
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
}
static inline GSpawnChildSetupFunc baton_session_setup(void) { return baton_begin_session; }
static inline GSocketListener *baton_socket_listener(GSocketService *s) { return G_SOCKET_LISTENER(s); }
static inline GIOStream *baton_io_stream(gpointer s) { return G_IO_STREAM(s); }
static inline GTlsConnection *baton_tls_connection(gpointer s) { return G_TLS_CONNECTION(s); }
// Variadic. Without a certificate: the dialler's end. The database is none from the start: GIO would otherwise read the
// system's certificate authorities for it, of whom we ask nothing, and keep 8 MB of them for good (measured).
static inline GIOStream *baton_tls_connection_new(GIOStream *base, GTlsCertificate *certificate, GError **error) {
    GTlsBackend *backend = g_tls_backend_get_default();
    if (!certificate) {
        return g_initable_new(g_tls_backend_get_client_connection_type(backend), NULL, error, "base-io-stream", base,
                              "database", NULL, NULL);
    }
    return g_initable_new(g_tls_backend_get_server_connection_type(backend), NULL, error, "base-io-stream", base,
                          "database", NULL, "certificate", certificate, NULL);
}
static inline GSocket *baton_connection_socket(GSocketConnection *c) { return g_socket_connection_get_socket(c); }
// GVariantType is opaque to Swift, and a pointer to a Swift string is good for one call only.
static inline GVariant *baton_variant_new_array(const char *type, GVariant *const *children, gsize n) {
    return g_variant_new_array((const GVariantType *)type, children, n);
}
// glib.h's G_VARIANT_TYPE-typed fixed arrays, as bytes.
static inline GVariant *baton_variant_bytes(const void *bytes, gsize n) {
    return g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, bytes, n, 1);
}
// Non-blocking pollable streams are interfaces; the casts are macros.
static inline GPollableInputStream *baton_pollable_input(GIOStream *s) {
    return G_POLLABLE_INPUT_STREAM(g_io_stream_get_input_stream(s));
}
static inline GPollableOutputStream *baton_pollable_output(GIOStream *s) {
    return G_POLLABLE_OUTPUT_STREAM(g_io_stream_get_output_stream(s));
}
// What GDBus reads and writes in place of a socket. On a socket's own streams it takes in messages of 128 MiB, and every
// descriptor that comes with one; on these the bytes come through a function of Swift's, and descriptors not at all.
// A class of GObject's can only be made in C.
typedef gssize (*BatonRead)(GInputStream *socket, void *buffer, gsize count, GError **error, void *data);
typedef struct { GInputStream parent; GIOStream *socket; BatonRead read; void *data; GDestroyNotify release; } BatonInput;
typedef struct { GOutputStream parent; GIOStream *socket; } BatonOutput;
static gssize baton_input_read(GInputStream *s, void *buffer, gsize count, GCancellable *c, GError **error) {
    BatonInput *self = (BatonInput *)s;
    (void)c;
    return self->read(g_io_stream_get_input_stream(self->socket), buffer, count, error, self->data);
}
static gssize baton_input_poll_read(GPollableInputStream *s, void *buffer, gsize count, GError **error) {
    return baton_input_read(G_INPUT_STREAM(s), buffer, count, NULL, error);
}
static gboolean baton_input_close(GInputStream *s, GCancellable *c, GError **error) {
    return g_io_stream_close(((BatonInput *)s)->socket, c, error);
}
static gboolean baton_input_is_readable(GPollableInputStream *s) {
    return g_pollable_input_stream_is_readable(
        G_POLLABLE_INPUT_STREAM(g_io_stream_get_input_stream(((BatonInput *)s)->socket)));
}
static GSource *baton_input_source(GPollableInputStream *s, GCancellable *c) {
    GSource *child = g_pollable_input_stream_create_source(
        G_POLLABLE_INPUT_STREAM(g_io_stream_get_input_stream(((BatonInput *)s)->socket)), NULL);
    GSource *source = g_pollable_source_new_full(s, child, c);
    g_source_unref(child);
    return source;
}
static void baton_input_finalize(GObject *object) {
    BatonInput *self = (BatonInput *)object;
    self->release(self->data);
    g_object_unref(self->socket);
    G_OBJECT_CLASS(g_type_class_peek(G_TYPE_INPUT_STREAM))->finalize(object);
}
static void baton_input_class(gpointer class, gpointer data) {
    (void)data;
    G_OBJECT_CLASS(class)->finalize = baton_input_finalize;
    G_INPUT_STREAM_CLASS(class)->read_fn = baton_input_read;
    G_INPUT_STREAM_CLASS(class)->close_fn = baton_input_close;
}
static void baton_input_pollable(gpointer iface, gpointer data) {
    GPollableInputStreamInterface *self = (GPollableInputStreamInterface *)iface;
    (void)data;
    self->is_readable = baton_input_is_readable;
    self->create_source = baton_input_source;
    self->read_nonblocking = baton_input_poll_read;
}
static gssize baton_output_write(GOutputStream *s, const void *bytes, gsize count, GCancellable *c, GError **error) {
    return g_output_stream_write(g_io_stream_get_output_stream(((BatonOutput *)s)->socket), bytes, count, c, error);
}
static gssize baton_output_poll_write(GPollableOutputStream *s, const void *bytes, gsize count, GError **error) {
    return g_pollable_output_stream_write_nonblocking(
        G_POLLABLE_OUTPUT_STREAM(g_io_stream_get_output_stream(((BatonOutput *)s)->socket)), bytes, count, NULL, error);
}
static gboolean baton_output_is_writable(GPollableOutputStream *s) {
    return g_pollable_output_stream_is_writable(
        G_POLLABLE_OUTPUT_STREAM(g_io_stream_get_output_stream(((BatonOutput *)s)->socket)));
}
static GSource *baton_output_source(GPollableOutputStream *s, GCancellable *c) {
    GSource *child = g_pollable_output_stream_create_source(
        G_POLLABLE_OUTPUT_STREAM(g_io_stream_get_output_stream(((BatonOutput *)s)->socket)), NULL);
    GSource *source = g_pollable_source_new_full(s, child, c);
    g_source_unref(child);
    return source;
}
static void baton_output_finalize(GObject *object) {
    g_object_unref(((BatonOutput *)object)->socket);
    G_OBJECT_CLASS(g_type_class_peek(G_TYPE_OUTPUT_STREAM))->finalize(object);
}
static void baton_output_class(gpointer class, gpointer data) {
    (void)data;
    G_OBJECT_CLASS(class)->finalize = baton_output_finalize;
    G_OUTPUT_STREAM_CLASS(class)->write_fn = baton_output_write;
}
static void baton_output_pollable(gpointer iface, gpointer data) {
    GPollableOutputStreamInterface *self = (GPollableOutputStreamInterface *)iface;
    (void)data;
    self->is_writable = baton_output_is_writable;
    self->create_source = baton_output_source;
    self->write_nonblocking = baton_output_poll_write;
}
// Looked for by name: each object file that the function is compiled into would have a variable of its own. Called on
// one thread at a time.
static inline GType baton_stream_type(
    const char *name, GType parent, guint class_size, guint size, GClassInitFunc class, GType pollable,
    GInterfaceInitFunc interface) {
    GType type = g_type_from_name(name);
    if (type != 0) return type;
    GTypeInfo info = {class_size, NULL, NULL, class, NULL, NULL, size, 0, NULL, NULL};
    GInterfaceInfo implementation = {interface, NULL, NULL};
    type = g_type_register_static(parent, name, &info, 0);
    g_type_add_interface_static(type, pollable, &implementation);
    return type;
}
static inline GIOStream *baton_stream_over(GIOStream *socket, BatonRead read, void *data, GDestroyNotify release) {
    static GMutex lock;
    g_mutex_lock(&lock);
    GType in = baton_stream_type(
        "BatonInput", G_TYPE_INPUT_STREAM, sizeof(GInputStreamClass), sizeof(BatonInput), baton_input_class,
        G_TYPE_POLLABLE_INPUT_STREAM, baton_input_pollable);
    GType out = baton_stream_type(
        "BatonOutput", G_TYPE_OUTPUT_STREAM, sizeof(GOutputStreamClass), sizeof(BatonOutput), baton_output_class,
        G_TYPE_POLLABLE_OUTPUT_STREAM, baton_output_pollable);
    g_mutex_unlock(&lock);
    BatonInput *input = (BatonInput *)g_object_new(in, NULL);
    input->socket = (GIOStream *)g_object_ref(socket);
    input->read = read;
    input->data = data;
    input->release = release;
    BatonOutput *output = (BatonOutput *)g_object_new(out, NULL);
    output->socket = (GIOStream *)g_object_ref(socket);
    GIOStream *stream = g_simple_io_stream_new(G_INPUT_STREAM(input), G_OUTPUT_STREAM(output));
    g_object_unref(input);
    g_object_unref(output);
    return stream;
}
static inline GPollableInputStream *baton_pollable(GInputStream *s) { return G_POLLABLE_INPUT_STREAM(s); }
// <pty.h> is in no module of the toolchain.
static inline int baton_open_terminal(int *controller, int *terminal, unsigned short rows, unsigned short columns) {
    struct winsize size = {rows, columns, 0, 0};
    return openpty(controller, terminal, NULL, NULL, &size);
}
#endif
