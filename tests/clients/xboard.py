"""XBoard plays the engine against itself through UCI2WB, in a real window on a virtual screen:

- a game at rook odds from the variant's own start position (UCI_Variant rookodds);
- a game at rook odds in which the giver castles without his rook;
- a game from a set position under the law of 1804 as read in England (Laws england1804), in which
  the player who is to be stalemated has his win claimed.

    python3 tests/clients/xboard.py target/release/jadoube [FOLDER FOR SCREENSHOTS]

Needs xboard, uci2wb and xvfb, and ImageMagick's `import` for the screenshots. XBoard's own test
of legality is off: it knows no castling without a rook and takes every stalemate for a draw. Ends
with a status other than 0 at the first fault.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE = 100  # seconds for a game
BEGINNING = 20  # seconds until its first move
ATTEMPTS = 3  # to begin a game
os.environ["PATH"] += os.pathsep + "/usr/games"

# The engine at the other end of some games: it makes these moves and nothing else. It can be used
# again and answers pings: an engine that cannot is started twice by XBoard, which does not wait for
# the second one; when that one's `setup` comes as the match begins, the match is given up. It thinks
# before it moves, as engines do: UCI2WB, when the first move comes while it is still setting up the
# board, at times makes that move twice.
SCRIPT = r"""
import sys
import time
moves = sys.argv[1].split(",")
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["protover"]:
        print('feature myname="Script" variants="normal,rookodds" setboard=1 usermove=1 '
              'ping=1 sigint=0 sigterm=0 reuse=1 done=1', flush=True)
    elif words[:1] == ["variant"]:
        print("setup (-) 8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1",
              flush=True)
    elif words[:1] == ["ping"]:
        print("pong", words[1], flush=True)
    elif words[:1] in (["go"], ["usermove"]) and moves:
        time.sleep(0.5)
        print("move", moves.pop(0), flush=True)
    elif words[:1] == ["quit"]:
        break
"""


def check(condition, what):
    if not condition:
        raise SystemExit(f"FAULT: {what}")


class Screen:
    """A virtual screen."""

    def __enter__(self):
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "700x800x24"]
        self.process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.name = ":" + number.readline().strip()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class NotBegun(Exception):
    """XBoard has not begun the game: with the end of its log."""


def game(screen, folder, name, first, second, arguments, over=None):
    """Plays one game and returns its PGN and the moves in coordinates. `over` says by the moves
    made that enough has been played; without it the game is played to its result. XBoard does not
    always begin (see `SCRIPT`): then it is started afresh, in a folder of its own."""
    for attempt in range(1, ATTEMPTS + 1):
        place = os.path.join(folder, f"{name}-{attempt}")
        os.mkdir(place)
        try:
            return play(screen, place, os.path.join(folder, name), first, second, arguments, over)
        except NotBegun as end:
            print(f"{name}: XBoard has not begun the game in {BEGINNING} s, attempt {attempt} of "
                  f"{ATTEMPTS}; its log ends\n{end}", flush=True)
    return check(False, f"{name}: no game in {ATTEMPTS} attempts")


def play(screen, place, path, first, second, arguments, over):
    """One attempt at a game, in the folder `place`; its PGN and picture are written to `path`."""
    pgn, log, shot = path + ".pgn", os.path.join(place, "xboard.log"), path + ".png"
    name = os.path.basename(path)
    command = ["xboard", "-fcp", first, "-scp", second, "-mg", "1", "-sgf", pgn, "-debug",
               "-nameOfDebugFile", log, "-testLegality", "false", "-size", "medium",
               "-popupMoveErrors", "false", "-ringBellAfterMoves", "false"] + arguments
    environment = dict(os.environ, DISPLAY=screen.name, HOME=place)
    xboard = subprocess.Popen(command, env=environment, cwd=place, start_new_session=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    begun = time.monotonic()
    try:
        while True:
            time.sleep(0.2)
            text = open(log, errors="replace").read() if os.path.exists(log) else ""
            moves = re.findall(r"<(?:first |second): move (\S+)", text)
            if not moves and time.monotonic() - begun > BEGINNING:
                raise NotBegun(text[-1500:])
            check(time.monotonic() - begun < PATIENCE, f"{name}: no result in {PATIENCE} s, "
                  f"{len(moves)} moves, the last {moves[-8:]}; the log ends\n{text[-1500:]}")
            if len(moves) % 10 == 9 or (over and over(moves)):
                take_picture(screen, shot)
            if over and over(moves):
                break
            # XBoard tells the end in its log before it writes the game.
            if re.search(r"GameEnds\(2[678]", text) and os.path.exists(pgn) and os.path.getsize(pgn):
                time.sleep(0.5)
                break
            check(xboard.poll() is None, f"{name}: xboard has ended, status {xboard.returncode}")
        take_picture(screen, shot)
    finally:
        if xboard.poll() is None:
            os.killpg(xboard.pid, signal.SIGTERM)
        xboard.wait()
    check("died on me" not in text, f"{name}: the engine has died")
    written = open(pgn, errors="replace").read() if os.path.exists(pgn) else ""
    return written, moves


def take_picture(screen, path):
    if shutil.which("import"):
        subprocess.run(["import", "-display", screen.name, "-window", "root", path],
                       stderr=subprocess.DEVNULL, check=False)


def replay(engine, settings, position, moves):
    """Our own reading of the game: every move must be legal under the law it was played by."""
    lines = [f"setoption name {name} value {value}" for name, value in settings.items()]
    lines += [f"position {position} moves {' '.join(moves)}", "isready", "quit"]
    said = subprocess.run([engine], input="\n".join(lines), capture_output=True, text=True,
                          timeout=60, check=True).stdout
    check("error" not in said and "readyok" in said, f"replay: {said}")


def main():
    engine = os.path.abspath(sys.argv[1])
    shots = sys.argv[2] if len(sys.argv) > 2 else None
    jadoube = f"uci2wb {engine}"
    with tempfile.TemporaryDirectory() as folder, Screen() as screen:
        pgn, moves = game(screen, folder, "rookodds", jadoube, jadoube,
                          ["-variant", "rookodds", "-tc", "0:03", "-inc", "0"])
        check('[Variant "rookodds"]' in pgn, pgn)
        check("/1NBQKBNR w " in pgn, f"a1 is empty at the start:\n{pgn}")
        check(re.search(r'\[Result "(1-0|0-1|1/2-1/2)"\]', pgn), pgn)
        check(not re.search("forfeit|illegal|false|flag|time", pgn.split("\n\n", 1)[1], re.I), pgn)
        replay(engine, {"UCI_Variant": "rookodds"}, "startpos", moves)
        print(f"rook odds: {len(moves)} plies, {re.search(r'1-0|0-1|1/2-1/2', pgn)[0]}")

        script = os.path.join(folder, "script.py")
        with open(script, "w") as file:
            file.write(SCRIPT)
        scripted = f"{sys.executable} {script} b1c3,d2d4,c1f4,d1d2,e1c1"
        _, moves = game(screen, folder, "castling", scripted, jadoube,
                        # At depth 1 the answers are the same each time. Deeper, the engine once
                        # came to give check just before the castling.
                        ["-variant", "rookodds", "-tc", "0:03", "-inc", "0", "-depth", "1"],
                        over=lambda moves: len(moves) >= 10)
        check(moves[8:9] == ["e1c1"], f"the giver has not castled: {moves}")
        replay(engine, {"UCI_Variant": "rookodds"}, "startpos", moves)
        print("castling without the rook: XBoard and the engine go on")

        position = os.path.join(folder, "position.fen")
        fen = "1b6/2Q5/8/8/8/8/4pk2/4b2K w - - 0 1"
        with open(position, "w") as file:
            file.write(fen + "\n")
        laws = "Laws=england1804"
        pgn, moves = game(screen, folder, "stalemate", jadoube, jadoube,
                          ["-variant", "normal", "-firstOptions", laws, "-secondOptions", laws,
                           "-loadPositionFile", position, "-tc", "0:03", "-inc", "0"])
        check(moves == ["c7f4"], f"the queen is thrown in: {moves}")
        check('[Result "1-0"]' in pgn, f"White will be stalemated and wins:\n{pgn}")
        replay(engine, {"Laws": "england1804"}, f"fen {fen}", moves)
        print("stalemate under england1804: White, who will be stalemated, has won")
        if shots:
            os.makedirs(shots, exist_ok=True)
            for file in os.listdir(folder):
                if file.endswith((".png", ".pgn")):
                    shutil.copy(os.path.join(folder, file), shots)


if __name__ == "__main__":
    main()
