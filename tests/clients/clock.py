"""The engine plays itself at 1 s + 0.01 s and at 40 moves in 2 s, two games at once, and must
never lose on time. The time is what a GUI would measure: from sending `go` to reading `bestmove`.
A loss by less than the engine has waited in this move for a processor that other programs had, as
Linux counts it, is a busy machine's and no fault of the engine: the game is broken off and counted
apart.

    python3 tests/clients/clock.py target/release/jadoube [SECONDS FOR EACH CONTROL]

Needs the package `chess`. Ends with a status other than 0 at a loss on time or any other fault.
"""

import glob
import subprocess
import sys
import threading
import time

import chess

GAMES_AT_ONCE = 2
LONGEST_GAME = 400  # plies


class Engine:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        self.send("uci")
        self.wait_for("uciok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, word):
        for line in self.process.stdout:
            if "error" in line:
                raise RuntimeError(line.strip())
            if line.split()[:1] == [word]:
                return line.split()
        raise RuntimeError("the engine has died")

    def quit(self):
        self.send("quit")
        self.process.wait(60)

    def waited(self):
        """Seconds that its threads, and the thread that asks, have been ready to run and not run;
        0 on systems that do not tell."""
        own = f"/proc/self/task/{threading.get_native_id()}/schedstat"
        total = 0
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat") + [own]:
            try:
                with open(path) as file:
                    total += int(file.read().split()[1])
            except OSError:  # the thread has ended, or this is not Linux
                pass
        return total / 1e9


class Control:
    """A clock: `base` seconds for `moves` moves, or for the game, and `increment` a move."""

    def __init__(self, name, base, increment, moves):
        self.name, self.base, self.increment, self.moves = name, base, increment, moves


def play(engines, control, opening, figures):
    """One game. Returns nothing, and raises at a loss on time."""
    board, left, made = chess.Board(), [control.base] * 2, [0, 0]
    for move in opening:
        board.push_uci(move)
    for engine in engines:
        engine.send("ucinewgame")
        engine.send("isready")
        engine.wait_for("readyok")
    while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST_GAME:
        side = 0 if board.turn else 1
        words = f"go wtime {int(left[0] * 1000)} btime {int(left[1] * 1000)}"
        if control.increment:
            words += "".join(f" {c}inc {int(control.increment * 1000)}" for c in "wb")
        if control.moves:
            words += f" movestogo {control.moves - made[side] % control.moves}"
        moves = " ".join(move.uci() for move in board.move_stack)
        engines[side].send(f"position startpos moves {moves}")
        waited, begun = engines[side].waited(), time.monotonic()
        engines[side].send(words)
        move = chess.Move.from_uci(engines[side].wait_for("bestmove")[1])
        left[side] -= time.monotonic() - begun
        waited = engines[side].waited() - waited
        if 0 < -left[side] < waited:
            figures["excused"] += 1
            return
        if left[side] < 0:
            raise RuntimeError(f"{control.name}: loss on time by {-left[side] * 1000:.1f} ms at "
                               f"ply {board.ply()}: {words}")
        if move not in board.legal_moves:
            raise RuntimeError(f"{move} is not legal in {board.fen()}")
        figures["lowest"] = min(figures["lowest"], left[side])
        figures["moves"] += 1
        made[side] += 1
        left[side] += control.increment
        if control.moves and made[side] % control.moves == 0:
            left[side] += control.base
        board.push(move)
    figures["games"] += 1


def run(path, control, seconds):
    figures, faults = {"games": 0, "moves": 0, "lowest": control.base, "excused": 0}, []
    end = time.monotonic() + seconds
    openings = [["e2e4", "e7e5"], ["d2d4", "d7d5"], ["c2c4", "e7e6"], ["g1f3", "g8f6"],
                ["e2e4", "c7c5"], ["d2d4", "g8f6"], ["b2b3", "e7e5"], ["f2f4", "d7d5"]]

    def table(number):
        try:
            engines = [Engine(path), Engine(path)]
            game = number
            while time.monotonic() < end and not faults:
                play(engines, control, openings[game % len(openings)], figures)
                game += GAMES_AT_ONCE
            for engine in engines:
                engine.quit()
        except Exception as fault:  # any fault of any sort ends the run
            faults.append(str(fault))

    tables = [threading.Thread(target=table, args=[n]) for n in range(GAMES_AT_ONCE)]
    for thread in tables:
        thread.start()
    for thread in tables:
        thread.join()
    print(f"{control.name}: {figures['games']} games, {figures['moves']} moves, "
          f"least time left {figures['lowest'] * 1000:.0f} ms, "
          f"{figures['excused']} broken off, the machine being busy", flush=True)
    if faults:
        raise SystemExit("FAULT: " + "; ".join(faults))


if __name__ == "__main__":
    duration = float(sys.argv[2]) if len(sys.argv) > 2 else 15
    run(sys.argv[1], Control("1+0.01", 1.0, 0.01, 0), duration)
    run(sys.argv[1], Control("40/2", 2.0, 0.0, 40), duration)
