"""Games of `jadoube match`, replayed by programs written apart: those under today's law by
python-chess, those under england1804 by Fairy-Stockfish's library pyffish, as a variant in which
the stalemated player wins. Every move must be legal there, no game may go on after its end, and the
result and the reason must be what that program, or the count of men and positions here, makes of
the last position.

    python3 tests/clients/replay_pgn.py target/release/jadoube     # plays a few games first
    python3 tests/clients/replay_pgn.py GAMES.pgn [MORE.pgn ...]

Needs the packages `chess` and `pyffish`. Ends with a status other than 0 at the first fault.
"""

import collections
import pathlib
import subprocess
import sys
import tempfile

import chess
import chess.pgn
import pyffish

# stalemateValue is what stalemate is worth to the player who is stalemated (Fairy-Stockfish's
# variants.ini: "stalemateValue: result of stalemate [Value]", for the side to move). The law of
# 1804 counts neither moves nor repetitions.
pyffish.load_variant_config(
    "[england1804:chess]\nstalemateValue = win\nnMoveRule = 0\nnFoldRule = 0\n")
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
CHECKMATE = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"

ADJUDICATED = {"resignation", "draw by score", "draw by length",
               "draw by tablebase", "win by tablebase"}
FAULTS = {"loss on time", "engine failed"}


class Fault(Exception):
    pass


def check(condition, what):
    if not condition:
        raise Fault(what)


def result(winner):
    return {True: "1-0", False: "0-1", None: "1/2-1/2"}[winner]


class Today:
    """Today's law as a referee applies it, at the threefold and at fifty moves."""

    def __init__(self, board):
        self.board = board.copy()

    def push(self, move):
        if move not in self.board.legal_moves:
            raise Fault(f"{move} is not legal in {self.board.fen()}")
        self.board.push(move)

    def end(self):
        """The result and the reason, or nothing while the game goes on."""
        board = self.board
        if board.is_checkmate():
            return result(not board.turn), "checkmate"
        if board.is_stalemate():
            return result(None), "stalemate"
        if board.is_insufficient_material():
            return result(None), "no series of legal moves can win"
        if board.is_repetition(3):
            return result(None), "the position has stood three times"
        if board.halfmove_clock >= 100:
            return result(None), "fifty moves of each"
        if len(board.move_stack) >= 800:
            return result(None), "agreement"
        return None


class England1804:
    """The law of 1804 as read in England; the moves and their end are Fairy-Stockfish's."""

    VARIANT = "england1804"

    def __init__(self, board):
        self.board = board.copy()
        self.start = board.fen()
        self.moves = []
        self.notice = None
        self.men = [self.men_and_turn()]
        self.look()

    def men_and_turn(self):
        return self.board.board_fen(), self.board.turn

    def push(self, move):
        if move.uci() not in self.legal:
            raise Fault(f"{move} is not legal in {self.board.fen()}")
        self.moves.append(move.uci())
        self.board.push(move)
        self.men.append(self.men_and_turn())
        self.notice = None if self.notice is None else self.notice + 1
        self.look()

    def look(self):
        """Fairy-Stockfish's moves in its own position, and the notice of fifty moves, given as
        soon as one of the endings stands (law XVII)."""
        self.legal = set(pyffish.legal_moves(self.VARIANT, self.start, self.moves))
        here = {move.uci() for move in self.board.legal_moves}
        if self.legal != here:
            raise Fault(f"moves in {self.board.fen()}: {sorted(self.legal ^ here)}")
        if self.notice is None and self.is_listed():
            self.notice = 0

    def is_listed(self):
        if chess.popcount(self.board.occupied) > 5:
            return False
        kinds = []
        for color in chess.COLORS:
            men = [self.board.pieces(kind, color) for kind in range(chess.PAWN, chess.KING)]
            kinds.append(tuple(len(of_kind) for of_kind in men))
        nothing, rook = (0, 0, 0, 0, 0), (0, 0, 0, 1, 0)
        # pawns, knights, bishops, rooks, queens
        listed = {((0, 0, 0, 0, 1), nothing), ((0, 0, 2, 0, 0), nothing),
                  ((0, 1, 1, 0, 0), nothing), ((0, 0, 1, 1, 0), rook)}
        return tuple(kinds) in listed or tuple(reversed(kinds)) in listed

    def end(self):
        if not self.legal:
            value = pyffish.game_result(self.VARIANT, self.start, self.moves)
            check(value != 0, f"no result in {self.board.fen()}")
            winner = self.board.turn if value > 0 else not self.board.turn
            checked = pyffish.gives_check(self.VARIANT, self.start, self.moves)
            return result(winner), "checkmate" if checked else "stalemate"
        if chess.popcount(self.board.occupied) == 2:
            return result(None), "no series of legal moves can win"
        if self.notice is not None and self.notice >= 100:
            return result(None), "fifty moves of each since notice was given"
        recent = self.men[-1 - min(self.board.halfmove_clock, 100):]
        if recent.count(self.men[-1]) >= 3 or len(self.men) > 800:
            return result(None), "agreement"
        return None


LAWS = {"chess": Today, "england1804": England1804}


def replay(game):
    """The law and the reason for which the game ended; nothing for a law that nobody here knows."""
    headers = game.headers
    law = headers.get("Laws", "chess")
    bound = {"Odds", "Undertaking", "Stalemate", "CastleWithoutRook", "FiftyMoves", "Repetition",
             "Variant"}
    if law not in LAWS or bound & set(headers):
        return None
    check(not game.errors, game.errors)
    judge, moves = LAWS[law](game.board()), list(game.mainline_moves())
    for move in moves:
        if (end := judge.end()) is not None:
            raise Fault(f"the game was over before {move}: {end}")
        judge.push(move)
    reason, claimed = headers.get("Reason", "?"), headers["Result"]
    check(int(headers["PlyCount"]) == len(moves), f"{len(moves)} plies")
    check(reason != "illegal move", "a player lost by an illegal move")
    if reason in ADJUDICATED or reason.split(": ")[0] in FAULTS:
        check(judge.end() is None, f"the game was over: {judge.end()}")
    else:
        check(judge.end() == (claimed, reason), f"{claimed}, {reason}; here {judge.end()}")
    return law, f"{claimed:7}  {reason}"


def replay_file(path):
    tally, passed_over = collections.Counter(), 0
    with open(path, encoding="utf-8") as text:
        number = 0
        while (game := chess.pgn.read_game(text)) is not None:
            number += 1
            try:
                found = replay(game)
            except Fault as fault:
                headers = game.headers
                raise SystemExit(f"FAULT: {path}, game {number} (round {headers.get('Round')}, "
                                 f"{headers.get('White')} - {headers.get('Black')}): {fault}")
            if found is None:
                passed_over += 1
            else:
                tally[found] += 1
    print(f"{path}: {number} games, {passed_over} of other laws or odds passed over")
    for (law, reason), count in sorted(tally.items()):
        print(f"  {count:6}  {law:11}  {reason}")
    check(number > 0, f"{path} has no games")
    return tally


def play(engine, pgn, law, arguments):
    one = ["--engine", f"cmd={engine}"]
    subprocess.run([engine, "match", *one, "name=A", *one, "name=B", "--nodes", "500", "--laws", law,
                    "--concurrency", "2", "--seed", "3", "--report-every", "0", "--pgn", pgn,
                    *arguments], check=True, stdout=subprocess.DEVNULL)


def play_and_replay(engine):
    puzzles = pathlib.Path(__file__).parent.parent / "data" / "laws" / "puzzles.epd"
    lines = [line.split(";")[0] for line in puzzles.read_text(encoding="utf-8").splitlines()
             if "; topic england1804;" in line or "; topic france1804;" in line]
    check(len(lines) > 10, "puzzles in which stalemate matters")
    total = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        endings = pathlib.Path(folder) / "endings.epd"
        endings.write_text("\n".join(lines) + "\n", encoding="utf-8")
        for law in LAWS:
            pgn = str(pathlib.Path(folder) / f"{law}.pgn")
            play(engine, pgn, law, ["--rounds", "10", "--repeat", "--random-plies", "8"])
            total += replay_file(pgn)
            pgn = str(pathlib.Path(folder) / f"{law}-endings.pgn")
            play(engine, pgn, law, ["--rounds", str(len(lines)), "--openings", str(endings)])
            total += replay_file(pgn)
    decided = sum(count for (law, reason), count in total.items()
                  if law == "england1804" and reason.endswith("  stalemate"))
    check(decided > 0, "no game was won by stalemate")
    drawn = total["chess", f"{result(None):7}  stalemate"]
    print(f"{total.total()} games agree; stalemate won {decided} under england1804 and drew {drawn} "
          "under chess")


def main():
    check(pyffish.game_result("england1804", STALEMATE, []) > 0, "the stalemated player wins")
    check(pyffish.game_result("england1804", CHECKMATE, []) < 0, "the mated player loses")
    check(pyffish.game_result("chess", STALEMATE, []) == 0, "stalemate is a draw today")
    files = [word for word in sys.argv[1:] if word.endswith(".pgn")]
    engines = [word for word in sys.argv[1:] if not word.endswith(".pgn")]
    if not files and not engines:
        raise SystemExit(__doc__)
    try:
        for engine in engines:
            play_and_replay(str(pathlib.Path(engine).resolve()))
        for path in files:
            replay_file(path)
    except Fault as fault:
        raise SystemExit(f"FAULT: {fault}")


if __name__ == "__main__":
    main()
