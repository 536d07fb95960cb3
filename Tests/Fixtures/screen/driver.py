#!/usr/bin/env python3
"""Uses apps as somebody with a screen reader and a keyboard does: by the accessibility bus, and keys of the display.

One command a line, as JSON; one answer a line: {"ok": true, ...}, or {"error": why, "tree": what there is}.
"""
import json
import re
import subprocess
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

ACCESSIBLE = "org.a11y.atspi.Accessible"
REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
VISIBLE, SENSITIVE, FOCUSABLE, FOCUSED, CHECKED = 30, 24, 11, 12, 4


def connect():
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    address = session.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, 20000).unpack()[0]
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    bus = Gio.DBusConnection.new_for_address_sync(address, flags)
    # Toolkits tell what changes as soon as somebody listens.
    for event in ("object", "window", "focus"):
        register(bus, event)
    return bus


def register(bus, event, attempts=3):
    """The registry is started by this, and may end before it answers where the machine is busy: then it is asked again."""
    try:
        bus.call_sync(
            "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "RegisterEvent",
            GLib.Variant("(sas)", (event, [])), None, 0, 20000)
    except GLib.Error:
        if attempts == 1:
            raise
        register(bus, event, attempts - 1)


BUS = None


def ask(place, interface, method, arguments=None):
    return BUS.call_sync(place[0], place[1], interface, method, arguments, None, 0, 10000).unpack()


def get(place, interface, name):
    return ask(place, "org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (interface, name)))[0]


class Thing:
    def __init__(self, place, depth, window):
        self.place, self.depth, self.window = place, depth, window
        self.name = get(place, ACCESSIBLE, "Name")
        self.role = ask(place, ACCESSIBLE, "GetRoleName")[0]
        low, high = ask(place, ACCESSIBLE, "GetState")[0]
        self.states = low | high << 32
        try:
            self.description = get(place, ACCESSIBLE, "Description")
        except GLib.Error:
            self.description = ""

    def has(self, state):
        return bool(self.states >> state & 1)

    @property
    def extents(self):
        """x, y, width and height in the window; none of a thing that has no place."""
        try:
            return ask(self.place, "org.a11y.atspi.Component", "GetExtents", GLib.Variant("(u)", (1,)))[0]
        except GLib.Error:
            return (0, 0, 1 if self.depth <= 1 else 0, 0)

    @property
    def is_shown(self):
        return self.has(VISIBLE) and self.extents[2] > 0

    @property
    def text(self):
        """What stands in an entry, or in a label."""
        try:
            count = get(self.place, "org.a11y.atspi.Text", "CharacterCount")
            return ask(self.place, "org.a11y.atspi.Text", "GetText", GLib.Variant("(ii)", (0, count)))[0]
        except GLib.Error:
            return ""

    @property
    def actions(self):
        try:
            return [a[0] for a in ask(self.place, "org.a11y.atspi.Action", "GetActions")[0]]
        except GLib.Error:
            return []


def children(place):
    return [tuple(c) for c in ask(place, ACCESSIBLE, "GetChildren")[0]]


def walk(place, depth, result, window=None):
    try:
        thing = Thing(place, depth, window)
        result.append(thing)
        for child in children(place):
            walk(child, depth + 1, result, thing.name if depth == 1 else window)
    except GLib.Error:
        pass  # It went while it was looked at.


def things(app):
    result = []
    for place in children(REGISTRY):
        try:
            if get(place, ACCESSIBLE, "Name") == app:
                walk(place, 0, result)
        except GLib.Error:
            pass
    return result


def tree(app):
    if not things(app):
        return "Apps: " + ", ".join(get(place, ACCESSIBLE, "Name") for place in children(REGISTRY))
    return "\n".join(
        "  " * t.depth + f"{t.role} “{t.name}”" + ("" if t.is_shown else " (not shown)") for t in things(app))


def inside(all_things, window):
    """What is in the window with this title."""
    return [t for t in all_things if not window or t.window == window]


def window_called(title):
    return run("xdotool", "search", "--onlyvisible", "--name", f"^{re.escape(title)}$").split()[0]


def click(thing):
    """For what has no action of its own. Whoever looks from outside knows a place in the window alone."""
    x, y, width, height = thing.extents
    window = window_called(thing.window)
    run("xdotool", "mousemove", "--window", window, str(x + width // 2), str(y + height // 2), "click", "1")


def fits(thing, command):
    if "role" in command and thing.role != command["role"]:
        return False
    if "name" in command and thing.name != command["name"]:
        return False
    if "contains" in command and command["contains"] not in thing.name:
        return False
    if "text" in command and thing.text != command["text"]:
        return False
    if command.get("enabled") and not thing.has(SENSITIVE):
        return False
    if "checked" in command and thing.has(CHECKED) != command["checked"]:
        return False
    if "movedFromX" in command and thing.extents[0] == command["movedFromX"]:
        return False
    if "movedFrom" in command and thing.extents[1] == command["movedFrom"]:
        return False
    return thing.is_shown


def until(found, limit):
    """Waits until `found` finds something; after each event, and now and then: GTK does not tell of everything."""
    result = found()
    if result is not None:
        return result
    loop = GLib.MainLoop()
    state = {"result": None}

    def look(*_):
        if state["result"] is None:
            state["result"] = found()
        if state["result"] is not None:
            loop.quit()
        return True

    subscription = BUS.signal_subscribe(None, None, None, None, None, 0, lambda *_: GLib.idle_add(lambda: look() and False))
    ticks = GLib.timeout_add(150, look)
    end = GLib.timeout_add(int(limit * 1000), loop.quit)
    loop.run()
    BUS.signal_unsubscribe(subscription)
    GLib.source_remove(ticks)
    if state["result"] is not None:
        GLib.source_remove(end)
    return state["result"]


def first(command):
    for thing in inside(things(command["app"]), command.get("window")):
        if fits(thing, command):
            return thing
    return None


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=30).stdout


def obey(command):
    what, limit = command["do"], command.get("within", 40)
    if what == "wait":
        thing = until(lambda: first(command), limit)
        return None if thing is None else {
            "name": thing.name, "role": thing.role, "description": thing.description, "text": thing.text,
            "actions": thing.actions, "isChecked": thing.has(CHECKED), "x": thing.extents[0], "y": thing.extents[1]}
    if what == "gone":
        return until(lambda: {} if first(command) is None else None, limit)
    if what == "press":
        thing = until(lambda: first(dict(command, enabled=True)), limit)
        if thing is None:
            return None
        if thing.actions:
            ask(thing.place, "org.a11y.atspi.Action", "DoAction", GLib.Variant("(i)", (0,)))
        else:
            click(thing)
        return {}
    if what == "focused":
        return {"things": [{"role": t.role, "name": t.name} for t in things(command["app"]) if t.has(FOCUSED)]}
    if what == "windows":
        return {"titles": [t.name for t in things(command["app"]) if t.depth == 1]}
    if what == "list":
        return {"things": [
            {"role": t.role, "name": t.name, "description": t.description, "isFocusable": t.has(FOCUSABLE), "y": t.extents[1],
             "enabled": t.has(SENSITIVE), "depth": t.depth}
            for t in inside(things(command["app"]), command.get("window")) if t.is_shown]}
    if what == "activate":
        found = until(lambda: run_or_none("xdotool", "search", "--onlyvisible", "--name", f"^{re.escape(command['title'])}$"), limit)
        if found is None:
            return None
        run("xdotool", "windowraise", found.split()[0], "windowfocus", "--sync", found.split()[0])
        return {}
    if what == "keys":
        for keys in command["keys"]:
            run("xdotool", "key", keys)
        return {}
    if what == "scroll":
        window = window_called(command["title"])
        run("xdotool", "mousemove", "--window", window, "250", "300")
        run("xdotool", "click", "--repeat", str(command["notches"]), "--delay", "40", "5")
        return {}
    if what == "type":
        run("xdotool", "type", "--delay", "5", command["text"])
        return {}
    if what == "picture":
        run("import", "-window", command.get("of", "root"), command["path"])
        return {}
    raise ValueError(f"unknown command {what}")


def run_or_none(*words):
    try:
        return run(*words).strip() or None
    except subprocess.CalledProcessError:
        return None


def main():
    global BUS
    BUS = connect()
    print(json.dumps({"ok": True}), flush=True)
    for line in sys.stdin:
        command = json.loads(line)
        try:
            answer = obey(command)
            if answer is None:
                answer = {"error": "not there in time", "tree": tree(command.get("app", ""))}
            else:
                answer = dict(answer, ok=True)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}", "tree": ""}
        print(json.dumps(answer), flush=True)


main()
