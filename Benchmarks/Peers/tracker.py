#!/usr/bin/python3
"""Tracker's store (TinySPARQL) with its stock ontology, in this process: indexes a corpus and is asked for the first ten.

usage: tracker.py CORPUS QUERIES FOLDER OUTPUT SECONDS

CORPUS has a line for each item: number, title and text, separated by tabs. QUERIES has a line for each query: its row,
whether its last word is a prefix (1 or 0), its words. FOLDER is made. OUTPUT is written as JSON. SECONDS is the time for
all rows; each is asked a first time before, which does not count. The same shares as in SearchedSystem.swift.
"""
import json
import os
import sys
import time

import gi

gi.require_version("Tracker", "3.0")
from gi.repository import Gio, Tracker  # noqa: E402

BATCH = 1000
WARMING = 1.0
ROW_LIMIT = 20.0
FLAGS = Tracker.SparqlConnectionFlags.FTS_ENABLE_UNACCENT
# The number that Tracker gives a resource grows from one to the next: the newest is the one with the highest.
ORDERS = {"ranked": "DESC(fts:rank(?u))", "newest": "DESC(tracker:id(?u))"}


def private_bytes():
    with open("/proc/self/smaps_rollup", encoding="ascii") as lines:
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_Dirty"))


def insert(connection, items):
    batch = connection.create_batch()
    for number, title, body in items:
        resource = Tracker.Resource.new(f"urn:item:{number}")
        resource.set_uri("rdf:type", "nfo:Document")
        resource.set_string("nie:title", title)
        resource.set_string("nie:plainTextContent", body)
        batch.add_resource(None, resource)
    batch.execute(None)


def ask(connection, words, is_prefix, order):
    match = words + ("*" if is_prefix else "")
    cursor = connection.query(
        f"SELECT ?u nie:title(?u) {{ ?u fts:match '{match}' }} ORDER BY {ORDERS[order]} LIMIT 10", None)
    while cursor.next(None):
        pass
    cursor.close()


def measure(connection, queries, limit):
    rows = []
    rows_left = len({query[0] for query in queries}) * len(ORDERS)
    for row in dict.fromkeys(query[0] for query in queries):
        wanted = [query for query in queries if query[0] == row]
        for order in ORDERS:
            end = time.perf_counter() + WARMING
            for _, is_prefix, words in wanted:
                if time.perf_counter() >= end:
                    break
                ask(connection, words, is_prefix == "1", order)
            seconds = []
            end = time.perf_counter() + min(ROW_LIMIT, 2 * limit / rows_left, limit)
            for _, is_prefix, words in wanted:
                start = time.perf_counter()
                if start >= end:
                    break
                ask(connection, words, is_prefix == "1", order)
                seconds.append(time.perf_counter() - start)
            limit -= sum(seconds)
            rows_left -= 1
            rows.append({"row": row, "order": order, "seconds": seconds, "wanted": len(wanted), "incomplete": 0})
    return rows


def main():
    corpus, queries, folder, output, limit = sys.argv[1:]
    with open(corpus, encoding="ascii") as lines:
        items = [line.rstrip("\n").split("\t") for line in lines]
    with open(queries, encoding="ascii") as lines:
        asked = [line.rstrip("\n").split("\t") for line in lines]
    before = private_bytes()
    connection = Tracker.SparqlConnection.new(
        FLAGS, Gio.File.new_for_path(folder), Tracker.sparql_get_ontology_nepomuk(), None)
    start = time.perf_counter()
    for at in range(0, len(items), BATCH):
        insert(connection, items[at:at + BATCH])
    taken = time.perf_counter() - start
    rows = measure(connection, asked, float(limit))
    added = private_bytes() - before
    connection.close()
    disk = sum(os.path.getsize(os.path.join(path, name)) for path, _, names in os.walk(folder) for name in names)
    with open(output, "w", encoding="ascii") as file:
        json.dump({
            "itemsPerSecond": len(items) / taken, "diskBytes": disk, "privateMegabytes": added / 1e6, "rows": rows,
        }, file)


main()
