#!/usr/bin/python3
"""Callers of the daemon, for IdentityEndToEndTests. `caller.py SCENARIO` prints what the daemon said, a line a fact.

BATON_BUS is the path of the daemon's socket; SESSION is set where the calls are to go over the session bus.
"""
import ctypes
import os
import signal
import socket
import subprocess
import sys

from gi.repository import Gio, GLib

READER = "org.example.reader"


def say(*words):
    print(*words, flush=True)


def dial():
    """A connected socket; the kernel notes this process as the other end."""
    dialled = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    dialled.connect(os.environ["BATON_BUS"])
    return dialled.detach()


def speak(descriptor):
    """D-Bus over a connected socket."""
    stream = Gio.Socket.new_from_fd(descriptor).connection_factory_create_connection()
    return Gio.DBusConnection.new_sync(stream, None, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT, None, None)


def connect():
    if "SESSION" not in os.environ:
        return speak(dial())
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
    return Gio.DBusConnection.new_for_address_sync(address, flags, None, None)


def call(connection, interface, method, arguments=None):
    """(the results, None), or (the error's short name, its message)."""
    name = "org.baton.Baton1" if "SESSION" in os.environ else None
    try:
        results = connection.call_sync(
            name, "/org/baton/Baton1", "org.baton." + interface, method, arguments, None, 0, 9000, None)
        return results.unpack(), None
    except GLib.Error as error:
        remote = Gio.DBusError.get_remote_error(error)
        return (remote or "closed").rsplit(".", 1)[-1], error.message.removeprefix(f"GDBus.Error:{remote}: ")


def hello(connection, claim=None, token=None):
    """Who the daemon takes this for: `app ID`, `user`, or the error's name; and the error's message."""
    record = {"minimumProtocol": GLib.Variant("i", 1), "program": GLib.Variant("s", "caller")}
    if claim is not None:
        record["app"] = GLib.Variant("s", claim)
    if token is not None:
        record["launchToken"] = GLib.Variant("s", token)
    answer, message = call(connection, "Connection1", "Hello", GLib.Variant("(a{sv})", (record,)))
    if message is not None:
        return answer, message
    return ("app " + answer[0]["app"] if "app" in answer[0] else "user"), ""


def silent(connection):
    """Who the daemon takes this for without a greeting: it answers Status to the user's own programs alone."""
    answer, message = call(connection, "System1", "Status")
    if message is None:
        return "user"
    return "app " + message.split(" ", 1)[0] if " may not " in message else answer


def publish(connection, title):
    record = {"id": GLib.Variant("s", "1"), "type": GLib.Variant("s", "org.example.reading"),
              "title": GLib.Variant("s", title), "eligibility": GLib.Variant("as", ["search"]),
              "persistentIdentifier": GLib.Variant("s", "p")}
    return call(connection, "Activities1", "BecomeCurrent", GLib.Variant("(a{sv}a{sv})", (record, {})))


def saved(connection):
    answer, message = call(connection, "Activities1", "ListSaved", GLib.Variant("(a{sv})", ({},)))
    return answer if message else " ".join(sorted(record["app"] for record in answer[0])) or "none"


def who():
    """Who is this process, with a greeting and without one?"""
    say(hello(connect(), *sys.argv[2:])[0])
    say(silent(connect()))


def claims():
    for claim in ["", "a", ".", "org..x", "org.exämple.x", "org.example.x\n", "../../x", "x" * 10000, "o." * 127 + "o"]:
        name, message = hello(connect(), claim)
        say(name, len(message) < 300, all(letter.isprintable() for letter in message))
    for token in ["", "0" * 32, "x" * 2000000]:
        say(hello(connect(), READER, token)[0], hello(connect(), None, token)[0])
    name, message = hello(connect(), READER)
    say(name, READER in message)


def replaced():
    """The app's script; the test replaces it between the lines."""
    kept = connect()
    say(hello(kept, READER)[0])
    sys.stdin.readline()
    say(call(kept, "Connection1", "Ready")[1] or "ready", hello(kept, READER)[0], saved(kept))
    say(hello(connect(), READER)[0], silent(connect()))


def registered():
    """Claims an id that is free; the test installs the app of that id between the lines."""
    kept = connect()
    say(hello(kept, READER)[0], publish(kept, "mine")[1] or "published")
    sys.stdin.readline()
    while True:
        answer, message = call(kept, "Activities1", "ListCurrent")
        if message is not None:
            break
    say(answer, message if "SESSION" in os.environ else "")
    say(hello(connect(), READER)[0])
    say(hello(connect(), "org.example.other")[0])


def first_call():
    """A greeting after other calls cannot make another of the connection."""
    late = connect()
    say(silent(late), hello(late, "org.example.late")[0], hello(late)[0])
    twice = connect()
    say(hello(twice, "org.example.a")[0], hello(twice, "org.example.b")[0], hello(twice, "org.example.a")[0])


def pipelined():
    """A call right behind the greeting, which is not waited for, is the greeted app's."""
    connection = connect()
    loop = GLib.MainLoop()
    record = {"minimumProtocol": GLib.Variant("i", 1), "app": GLib.Variant("s", "org.example.quick")}
    answers = {}

    def answered(source, result, name):
        try:
            answers[name] = source.call_finish(result).unpack()
        except GLib.Error as error:
            answers[name] = Gio.DBusError.get_remote_error(error)
        if len(answers) == 3:
            loop.quit()

    calls = [("Connection1", "Hello", GLib.Variant("(a{sv})", (record,))), ("System1", "Status", None),
             ("Connection1", "Ready", None)]
    for interface, method, arguments in calls:
        connection.call(None, "/org/baton/Baton1", "org.baton." + interface, method, arguments, None, 0, 9000, None,
                        answered, method)
    loop.run()
    say(answers["Hello"][0].get("app"), answers["Status"], answers["Ready"])


def child(work):
    number = os.fork()
    if number == 0:
        work()
        os._exit(0)
    return number


def dialled_by(reap):
    """A socket that a child has connected, which has ended since. The socket is this process's."""
    dialled = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    number = child(lambda: dialled.connect(os.environ["BATON_BUS"]))
    if reap:
        os.waitpid(number, 0)
    else:
        os.waitid(os.P_PID, number, os.WEXITED | os.WNOWAIT)
    return dialled.detach(), number


def inherited():
    """Sockets of processes that have ended: waited for, and not waited for."""
    for reap in [True, False]:
        say(silent(speak(dialled_by(reap)[0])), hello(speak(dialled_by(reap)[0]))[0],
            hello(speak(dialled_by(reap)[0]), "org.example.free")[0])


def passed():
    """A socket that a living process has connected and sent here: it stays that process's."""
    ours, theirs = socket.socketpair()

    def work():
        socket.send_fds(theirs, [b"x"], [dial()])
        theirs.recv(1)

    if len(sys.argv) > 2:
        # The one who dials is the app; this one is nobody.
        number = subprocess.Popen([sys.argv[2], "send"], stdin=theirs).pid
    else:
        number = child(work)
    _, descriptors, _, _ = socket.recv_fds(ours, 1, 1)
    say(silent(speak(descriptors[0])))
    ours.send(b"x")
    os.waitpid(number, 0)


def send():
    other = socket.socket(fileno=os.dup(0))
    socket.send_fds(other, [b"x"], [dial()])
    other.recv(1)


def reuse():
    """In a process id namespace of its own: the number of a caller that has ended is another process's now."""
    daemon = subprocess.Popen([os.environ["BATOND"], "--instance", os.environ["INSTANCE"]])
    while True:
        try:
            say(silent(connect()))
            break
        except (GLib.Error, OSError):
            assert daemon.poll() is None
    for app in [None, os.environ["APP"]]:
        descriptor, number = dialled_by(True)
        with open("/proc/sys/kernel/ns_last_pid", "w") as last:
            last.write(str(number - 1))
        # The user's own program, or the app's.
        other = subprocess.Popen([app, "wait"] if app else ["/bin/cat"], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE)
        if app:
            other.stdout.readline()
        say("reused" if other.pid == number else "not reused")
        connection = speak(descriptor)
        say(silent(connection), hello(connection, READER)[0])
        other.stdin.close()
        other.wait()
    daemon.terminate()
    daemon.wait()


def wait():
    say("waits")
    sys.stdin.read()


def zombie():
    """In a sandbox: a child dials and ends, and nobody waits for it."""
    say(hello(connect())[0])
    say(silent(speak(dialled_by(False)[0])), silent(speak(dialled_by(True)[0])))


def bus():
    """On the session bus, a client is a unique name."""
    one, two, user = connect(), connect(), connect()
    say(hello(one, "org.example.one")[0], hello(two, "org.example.two")[0], silent(user))
    say(publish(one, "of one")[1] or "published", publish(two, "of two")[1] or "published")
    say(saved(one), "|", saved(two), "|", saved(user))
    say(silent(one), silent(two), hello(connect(), READER)[0])
    options = GLib.Variant("(a{sv})", ({"app": GLib.Variant("s", "org.example.one")},))
    say(call(two, "Activities1", "DeleteAllSaved", options)[0], call(two, "Activities1", "ListSaved", options)[0])
    call(two, "Activities1", "Invalidate", GLib.Variant("(s)", ("1",)))
    say(" ".join(item["app"] for item in call(user, "Activities1", "ListCurrent")[0][0]))
    one.close_sync(None)
    while len(call(user, "Activities1", "ListCurrent")[0][0]) > 0:
        pass
    say("gone")


def session():
    """Runs another scenario with a session bus and a daemon on it, and ends them whatever happens."""
    folder = os.environ["FOLDER"]
    os.makedirs(folder + "/run", mode=0o700, exist_ok=True)
    environment = dict(os.environ, XDG_RUNTIME_DIR=folder + "/run", HOME=folder, SESSION="1")
    for name in ["CONFIG", "DATA", "STATE", "CACHE"]:
        environment[f"XDG_{name}_HOME"] = f"{folder}/{name.lower()}"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    started = []

    def start(words, **options):
        started.append(subprocess.Popen(words, env=environment, **options))
        return started[-1]

    try:
        bus = start(["/usr/bin/dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE,
                    text=True)
        address = bus.stdout.readline().strip()
        environment["DBUS_SESSION_BUS_ADDRESS"] = os.environ["DBUS_SESSION_BUS_ADDRESS"] = address
        daemon = start([os.environ["BATOND"]])
        control = Gio.bus_get_sync(Gio.BusType.SESSION)
        arguments = GLib.Variant("(s)", ("org.baton.Baton1",))
        while not control.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                    "NameHasOwner", arguments, None, 0, -1, None).unpack()[0]:
            assert daemon.poll() is None
        control.set_exit_on_close(False)
        sys.exit(start([sys.argv[0], *sys.argv[2:]]).wait())
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


if __name__ == "__main__":
    globals()[sys.argv[1]]()
