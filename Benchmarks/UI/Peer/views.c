// The apps of BenchViews in C, with the widgets that Baton's views have: views NAME. Compiled by Scripts/bench-ui.
#include "frames.h"

#include <adwaita.h>

enum { row_count = 1000, changed_row = 5, change_count = 100, list_count = 100000 };

// MARK: Windows

// libadwaita's window and bar, as a WindowGroup has them.
static void show_window(GtkWidget *content) {
    GtkWidget *window = adw_window_new();
    GtkWidget *header = adw_header_bar_new();
    adw_header_bar_set_title_widget(ADW_HEADER_BAR(header), adw_window_title_new("Views", ""));
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(box), header);
    gtk_widget_set_hexpand(content, TRUE);
    gtk_widget_set_vexpand(content, TRUE);
    gtk_box_append(GTK_BOX(box), content);
    adw_window_set_content(ADW_WINDOW(window), box);
    gtk_window_set_title(GTK_WINDOW(window), "Views");
    gtk_window_set_default_size(GTK_WINDOW(window), 480, 640);
    gtk_window_present(GTK_WINDOW(window));
}

// GTK's own window, without libadwaita.
static void show_plain_window(GtkWidget *content) {
    GtkWidget *window = gtk_window_new();
    gtk_window_set_child(GTK_WINDOW(window), content);
    gtk_window_set_title(GTK_WINDOW(window), "Views");
    gtk_window_set_default_size(GTK_WINDOW(window), 480, 640);
    gtk_window_present(GTK_WINDOW(window));
}

static GtkWidget *scrolled(GtkWidget *content) {
    GtkWidget *window = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(window), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(window), content);
    return window;
}

// MARK: One of a thousand labels

static GtkWidget *label_to_change;

static void change(int number) {
    char text[64];
    g_snprintf(text, sizeof text, "Row %d was changed %d times", changed_row, number);
    gtk_label_set_text(GTK_LABEL(label_to_change), text);
    frames_changed();
}

static GtkWidget *labels(void) {
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    for (int row = 0; row < row_count; row++) {
        char text[32];
        g_snprintf(text, sizeof text, "Row %d", row);
        GtkWidget *label = gtk_label_new(text);
        // A Text has these: it wraps, and says how long its lines are at most.
        gtk_label_set_wrap(GTK_LABEL(label), TRUE);
        gtk_label_set_natural_wrap_mode(GTK_LABEL(label), GTK_NATURAL_WRAP_NONE);
        gtk_label_set_max_width_chars(GTK_LABEL(label), 100);
        gtk_widget_set_halign(label, GTK_ALIGN_START);
        gtk_box_append(GTK_BOX(box), label);
        if (row == changed_row) label_to_change = label;
    }
    frames_change(change_count, change);
    return scrolled(box);
}

// MARK: A hundred thousand rows

// A model whose items are made when they are asked for.
typedef struct { GObject parent; } BenchRows;
typedef struct { GObjectClass parent; } BenchRowsClass;
static GType rows_item_type(GListModel *model) { (void)model; return GTK_TYPE_STRING_OBJECT; }
static guint rows_count(GListModel *model) { (void)model; return list_count; }
static gpointer rows_item(GListModel *model, guint place) {
    (void)model;
    if (place >= list_count) return NULL;
    char text[64];
    g_snprintf(text, sizeof text, "Row number %u of a long list", place);
    return gtk_string_object_new(text);
}
static void rows_model(GListModelInterface *interface) {
    interface->get_item_type = rows_item_type;
    interface->get_n_items = rows_count;
    interface->get_item = rows_item;
}
G_DEFINE_TYPE_WITH_CODE(BenchRows, bench_rows, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, rows_model))
static void bench_rows_init(BenchRows *rows) { (void)rows; }
static void bench_rows_class_init(BenchRowsClass *rows_class) { (void)rows_class; }

static GListModel *stored_rows(void) {
    GtkStringList *list = gtk_string_list_new(NULL);
    for (int row = 0; row < list_count; row++) {
        gtk_string_list_take(list, g_strdup_printf("Row number %d of a long list", row));
    }
    return G_LIST_MODEL(list);
}

static void set_up(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
    (void)factory, (void)data;
    GtkWidget *label = gtk_label_new(NULL);
    gtk_widget_set_halign(label, GTK_ALIGN_START);
    gtk_widget_set_margin_start(label, 10);
    gtk_widget_set_margin_end(label, 10);
    gtk_widget_set_margin_top(label, 6);
    gtk_widget_set_margin_bottom(label, 6);
    gtk_list_item_set_child(item, label);
}

static void bind(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
    (void)factory, (void)data;
    GtkStringObject *text = gtk_list_item_get_item(item);
    gtk_label_set_text(GTK_LABEL(gtk_list_item_get_child(item)), gtk_string_object_get_string(text));
}

static GtkWidget *list(GListModel *model) {
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_no_selection_new(model));
    return scrolled(gtk_list_view_new(selection, factory));
}

int main(int count, char **arguments) {
    const char *name = count > 1 ? arguments[1] : "hello";
    frames_watch();
    gtk_init();
    if (g_str_equal(name, "hello-gtk")) {
        show_plain_window(gtk_label_new("Hello, world!"));
    } else {
        adw_init();
        if (g_str_equal(name, "labels")) show_window(labels());
        else if (g_str_equal(name, "list")) show_window(list(stored_rows()));
        else if (g_str_equal(name, "list-on-demand")) show_window(list(g_object_new(bench_rows_get_type(), NULL)));
        else show_window(gtk_label_new("Hello, world!"));
    }
    g_main_loop_run(g_main_loop_new(NULL, FALSE));
    return 0;
}
