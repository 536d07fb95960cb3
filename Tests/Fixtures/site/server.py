#!/usr/bin/env python3
"""An HTTPS site that behaves as it is told.

Tells its port in the first line of standard output; then takes one JSON command a line and answers each with one line. It
ends when standard input does. A host's behaviour is an object: "kind" (answer, silent, dripping, endless, bomb, head, cut),
"status", "headers", "body" (base64), "certificate" (a file beside this one). "*" is what concerns every
connection before a host is known: kind mute (no handshake) or plain (no TLS), or version 1.2 alone.
"""

import base64
import gzip
import http.server
import json
import os
import socket
import ssl
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
lock = threading.Lock()
behaviours = {}
requests = []
connections = 0
contexts = {}


def context(certificate="site", version=None):
    key = (certificate, version)
    with lock:
        if key not in contexts:
            made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            made.load_cert_chain(os.path.join(HERE, certificate + ".pem"))
            if version == "1.2":
                made.maximum_version = ssl.TLSVersion.TLSv1_2
            made.sni_callback = choose
            contexts[key] = made
        return contexts[key]


def behaviour(host):
    with lock:
        return behaviours.get(host, {"kind": "answer", "status": 404})


def choose(connection, host, _):
    connection.context = context(behaviour(host).get("certificate", "site"))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.close_connection = True
        host = self.headers.get("Host", "").split(":")[0]
        with lock:
            requests.append({
                "host": host, "path": self.path, "headers": dict(self.headers.items()),
                "resumed": self.connection.session_reused,
            })
        told = behaviour(host)
        getattr(self, told.get("kind", "answer"))(told)

    def head(self, told):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            self.wfile.write(b"X-More: " + b"x" * 1000 + b"\r\n")

    def begin(self, told, *headers):
        self.send_response(told.get("status", 200))
        for name, value in list(told.get("headers", {}).items()) + list(headers):
            self.send_header(name, value)
        self.end_headers()

    def answer(self, told):
        body = base64.b64decode(told.get("body", ""))
        own = [] if "Content-Length" in told.get("headers", {}) else [("Content-Length", str(len(body)))]
        self.begin(told, *own)
        self.wfile.write(body)

    def informing(self, told):
        while True:
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)

    def silent(self, told):
        while self.connection.recv(4096):
            pass

    def dripping(self, told):
        self.begin(told)
        while True:
            self.wfile.write(b" ")
            time.sleep(0.01)

    def endless(self, told):
        self.begin(told)
        while True:
            self.wfile.write(b" " * 16384)

    def bomb(self, told):
        body = gzip.compress(b" " * told.get("size", 64 * 1024 * 1024), 9)
        self.begin(told, ("Content-Encoding", "gzip"), ("Content-Length", str(len(body))))
        self.wfile.write(body)

    def cut(self, told):
        body = base64.b64decode(told.get("body", ""))
        self.begin(told, ("Content-Length", str(len(body) + 10)))
        self.wfile.write(body)


def serve(connection):
    told = behaviour("*")
    first = told.get("kind")
    try:
        if first == "mute":
            while connection.recv(4096):
                pass
        elif first == "plain":
            connection.recv(4096)
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        else:
            Handler(context(version=told.get("version")).wrap_socket(connection, server_side=True), None, None)
    except (OSError, ValueError):
        pass
    finally:
        connection.close()


def accept(listener):
    global connections
    while True:
        connection, _ = listener.accept()
        with lock:
            connections += 1
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


def obey(command):
    global connections
    with lock:
        if "set" in command:
            behaviours[command["set"]] = command["behaviour"]
            return {}
        taken = {"requests": list(requests), "connections": connections}
        requests.clear()
        connections = 0
        return taken


listener = socket.create_server(("127.0.0.1", 0), backlog=128)
print(listener.getsockname()[1], flush=True)
threading.Thread(target=accept, args=(listener,), daemon=True).start()
for line in sys.stdin:
    print(json.dumps(obey(json.loads(line))), flush=True)
