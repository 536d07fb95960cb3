#!/usr/bin/python3
"""Apps of Baton's views beside the same in C, on a display that nobody sees.

usage: bench.py OURS C BATOND SCRATCH OUTPUT ROUNDS

OURS and C are the programs (see Sources/BenchViews and Peer/views.c), BATOND the daemon, SCRATCH an empty folder for
whatever they write, OUTPUT a file for the report as JSON. Ends what it started, each process by its id. Fails when
something does not work, never for being slow.
"""
import json
import os
import platform
import selectors
import signal
import statistics
import subprocess
import sys
import time

LIMIT = 60.0
# From the first frame until the memory is read: what an app does after it is done then.
SETTLING = 1.0
WINDOW_SAMPLES = 5
LIST_SAMPLES = 2
TARGET = 1.5


class Process:
    """A program that was started here, and its lines."""

    def __init__(self, arguments, environment, errors=None, descriptors=()):
        # Just before: what is measured from here has the start of the process in it.
        self.start = time.monotonic_ns()
        self.process = subprocess.Popen(
            arguments, bufsize=0, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=errors, close_fds=bool(descriptors), pass_fds=descriptors)
        self.name = " ".join(arguments[:2])

    def line(self):
        # Unbuffered: a line that waits in a buffer would wake nobody.
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            if not selector.select(LIMIT):
                raise SystemExit(f"bench-ui: {self.name} said nothing for {LIMIT:.0f} s")
        text = self.process.stdout.readline().decode()
        if not text:
            raise SystemExit(f"bench-ui: {self.name} ended with status {self.process.wait()}")
        return text.split()

    def memory(self):
        with open(f"/proc/{self.process.pid}/smaps_rollup", encoding="ascii") as lines:
            sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in lines if line.endswith(" kB\n")}
        return {"private": sizes["Private_Dirty"], "pss": sizes["Pss"]}

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(LIMIT)
        self.process.stdout.close()


class Bench:
    def __init__(self, ours, peer, batond, scratch, rounds):
        self.programs = {"ours": ours, "C": peer}
        self.rounds = rounds
        self.samples = {}
        self.started = []
        self.app = None
        runtime = f"{scratch}/runtime"
        os.makedirs(runtime, mode=0o700)
        self.environment = {
            "HOME": scratch, "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": runtime, "LANG": "C.UTF-8",
            "XDG_DATA_DIRS": "/usr/local/share:/usr/share", "GSETTINGS_BACKEND": "memory",
            "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
        }
        # An app starts the daemon that it finds: here it is to be without.
        if any(os.access(f"{folder}/batond", os.X_OK) for folder in ("/usr/local/bin", "/usr/bin", "/bin")):
            self.environment["BATON_DAEMON"] = "/bin/false"
        self.log = open(f"{scratch}/log", "wb")
        # Without a limit for the caller's own: a display and a bus that are there would be taken by the programs.
        server = self.begin(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"])
        self.environment["DISPLAY"] = ":" + server.line()[0]
        bus = self.begin(["dbus-daemon", "--session", "--nofork", "--print-address=1"])
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.line()[0]
        self.instances = {"alone": f"{scratch}/alone", "daemon": f"{scratch}/daemon"}
        ready, told = os.pipe()
        os.set_inheritable(told, True)
        self.begin([batond, "--instance", self.instances["daemon"], "--ready-fd", str(told)], (told,))
        os.close(told)
        with os.fdopen(ready, "rb") as answer:
            text = answer.readline().decode().strip()
        if text != "ready":
            raise SystemExit(f"bench-ui: the daemon did not start: {text}")

    def begin(self, arguments, descriptors=()):
        process = Process(arguments, self.environment, self.log, descriptors)
        self.started.append(process)
        return process

    def close(self):
        if self.app and self.app.process.poll() is None:
            self.app.end(signal.SIGKILL)
        for process in reversed(self.started):
            process.end()
        self.log.close()

    def run(self, program, view, instance="alone"):
        environment = dict(self.environment, BATON_INSTANCE=self.instances[instance])
        process = Process([self.programs[program], view], environment, self.log)
        self.app = process
        word, stamp = process.line()
        assert word == "frame", word
        return process, (int(stamp) - process.start) / 1e6

    def add(self, key, unit, round_number, value):
        if round_number is not None:
            self.samples.setdefault(key, {"unit": unit, "rounds": {}})["rounds"].setdefault(round_number, []).append(value)

    # What is measured, in one round. Without a number it is to warm up.

    def window(self, number, program, view, instance="alone"):
        for _ in range(WINDOW_SAMPLES if number is not None else 1):
            process, first = self.run(program, view, instance)
            key = ("window", program, view, instance)
            self.add((*key, "first"), "ms", number, first)
            if number is not None:
                time.sleep(SETTLING / 4)
                for name, size in process.memory().items():
                    self.add((*key, name), "MB", number, size)
            process.end(signal.SIGKILL)

    def labels(self, number, program, view):
        process, first = self.run(program, view)
        self.add(("labels", program, view, "first"), "ms", number, first)
        while number is not None:
            word, *values = process.line()
            if word == "end":
                break
            for name, value in zip(("change", "cpu", "frame"), values):
                self.add(("labels", program, view, name), "ms", number, int(value) / 1e6)
        process.end(signal.SIGKILL)

    def list(self, number, program, view):
        for _ in range(LIST_SAMPLES if number is not None else 1):
            process, first = self.run(program, view)
            self.add(("list", program, view, "first"), "ms", number, first)
            if number is not None:
                time.sleep(SETTLING)
                for name, size in process.memory().items():
                    self.add(("list", program, view, name), "MB", number, size)
            process.end(signal.SIGKILL)

    def measure(self):
        steps = [
            (self.window, "ours", "hello"), (self.window, "C", "hello"), (self.window, "ours", "hello", "daemon"),
            (self.window, "C", "hello-gtk"),
            (self.labels, "ours", "labels"), (self.labels, "C", "labels"), (self.labels, "ours", "labels-naive"),
            (self.list, "ours", "list"), (self.list, "C", "list"),
            (self.list, "ours", "list-on-demand"), (self.list, "C", "list-on-demand"),
        ]
        for number in [None, *range(self.rounds)]:
            if number is not None:
                print(f"round {number + 1} of {self.rounds}", flush=True)
            for step, *arguments in steps:
                step(number, *arguments)

    # The report

    def all(self, key):
        return [value for block in self.samples[key]["rounds"].values() for value in block]

    def compare(self, figure, ours, peer, target=None):
        mine, others = self.samples[ours], self.samples[peer]
        ratio = statistics.median(self.all(ours)) / statistics.median(self.all(peer))
        ratios = [statistics.median(mine["rounds"][n]) / statistics.median(others["rounds"][n]) for n in mine["rounds"]]
        return {
            "figure": figure, "unit": mine["unit"], "samples": len(self.all(ours)),
            "ours": {"p50": percentile(self.all(ours), 50), "p95": percentile(self.all(ours), 95)},
            "c": {"p50": percentile(self.all(peer), 50), "p95": percentile(self.all(peer), 95)},
            "ratio": ratio, "lowest": min(ratios), "highest": max(ratios), "target": target,
            "met": None if target is None else ratio <= target,
        }

    def report(self):
        rows = []

        def pair(figure, group, ours, peer, name, target=None):
            rows.append(self.compare(figure, (group, "ours", *ours, name), (group, "C", *peer, name), target))

        hello = ("hello", "alone")
        pair("first window, no daemon", "window", hello, hello, "first", TARGET)
        pair("first window, with a daemon", "window", ("hello", "daemon"), hello, "first", TARGET)
        pair("first window, no daemon, to C without libadwaita", "window", hello, ("hello-gtk", "alone"), "first")
        pair("first window: private dirty", "window", hello, hello, "private")
        pair("first window: Pss", "window", hello, hello, "pss")
        for view, text in (("labels", "a model, a view a row"), ("labels-naive", "one body")):
            pair(f"1,000 labels, {text}: first window", "labels", (view,), ("labels",), "first")
            pair(f"one of 1,000 labels, {text}: until painted", "labels", (view,), ("labels",), "frame")
            pair(f"one of 1,000 labels, {text}: the change", "labels", (view,), ("labels",), "change")
            pair(f"one of 1,000 labels, {text}: its processor time", "labels", (view,), ("labels",), "cpu")
        for view, text in (("list", "texts that are there"), ("list-on-demand", "texts on demand")):
            pair(f"100,000 rows, {text}: first window", "list", (view,), (view,), "first")
            pair(f"100,000 rows, {text}: private dirty", "list", (view,), (view,), "private")
            pair(f"100,000 rows, {text}: Pss", "list", (view,), (view,), "pss")
        return rows


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))]


def amount(value, unit):
    return f"{value:.3f}" if unit == "ms" and value < 1 else f"{value:.1f}"


def table(rows):
    lines = ["| figure | target | Baton p50, p95 | C p50, p95 | ratio (rounds) | samples | |", "|---|---|---|---|---|---|---|"]
    for row in rows:
        cells = [
            row["figure"], row["target"] or "",
            *(f"{amount(row[side]['p50'], row['unit'])}, {amount(row[side]['p95'], row['unit'])} {row['unit']}"
              for side in ("ours", "c")),
            f"{row['ratio']:.2f} ({row['lowest']:.2f} to {row['highest']:.2f})", row["samples"],
            {None: "", True: "met", False: "missed"}[row["met"]],
        ]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return "\n".join(lines)


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def version(module):
    return subprocess.run(["pkg-config", "--modversion", module], capture_output=True, text=True, check=True).stdout.strip()


def main():
    ours, peer, batond, scratch, output, rounds = sys.argv[1:]
    machine = {
        "cores": os.cpu_count(), "processor": processor(), "kernel": platform.release(), "load": os.getloadavg()[0],
        "gtk": version("gtk4"), "libadwaita": version("libadwaita-1"), "date": time.strftime("%Y-%m-%d"),
    }
    print(f"{machine['cores']} cores of {machine['processor']}, load {machine['load']:.2f}; "
          f"GTK {machine['gtk']}, libadwaita {machine['libadwaita']}, Xvfb, GSK_RENDERER=cairo")
    bench = Bench(ours, peer, batond, scratch, int(rounds))
    try:
        bench.measure()
    finally:
        bench.close()
    rows = bench.report()
    print(table(rows))
    for row in rows:
        if row["target"]:
            print(f"{row['figure']}: {row['ratio']:.2f} times C, target {row['target']}: {'met' if row['met'] else 'missed'}")
    with open(output, "w", encoding="utf-8") as file:
        samples = [dict(zip(("group", "program", "view"), key), figure=key[-1], instance=key[3] if len(key) > 4 else "alone",
                        unit=entry["unit"], rounds=list(entry["rounds"].values())) for key, entry in bench.samples.items()]
        json.dump({"machine": machine, "figures": rows, "samples": samples}, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
