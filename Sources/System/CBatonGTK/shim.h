// GTK and libadwaita, and the few things of them that Swift cannot do.
#ifndef CBATONGTK_SHIM_H
#define CBATONGTK_SHIM_H

#include <adwaita.h>

// Macros of types.
static inline GType baton_type_widget(void) { return GTK_TYPE_WIDGET; }
static inline GType baton_type_string(void) { return G_TYPE_STRING; }

// Variadic.
static inline void baton_accessible_set_label(GtkWidget *widget, const char *text) {
    if (text) gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
    else gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}
static inline void baton_accessible_set_description(GtkWidget *widget, const char *text) {
    if (text) gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
    else gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}
static inline void baton_accessible_set_value_text(GtkWidget *widget, const char *text) {
    if (text) gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
    else gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT);
}
static inline void baton_accessible_set_hidden(GtkWidget *widget, gboolean hidden) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}
// It is called by the names of these, in their order; by nothing of the kind where there are none.
static inline void baton_accessible_set_labelled_by(GtkWidget *widget, GtkWidget *const *labels, int count) {
    GtkAccessibleRelation relation = GTK_ACCESSIBLE_RELATION_LABELLED_BY;
    GtkAccessible *accessible = GTK_ACCESSIBLE(widget);
    if (count == 0) { gtk_accessible_reset_relation(accessible, relation); return; }
    GList *list = NULL; // GTK's, once it is given.
    while (count-- > 0) list = g_list_prepend(list, labels[count]);
    GValue value = G_VALUE_INIT;
    gtk_accessible_relation_init_value(relation, &value);
    g_value_set_pointer(&value, list);
    gtk_accessible_update_relation_value(accessible, 1, &relation, &value);
    g_value_unset(&value);
}
static inline void baton_accessible_set_described_by(GtkWidget *widget, GtkWidget *label) {
    gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, label, NULL, -1);
}

// A list model of so many items, each of which is nothing but its number at the time when it was asked for: rows are
// known by their place. A class of GObject's can only be made in C.
typedef struct { GObject parent; guint count; } BatonRows;

static GType baton_rows_item_type(GListModel *model) { (void)model; return G_TYPE_OBJECT; }
static guint baton_rows_count(GListModel *model) { return ((BatonRows *)model)->count; }
static gpointer baton_rows_item(GListModel *model, guint place) {
    return place < ((BatonRows *)model)->count ? g_object_new(G_TYPE_OBJECT, NULL) : NULL;
}
static void baton_rows_model(gpointer interface, gpointer data) {
    (void)data;
    ((GListModelInterface *)interface)->get_item_type = baton_rows_item_type;
    ((GListModelInterface *)interface)->get_n_items = baton_rows_count;
    ((GListModelInterface *)interface)->get_item = baton_rows_item;
}
// Looked for by name: each object file that the functions are compiled into would have a variable of its own.
static GType baton_rows_type(void) {
    GType type = g_type_from_name("BatonRows");
    if (type != 0) return type;
    GTypeInfo info = {sizeof(GObjectClass), NULL, NULL, NULL, NULL, NULL, sizeof(BatonRows), 0, NULL, NULL};
    GInterfaceInfo interface = {baton_rows_model, NULL, NULL};
    type = g_type_register_static(G_TYPE_OBJECT, "BatonRows", &info, 0);
    g_type_add_interface_static(type, G_TYPE_LIST_MODEL, &interface);
    return type;
}
static inline gpointer baton_rows_new(void) { return g_object_new(baton_rows_type(), NULL); }
// `removed` rows at a place are `added` others now.
static inline void baton_rows_splice(gpointer rows, guint place, guint removed, guint added) {
    ((BatonRows *)rows)->count += added - removed;
    g_list_model_items_changed(G_LIST_MODEL(rows), place, removed, added);
}

// A layout of one child with limits, by orientation: GTK's own make a widget at least as large as what is in it. What is
// larger than its frame is seen beyond it. -1: no such limit.
typedef struct {
    GtkLayoutManager parent;
    int fixed[2], least[2], most[2];
    // Whether it is never smaller than the child would like to be.
    gboolean whole[2];
    // Where the child stands, from 0 to 1, and where what does not fit does.
    double place[2];
} BatonFrame;

static int baton_frame_child_size(BatonFrame *frame, GtkWidget *child, GtkOrientation o, int across, int *baseline) {
    int least = 0, natural = 0;
    gtk_widget_measure(child, o, across, &least, &natural, NULL, baseline);
    return frame->whole[o] ? natural : least;
}
static void baton_frame_measure(
    GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation o, int across, int *least, int *natural,
    int *least_baseline, int *natural_baseline) {
    BatonFrame *frame = (BatonFrame *)manager;
    GtkWidget *child = gtk_widget_get_first_child(widget);
    GtkOrientation other = o == GTK_ORIENTATION_HORIZONTAL ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL;
    int child_least = 0, child_natural = 0, baseline = -1;
    *least_baseline = *natural_baseline = -1;
    if (child != NULL) {
        if (frame->fixed[other] >= 0) across = frame->fixed[other];
        // Of any size across the least is wanted: that of the largest which the frame can have.
        if (frame->most[other] >= 0 && (across < 0 || across > frame->most[other])) across = frame->most[other];
        // Width for height, GTK would find out by trying many widths.
        GtkSizeRequestMode mode = o == GTK_ORIENTATION_HORIZONTAL ? GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT
                                                                  : GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
        if (gtk_widget_get_request_mode(child) != mode) across = -1;
        if (across >= 0) across = MAX(across, baton_frame_child_size(frame, child, other, -1, NULL));
        gtk_widget_measure(child, o, across, &child_least, &child_natural, NULL, &baseline);
        if (frame->whole[o]) child_least = child_natural;
    }
    if (frame->fixed[o] >= 0) {
        *least = *natural = frame->fixed[o];
    } else {
        *least = child_least, *natural = child_natural;
        if (frame->most[o] >= 0) *least = MIN(*least, frame->most[o]), *natural = MIN(*natural, frame->most[o]);
        *least = MAX(*least, frame->least[o]);
        *natural = MAX(*natural, *least);
    }
    if (o == GTK_ORIENTATION_VERTICAL && baseline >= 0 && *natural >= child_natural) {
        *natural_baseline = baseline + (int)((*natural - child_natural) * frame->place[o]);
        *least_baseline = MIN(*natural_baseline, *least);
    }
}
static void baton_frame_allocate(GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline) {
    BatonFrame *frame = (BatonFrame *)manager;
    GtkWidget *child = gtk_widget_get_first_child(widget);
    if (child == NULL) return;
    int child_width = MAX(width, baton_frame_child_size(frame, child, GTK_ORIENTATION_HORIZONTAL, -1, NULL));
    int child_height =
        MAX(height, baton_frame_child_size(frame, child, GTK_ORIENTATION_VERTICAL, child_width, NULL));
    double across = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? 1 - frame->place[0] : frame->place[0];
    graphene_point_t corner = {(int)((width - child_width) * across), (int)((height - child_height) * frame->place[1])};
    gboolean is_moved = corner.x != 0 || corner.y != 0;
    gtk_widget_allocate(
        child, child_width, child_height, is_moved ? -1 : baseline,
        is_moved ? gsk_transform_translate(NULL, &corner) : NULL);
}
static GtkSizeRequestMode baton_frame_mode(GtkLayoutManager *manager, GtkWidget *widget) {
    (void)manager;
    GtkWidget *child = gtk_widget_get_first_child(widget);
    return child == NULL ? GTK_SIZE_REQUEST_CONSTANT_SIZE : gtk_widget_get_request_mode(child);
}
static void baton_frame_class(gpointer class, gpointer data) {
    (void)data;
    ((GtkLayoutManagerClass *)class)->measure = baton_frame_measure;
    ((GtkLayoutManagerClass *)class)->allocate = baton_frame_allocate;
    ((GtkLayoutManagerClass *)class)->get_request_mode = baton_frame_mode;
}
static GType baton_frame_type(void) {
    GType type = g_type_from_name("BatonFrame");
    if (type != 0) return type;
    GTypeInfo info = {
        sizeof(GtkLayoutManagerClass), NULL, NULL, baton_frame_class, NULL, NULL, sizeof(BatonFrame), 0, NULL, NULL};
    return g_type_register_static(GTK_TYPE_LAYOUT_MANAGER, "BatonFrame", &info, 0);
}
// Gives a widget the layout; its only child is what it has then.
static inline void baton_frame_begin(GtkWidget *widget) {
    BatonFrame *frame = g_object_new(baton_frame_type(), NULL);
    for (int o = 0; o < 2; o++) frame->fixed[o] = frame->most[o] = -1, frame->place[o] = 0.5;
    gtk_widget_set_layout_manager(widget, GTK_LAYOUT_MANAGER(frame));
}
static inline void baton_frame_set(
    GtkWidget *widget, GtkOrientation o, int fixed, int least, int most, gboolean whole, double place) {
    BatonFrame *frame = (BatonFrame *)gtk_widget_get_layout_manager(widget);
    frame->fixed[o] = fixed, frame->least[o] = MAX(least, 0), frame->most[o] = most;
    frame->whole[o] = whole, frame->place[o] = place;
    gtk_layout_manager_layout_changed(GTK_LAYOUT_MANAGER(frame));
}
#endif
