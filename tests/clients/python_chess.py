"""python-chess drives the engine as its users do: options, play, analysis, pondering, several
lines, mates, chosen root moves, stopping, quitting, and an engine that is killed.

    python3 tests/clients/python_chess.py target/release/jadoube

Needs the package `chess` (1.11 or later). Ends with a status other than 0 at the first fault.
"""

import asyncio
import os
import signal
import sys
import time

import chess
import chess.engine
from chess.engine import Cp, Limit, Mate


def check(condition, what):
    if not condition:
        raise SystemExit(f"FAULT: {what}")


def options(engine):
    check(engine.id["name"].startswith("Jadoube"), engine.id)
    for name in ["Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "Laws", "Odds",
                 "Undertaking", "UCI_Variant", "UCI_Chess960", "UCI_ShowWDL", "SyzygyPath"]:
        check(name in engine.options, f"option {name} is not listed")
    check(engine.options["Laws"].default == "auto", "Laws is auto at first")
    check("england1804" in engine.options["UCI_Variant"].var, "UCI_Variant lists the codes")
    engine.configure({"Hash": 4, "Threads": 2, "Move Overhead": 5, "UCI_ShowWDL": True})
    try:
        engine.configure({"No Such Option": 1})
        check(False, "python-chess refuses options that are not listed")
    except chess.engine.EngineError:
        pass
    engine.configure({"Threads": 1, "UCI_ShowWDL": False})
    engine.ping()


def play(engine):
    board = chess.Board()
    game = object()
    for number in range(60):
        if board.is_game_over():
            break
        limit = [Limit(time=0.01), Limit(nodes=500), Limit(depth=3),
                 Limit(white_clock=0.5, black_clock=0.5, white_inc=0.01, black_inc=0.01),
                 Limit(white_clock=0.5, black_clock=0.5, remaining_moves=10)][number % 5]
        result = engine.play(board, limit, game=game)
        check(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
        board.push(result.move)


def analyse(engine):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3")
    info = engine.analyse(board, Limit(depth=6))
    check(info["score"].white() == Mate(1) and info["pv"][0].uci() == "f3f7", info)
    lines = engine.analyse(chess.Board(), Limit(depth=6), multipv=3)
    check(len(lines) == 3, f"{len(lines)} lines, not 3")
    check(len({line["pv"][0] for line in lines}) == 3, "three different moves")
    scores = [line["score"].white() for line in lines]
    check(scores == sorted(scores, reverse=True), scores)
    wanted = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    info = engine.analyse(chess.Board(), Limit(depth=4), root_moves=wanted)
    check(info["pv"][0] in wanted, info)
    mate = chess.Board("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1")
    info = engine.analyse(mate, Limit(mate=1))
    check(info["score"].relative == Mate(1), info)
    engine.configure({"UCI_ShowWDL": True})
    info = engine.analyse(chess.Board(), Limit(depth=4))
    check(sum(info["wdl"].white()) == 1000, info)
    engine.configure({"UCI_ShowWDL": False})


def stop(engine):
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
    best = analysis.wait()
    check(best.move in chess.Board().legal_moves, best)
    begun = time.monotonic()
    with engine.analysis(chess.Board(), Limit(time=30)) as analysis:
        time.sleep(0.1)
        analysis.stop()
        analysis.wait()
    check(time.monotonic() - begun < 15, "a stop is obeyed, long before the 30 s are over")


def ponder(engine):
    board, game = chess.Board(), object()
    hits = 0
    for number in range(8):
        result = engine.play(board, Limit(white_clock=2, black_clock=2), game=game, ponder=True)
        check(result.move in board.legal_moves, result)
        board.push(result.move)
        reply = result.ponder
        # Every other time the opponent makes the move expected.
        if reply is None or number % 2:
            others = [move for move in board.legal_moves if move != reply]
            # Where the move expected is the only one, it is a hit after all.
            reply = others[0] if others else reply
        if reply is None:
            break  # the game is over
        hits += reply == result.ponder
        time.sleep(0.05)
        board.push(reply)
    check(hits >= 2, f"only {hits} moves to ponder on")


def laws(engine):
    stalemate = chess.Board("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")
    info = engine.analyse(stalemate, Limit(depth=3))
    check(info["score"].relative == Cp(0), info)
    engine.configure({"Laws": "england1804"})
    # python-chess sends UCI_Variant chess with each game: it must not undo Laws.
    info = engine.analyse(stalemate, Limit(depth=3), game=object())
    check(info["score"].relative == Mate(1), info)
    check(engine.play(stalemate, Limit(depth=3)).move is None, "no move")
    # The queen wins only by avoiding f7-f8, a stalemate that Black would win by.
    board = chess.Board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
    info = engine.analyse(board, Limit(depth=6))
    check(info["score"].relative == Mate(1), info)
    engine.configure({"Laws": "auto"})


def chess960(engine):
    board = chess.Board.from_chess960_pos(200)
    for _ in range(20):
        result = engine.play(board, Limit(nodes=300))
        check(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
        board.push(result.move)
    board = chess.Board("bqn1rkr1/pppppppp/8/8/8/8/PPPPPPPP/BQN1RKR1 w KQkq - 0 1", chess960=True)
    info = engine.analyse(board, Limit(depth=3), root_moves=[board.parse_san("O-O")])
    check(info["pv"][0] == board.parse_san("O-O"), info)
    check(engine.play(chess.Board(), Limit(depth=1)).move in chess.Board().legal_moves, "and back")


async def killed(path):
    transport, engine = await chess.engine.popen_uci(path)
    analysis = await engine.analysis(chess.Board())
    await asyncio.sleep(0.1)
    os.kill(transport.get_pid(), signal.SIGTERM)
    try:
        await asyncio.wait_for(analysis.wait(), 60)
        check(False, "a killed engine does not answer")
    except chess.engine.EngineTerminatedError:
        pass


def main():
    path = sys.argv[1]
    for test in [options, play, analyse, stop, ponder, laws, chess960]:
        engine = chess.engine.SimpleEngine.popen_uci(path, timeout=60)
        begun = time.monotonic()
        test(engine)
        engine.quit()
        code = engine.protocol.returncode.result()
        check(code == 0, f"{test.__name__}: status {code} after quit")
        print(f"{test.__name__}: {time.monotonic() - begun:.1f} s")
    asyncio.run(killed(path))
    print("killed: as expected")


if __name__ == "__main__":
    main()
