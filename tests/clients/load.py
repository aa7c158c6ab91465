"""The board's server under load: how fast a move is answered, alone, while an engine thinks on every
core, and while others flood it with nonsense, hold connections open or take no answers.

    python3 tests/clients/load.py target/release/jadoube

Times are told, not judged: a loaded machine has others. What is judged: every question of the quiet
page is answered, its game is as it was, and the server lives. JADOUBE_FLOOD_MESSAGES (20000) sets how
many messages are sent, JADOUBE_FUZZ_SEED (1) how they are spoilt. Nothing but Python is needed.
"""

import base64
import json
import os
import random
import re
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PATIENCE = 60.0
FLOODERS = 6


def check(condition, what):
    if not condition:
        raise SystemExit(f"FAULT: {what}")


def frame(text):
    """A text frame of a client: masked, with a mask of nothing."""
    data = text if isinstance(text, bytes) else text.encode()
    size = len(data)
    if size < 126:
        head = struct.pack("!BB", 0x81, 0x80 | size)
    elif size < 65536:
        head = struct.pack("!BBH", 0x81, 0x80 | 126, size)
    else:
        head = struct.pack("!BBQ", 0x81, 0x80 | 127, size)
    return head + b"\0\0\0\0" + data


class Page:
    """A page's connection, without the page."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.buffer = b""
        head = self.until(b"\r\n\r\n")
        if b" 101 " not in head:
            raise ConnectionError(head.split(b"\r\n")[0].decode())

    def more(self):
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("closed")
        self.buffer += data

    def until(self, end):
        while end not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(end, 1)
        return head

    def take(self, count):
        while len(self.buffer) < count:
            self.more()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def send(self, request):
        self.socket.sendall(frame(json.dumps(request)))

    def receive(self):
        """The next message; pings are answered on the way."""
        while True:
            first, size = self.take(2)
            if size == 126:
                size, = struct.unpack("!H", self.take(2))
            elif size == 127:
                size, = struct.unpack("!Q", self.take(8))
            data = self.take(size)
            if first & 15 == 9:
                self.socket.sendall(struct.pack("!BB", 0x8A, 0x80 | len(data)) + b"\0\0\0\0" + data)
            elif first & 15 == 1:
                return json.loads(data)
            elif first & 15 == 8:
                raise ConnectionError("closed")

    def reply(self, *kinds):
        while True:
            reply = self.receive()
            if reply["is"] in kinds:
                return reply

    def ask(self, request, *kinds):
        self.send(request)
        return self.reply(*kinds)

    def close(self):
        self.socket.close()


def new(page, players=("person", "person")):
    """A new game. Others may be changing the one that the page has watched until now."""
    known = max([0, *(game["game"] for game in page.ask({"do": "list"}, "games")["games"])])
    page.send({"do": "new", "terms": {"laws": "england1804"}, "players": list(players), "clock": None})
    while True:
        reply = page.reply("game", "error")
        check(reply["is"] == "game", reply)
        if reply["game"] > known:
            return reply


def answers(page, count=100):
    """How long each of so many moves takes to be answered, in milliseconds, sorted."""
    game, times = new(page), []
    for number in range(count):
        text = ["g1f3", "g8f6", "f3g1", "f6g8"][number % 4]
        begun = time.perf_counter()
        reply = page.ask({"do": "move", "game": game["game"], "ply": number, "text": text}, "game", "error")
        times.append((time.perf_counter() - begun) * 1000)
        check(reply["is"] == "game" and len(reply["moves"]) == number + 1, reply)
        check(reply["position"]["legal"], "the next position's legal moves are told")
        # As people do, with a pause: here one that lets the engine's threads have the cores.
        time.sleep(0.02)
    page.ask({"do": "forget", "game": game["game"]}, "gone")
    return sorted(times)


def tell(what, times):
    print(f"a move is answered in {times[len(times) // 2]:.1f} ms at the median, "
          f"{times[len(times) * 99 // 100 - 1]:.1f} ms at the 99th of {len(times)}, {what}", flush=True)


GOOD = [
    {"do": "list"}, {"do": "watch", "game": 1}, {"do": "undo", "game": 1}, {"do": "stop"},
    {"do": "move", "game": 1, "ply": 0, "text": "e2e4"}, {"do": "look", "game": 1, "ply": 3, "line": ["e2e4"]},
    {"do": "new", "terms": {"laws": "british1897", "odds": "rook"}, "players": ["person", {"elo": 1000}], "clock": None},
    {"do": "terms", "terms": {"laws": "chess", "fen": "8/8/8/8/8/8/8/Kk6 w - - 0 1"}},
    {"do": "analyse", "game": 1, "ply": 0, "lines": 3, "threads": 2}, {"do": "codes", "game": 1, "ply": 0},
    {"do": "vary", "game": 1, "ply": 0, "line": [], "text": "d4"}, {"do": "export", "game": 1},
    {"do": "event", "game": 1, "count": 0, "text": "White touches e2"}, {"do": "import", "pgn": "1. e4 e5 2. Ke2 *"},
]


def spoilt(chance):
    """A message that means nothing, or nearly."""
    kind = chance.randrange(5)
    text = json.dumps(chance.choice(GOOD))
    if kind == 0:
        return "".join(chance.choice('{}[]":,do\\u0 9e-') for _ in range(chance.randrange(1, 60)))
    if kind == 1:
        return text[:chance.randrange(len(text))]
    if kind == 2:
        at = chance.randrange(len(text))
        return text[:at] + chr(chance.randrange(1, 0x3000)) + text[at + 1:]
    if kind == 3:
        return re.sub(r"\d+", lambda _: str(chance.choice([-1, 0, 10**9, 2**64, 1e300])), text)
    return text.replace(chance.choice(["game", "text", "terms", "ply", "do", "e2e4"]), chance.choice(["", "null", "\u2603", "x" * 3000]))


def flood(port, count, seed, sent, ended):
    """Sends so many of them as fast as they are taken, and takes every answer."""
    chance = random.Random(seed)
    pool = [frame(spoilt(chance)) for _ in range(2000)]
    page = Page(port)

    def drain():
        try:
            while not ended.is_set():
                if not page.socket.recv(1 << 18):
                    return
        except OSError:
            pass
    reader = threading.Thread(target=drain, daemon=True)
    reader.start()
    try:
        while count > 0 and not ended.is_set():
            batch = min(count, 50)
            page.socket.sendall(b"".join(chance.choice(pool) for _ in range(batch)))
            count -= batch
            sent[seed] = sent.get(seed, 0) + batch
    except OSError as error:
        sent[f"fault {seed}"] = str(error)
    finally:
        page.close()


class Server:
    def __init__(self, engine, folder):
        self.process = subprocess.Popen([engine, "board", "--port", "0", "--games", Path(folder) / "games.jsonl"],
                                        stdout=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline())[1])

    def memory(self):
        """Resident MiB, where the system tells."""
        try:
            return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1]) // 1024
        except OSError:
            return 0


def thinking(server):
    """An engine on every core."""
    other = Page(server.port)
    threads = other.reply("catalogue")["threads"]
    game = new(other)
    other.send({"do": "analyse", "game": game["game"], "ply": 0, "lines": 1, "threads": threads})
    other.reply("lines")
    # Its lines are taken, as a page would.
    threading.Thread(target=lambda: quietly(lambda: [other.receive() for _ in range(10**9)]), daemon=True).start()
    return other, threads


def quietly(act):
    try:
        act()
    except OSError:
        pass


def flooded(server, page, count, seed):
    """Others send nonsense while this page plays on."""
    sent, ended = {}, threading.Event()
    share = -(-count // FLOODERS)
    floods = [threading.Thread(target=flood, args=(server.port, share, seed + number, sent, ended), daemon=True)
              for number in range(FLOODERS)]
    begun = time.monotonic()
    for one in floods:
        one.start()
    times = []
    while not times or (any(one.is_alive() for one in floods) and time.monotonic() - begun < 3600):
        times += answers(page, 20)
    times.sort()
    for one in floods:
        one.join(PATIENCE)
    ended.set()
    total = sum(value for key, value in sent.items() if isinstance(key, int))
    faults = [value for key, value in sent.items() if not isinstance(key, int)]
    check(not faults and total >= count, f"{total} messages were taken; {faults}")
    tell(f"while others sent {total} messages of nonsense in {time.monotonic() - begun:.0f} s", times)


def stalled(server, page):
    """Connections that are held open, half asked on, or take no answers keep nobody out."""
    held = []
    for number in range(300):
        one = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
        if number % 2:
            quietly(lambda: one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1"))
        held.append(one)
    deaf = Page(server.port)
    for _ in range(3):
        quietly(lambda: deaf.socket.sendall(frame('{"do":"list"}') * 2000))
    tell("while 300 connections are held open and a page takes no answers", answers(page))
    Page(server.port).close()
    for one in [*held, deaf.socket]:
        one.close()


def main():
    engine, folder = sys.argv[1], tempfile.mkdtemp()
    count = int(os.environ.get("JADOUBE_FLOOD_MESSAGES", "20000"))
    seed = int(os.environ.get("JADOUBE_FUZZ_SEED", "1"))
    server = Server(engine, folder)
    try:
        page = Page(server.port)
        tell("with nothing else to do", answers(page))
        other, threads = thinking(server)
        tell(f"while an engine thinks on {threads} threads", answers(page))
        other.close()
        kept = new(page)
        page.ask({"do": "move", "game": kept["game"], "ply": 0, "text": "e2e4"}, "game")
        flooded(server, page, count, seed)
        stalled(server, page)
        state = page.ask({"do": "watch", "game": kept["game"]}, "game", "gone")
        # A spoilt message may be one that means something: the game is there, and a move can be made.
        check(state["is"] in ("game", "gone"), state)
        tell("after all of it", answers(page))
        check(server.process.poll() is None, "the server lives")
        print(f"the server then uses {server.memory()} MiB")
    finally:
        server.process.kill()


if __name__ == "__main__":
    main()
