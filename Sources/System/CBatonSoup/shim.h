// libsoup, and the few things of it and of GIO that Swift cannot do for FetchKit.
#ifndef CBATONSOUP_SHIM_H
#define CBATONSOUP_SHIM_H

#include <libsoup/soup.h>
#include <malloc.h> // malloc_trim: Swift's Glibc leaves the header out.

// The name of a host with the only addresses that it has: GIO connects to these, asks no resolver, and checks the
// certificate against the name. A class of GObject's can only be made in C.
typedef struct { GNetworkAddress parent; GList *addresses; } BatonPinnedHost;
typedef struct { GSocketAddressEnumerator parent; GList *left; guint port; } BatonPinnedAddresses;

static GSocketAddress *baton_pinned_next(GSocketAddressEnumerator *e, GCancellable *cancellable, GError **error) {
    BatonPinnedAddresses *self = (BatonPinnedAddresses *)e;
    if (g_cancellable_set_error_if_cancelled(cancellable, error) || !self->left) return NULL;
    GInetAddress *next = (GInetAddress *)self->left->data;
    self->left = g_list_delete_link(self->left, self->left);
    GSocketAddress *address = g_inet_socket_address_new(next, (guint16)self->port);
    g_object_unref(next);
    return address;
}
static void baton_pinned_addresses_finalize(GObject *object) {
    g_list_free_full(((BatonPinnedAddresses *)object)->left, g_object_unref);
    G_OBJECT_CLASS(g_type_class_peek(G_TYPE_SOCKET_ADDRESS_ENUMERATOR))->finalize(object);
}
static void baton_pinned_addresses_class(gpointer class, gpointer data) {
    (void)data;
    G_OBJECT_CLASS(class)->finalize = baton_pinned_addresses_finalize;
    G_SOCKET_ADDRESS_ENUMERATOR_CLASS(class)->next = baton_pinned_next;
}
static GType baton_pinned_addresses_type(void) {
    GType type = g_type_from_name("BatonPinnedAddresses");
    if (type != 0) return type;
    GTypeInfo info = {sizeof(GSocketAddressEnumeratorClass), NULL, NULL, baton_pinned_addresses_class, NULL, NULL,
                      sizeof(BatonPinnedAddresses), 0, NULL, NULL};
    return g_type_register_static(G_TYPE_SOCKET_ADDRESS_ENUMERATOR, "BatonPinnedAddresses", &info, 0);
}
static GSocketAddressEnumerator *baton_pinned_enumerate(GSocketConnectable *connectable) {
    BatonPinnedAddresses *made = (BatonPinnedAddresses *)g_object_new(baton_pinned_addresses_type(), NULL);
    made->left = g_list_copy_deep(((BatonPinnedHost *)connectable)->addresses, (GCopyFunc)(void (*)(void))g_object_ref, NULL);
    made->port = g_network_address_get_port(G_NETWORK_ADDRESS(connectable));
    return (GSocketAddressEnumerator *)made;
}
static void baton_pinned_connectable(gpointer interface, gpointer data) {
    (void)data;
    ((GSocketConnectableIface *)interface)->enumerate = baton_pinned_enumerate;
    ((GSocketConnectableIface *)interface)->proxy_enumerate = baton_pinned_enumerate;
}
static void baton_pinned_host_finalize(GObject *object) {
    g_list_free_full(((BatonPinnedHost *)object)->addresses, g_object_unref);
    G_OBJECT_CLASS(g_type_class_peek(G_TYPE_NETWORK_ADDRESS))->finalize(object);
}
static void baton_pinned_host_class(gpointer class, gpointer data) {
    (void)data;
    G_OBJECT_CLASS(class)->finalize = baton_pinned_host_finalize;
}
// Looked for by name: each object file that the functions are compiled into would have a variable of its own.
static GType baton_pinned_host_type(void) {
    GType type = g_type_from_name("BatonPinnedHost");
    if (type != 0) return type;
    GTypeInfo info = {sizeof(GNetworkAddressClass), NULL, NULL, baton_pinned_host_class, NULL, NULL,
                      sizeof(BatonPinnedHost), 0, NULL, NULL};
    GInterfaceInfo interface = {baton_pinned_connectable, NULL, NULL};
    type = g_type_register_static(G_TYPE_NETWORK_ADDRESS, "BatonPinnedHost", &info, 0);
    g_type_add_interface_static(type, G_TYPE_SOCKET_CONNECTABLE, &interface);
    return type;
}
// Takes the list over, and the addresses in it. Locked: several threads may fetch.
static inline gpointer baton_pinned_host_new(const char *name, guint port, GList *addresses) {
    static GMutex lock;
    g_mutex_lock(&lock);
    (void)baton_pinned_addresses_type();
    GType type = baton_pinned_host_type();
    g_mutex_unlock(&lock);
    BatonPinnedHost *made = (BatonPinnedHost *)g_object_new(type, "hostname", name, "port", port, NULL);
    made->addresses = addresses;
    return made;
}

// A list of authorities with none in it: a class again.
static GTlsCertificateFlags baton_no_authorities_verify(
    GTlsDatabase *self, GTlsCertificate *chain, const gchar *purpose, GSocketConnectable *identity,
    GTlsInteraction *interaction, GTlsDatabaseVerifyFlags flags, GCancellable *cancellable, GError **error) {
    (void)self, (void)chain, (void)purpose, (void)identity, (void)interaction, (void)flags;
    (void)cancellable, (void)error;
    return G_TLS_CERTIFICATE_UNKNOWN_CA;
}
static void baton_no_authorities_class(gpointer class, gpointer data) {
    (void)data;
    G_TLS_DATABASE_CLASS(class)->verify_chain = baton_no_authorities_verify;
}
// Makes it the process's own list. Once.
static inline void baton_no_authorities_by_default(void) {
    GTypeInfo info = {sizeof(GTlsDatabaseClass), NULL, NULL, baton_no_authorities_class, NULL, NULL,
                      sizeof(GTlsDatabase), 0, NULL, NULL};
    GType type = g_type_register_static(G_TYPE_TLS_DATABASE, "BatonNoAuthorities", &info, 0);
    GTlsDatabase *none = G_TLS_DATABASE(g_object_new(type, NULL));
    g_tls_backend_set_default_database(g_tls_backend_get_default(), none);
    g_object_unref(none);
}

// Variadic. A session for one exchange: no proxy, one connection. `timeout` 0: the caller has a limit for the whole.
static inline SoupSession *baton_session_new(gpointer host, const char *user_agent) {
    return soup_session_new_with_options(
        "remote-connectable", host, "proxy-resolver", NULL, "user-agent", user_agent, "max-conns", 1, "timeout", 0,
        "idle-timeout", 0, NULL);
}
#endif
