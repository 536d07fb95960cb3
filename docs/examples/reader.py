#!/usr/bin/python3
"""Reader.app in Python: says what its user reads, and continues what was read on another device."""
import json
import os
import sys

from gi.repository import Gio, GLib

BATON = "/org/baton/Baton1"
XML = "/usr/local/share/dbus-1/interfaces/org.baton.App1.xml"
TYPE = "org.example.reader.reading"
page = int(sys.argv[1]) if len(sys.argv) > 1 else 1


def call(interface, method, arguments=None):
    return connection.call_sync(None, BATON, "org.baton." + interface, method, arguments, None, 0, -1, None).unpack()


def activity():
    payload = json.dumps({"page": page}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {"id": GLib.Variant("s", "reading"), "type": GLib.Variant("s", TYPE),
            "title": GLib.Variant("s", f"Page {page}"),
            "webpageURL": GLib.Variant("s", f"https://example.org/book?page={page}"),
            "userInfo": GLib.Variant("ay", payload.encode())}


def asked(_connection, _sender, _path, _interface, method, arguments, invocation):
    global page
    arguments, answer = arguments.unpack(), None
    print(method, flush=True)
    if method == "SaveActivity":
        answer = GLib.Variant("(a{sv})", (activity(),))
    elif method == "WillContinueActivity":
        answer = GLib.Variant("(b)", (False,))
    elif method == "ContinueActivity":
        page = json.loads(bytes(arguments[1].get("userInfo", b"{}"))).get("page", 1)
        print(f"continues at page {page} from {arguments[2]['origin']}", flush=True)
        answer = GLib.Variant("(b)", (True,))
    elif method == "OpenURLs":
        answer = GLib.Variant("(b)", (False,))
    invocation.return_value(answer)


connection = Gio.DBusConnection.new_for_address_sync(
    os.environ["BATON_ADDRESS"], Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT, None, None)
connection.connect("closed", lambda *_: loop.quit())
for interface in Gio.DBusNodeInfo.new_for_xml(open(os.environ.get("BATON_APP_XML", XML)).read()).interfaces:
    connection.register_object("/org/baton/App1", interface, asked, None, None)
hello = {"minimumProtocol": GLib.Variant("i", 1), "maximumProtocol": GLib.Variant("i", 1),
         "program": GLib.Variant("s", "reader.py"), "app": GLib.Variant("s", "org.example.reader")}
(daemon,) = call("Connection1", "Hello", GLib.Variant("(a{sv})", (hello,)))
print(f"is {daemon['app']} on {daemon['device']}", flush=True)
loop = GLib.MainLoop()
call("Activities1", "BecomeCurrent", GLib.Variant("(a{sv}a{sv})", (activity(), {})))
call("Connection1", "Ready")
print("ready", flush=True)
loop.run()
