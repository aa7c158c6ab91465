"""People at the board in a real browser: whole games by mouse and by keyboard under every code, by
touch, under the arbiter; laws that change a game, reloading, two tabs, a server killed and started
again. `load.py` has the server under load.

    python3 tests/clients/board.py target/release/jadoube [--only TEST] [--shots FOLDER]

Needs Debian's chromium and chromium-driver, and the package `selenium`; with JADOUBE_AXE it also
runs the checks of axe-core. Ends with a status other
than 0 at the first fault. With --shots it leaves pictures of the page in a folder.
"""

import argparse
import json
import os
import re
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from selenium import webdriver
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.chrome.service import Service

PATIENCE = 60.0


def check(condition, what):
    if not condition:
        raise SystemExit(f"FAULT: {what}")


class Server:
    """The board's server; it can be killed and started again on the same port and file."""

    def __init__(self, engine, folder, *more):
        self.engine, self.games, self.port = engine, Path(folder) / "games.jsonl", 0
        self.more = more
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.engine, "board", "--port", str(self.port), "--games", self.games, *self.more],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.url = re.search(r"http://\S+", line)[0]
        self.port = int(re.search(r":(\d+)/", self.url)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()


class Page:
    """The page in one tab, and what a person does with it."""

    def __init__(self, driver):
        self.driver = driver

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.one(selector).text

    def until(self, what, condition, patience=PATIENCE):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                if value := condition():
                    return value
            except Exception:  # the page is being drawn anew
                pass
            time.sleep(0.03)
        raise SystemExit(f"FAULT: waited in vain: {what}; the page says: "
                         f"{self.text('#turn')} {self.text('#fault')} {self.text('#end')}")

    def open(self, url):
        self.driver.get(url)
        self.until("the page", lambda: self.driver.find_elements(By.CSS_SELECTOR, "#new-laws option"))

    def close_dialogs(self):
        self.driver.execute_script("document.querySelectorAll('dialog[open]').forEach((d) => d.close())")

    def choose(self, id, value):
        """Chooses an option; one that the list does not have is put there, as for a FEN with terms."""
        self.driver.execute_script(
            "const [id, value] = arguments, list = document.getElementById(id);"
            "if (![...list.options].some((option) => option.value === value)) list.append(new Option(value, value));"
            "list.value = value; list.dispatchEvent(new Event('change'))", id, value)

    def new_game(self, laws="chess", opponent="person", side="White", odds="", undertaking="",
                 giver="", strength=None, fen="", clock="", touch=False):
        self.close_dialogs()
        before = self.driver.current_url
        self.one("#open-new").click()
        for name, value in [("laws", laws), ("odds", odds), ("undertaking", undertaking),
                            ("giver", giver), ("opponent", opponent), ("side", side), ("clock", clock)]:
            self.choose(f"new-{name}", value)
        if strength:
            self.choose("new-strength", strength)
        box = self.one("#new-touch")
        if box.is_selected() != touch:
            self.driver.execute_script("arguments[0].click()", box)
        field = self.one("#new-fen")
        field.clear()
        field.send_keys(fen)
        # Leaving the field asks for the terms; the answer lets the game begin.
        self.one("#new-title").click()
        self.until("the terms", lambda: self.one("#new-words").text and self.one("#new-start").is_enabled())
        self.one("#new-start").click()
        self.until("a new game", lambda: self.driver.current_url != before)
        self.until("its board", lambda: len(self.pieces()) > 1)

    def square(self, name):
        return self.one(f'[data-square="{name}"]')

    def pieces(self):
        """Square and letter of every piece."""
        return dict(self.driver.execute_script(
            "return [...document.querySelectorAll('[data-piece]')].filter((s) => s.dataset.piece)"
            ".map((s) => [s.dataset.square, s.dataset.piece])"))

    def moves(self):
        return self.driver.execute_script(
            "return [...document.querySelectorAll('#moves button.move')].map((b) => b.textContent)")

    def tried(self):
        """The moves of the lines beside the game."""
        return self.driver.execute_script(
            "return [...document.querySelectorAll('#moves .variation')].map("
            "(row) => [...row.querySelectorAll('button')].slice(0, -1).map((b) => b.textContent).join(' '))")

    def event(self, act, count):
        """Does something after which the arbiter has ruled on so many events."""
        act()
        self.until(f"event {count}", lambda: len(self.driver.execute_script(
            "return [...document.querySelectorAll('#rulings > li')].map((row) => row.textContent)")) == count)

    def after(self, count):
        """Waits until so many moves are in the list."""
        self.until(f"{count} moves, not {self.moves()}", lambda: len(self.moves()) >= count)

    def marked_squares(self, mark):
        return sorted(self.driver.execute_script(
            f"return [...document.querySelectorAll('.square.{mark}')].map((s) => s.dataset.square)"))

    def click(self, move):
        """Two clicks."""
        count = len(self.moves())
        self.square(move[:2]).click()
        self.square(move[2:4]).click()
        self.promote(move)
        self.after(count + 1)

    def drag(self, move):
        count = len(self.moves())
        ActionChains(self.driver, duration=30).drag_and_drop(
            self.square(move[:2]), self.square(move[2:4])).perform()
        self.promote(move)
        self.after(count + 1)

    def promote(self, move):
        if len(move) > 4:
            name = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}[move[4]]
            self.until("the choice", lambda: self.one("#promotion").is_displayed())
            self.one(f'#promotion [aria-label="{name}"]').click()

    def keys(self, move):
        """Arrow keys on the board, and Enter."""
        count = len(self.moves())
        for name in [move[:2], move[2:4]]:
            here = self.one('.square[tabindex="0"]')
            at = here.get_attribute("data-square")
            self.driver.execute_script("arguments[0].focus()", here)
            files, ranks = ord(name[0]) - ord(at[0]), int(name[1]) - int(at[1])
            keys = [Keys.ARROW_RIGHT if files > 0 else Keys.ARROW_LEFT] * abs(files)
            keys += [Keys.ARROW_UP if ranks > 0 else Keys.ARROW_DOWN] * abs(ranks)
            ActionChains(self.driver).send_keys(*keys, Keys.ENTER).perform()
        self.after(count + 1)

    def type(self, text):
        count = len(self.moves())
        self.one("#typed").send_keys(text, Keys.ENTER)
        self.after(count + 1)


CODES = {"chess": "FIDE 5.1.1", "england1804": None, "france1804": None, "accomplished1837": None,
         "british1897": "british1897:I.15a", "rogers1907": None, "federation1912": "federation1912:30"}


def ended(page, words, clause):
    """The end is told in words, with its clause and the book's page on it."""
    words += f" ({clause})" if clause else ""
    page.until(words, lambda: words in page.text("#end"))
    links = page.driver.find_elements(By.CSS_SELECTOR, "#end a")
    check(bool(links) == bool(clause), "a clause has its page")
    if links:
        status = page.driver.execute_async_script(
            "fetch(arguments[0]).then((answer) => arguments[1](answer.status))", links[0].get_attribute("href"))
        check(status == 200, links[0].get_attribute("href"))


def games_by_mouse(page):
    """A whole game under each code, dragged and clicked by turns."""
    for law, clause in CODES.items():
        page.new_game(laws=law)
        for number, move in enumerate("f2f3 e7e5 g2g4 d8h4".split()):
            (page.drag if number % 2 else page.click)(move)
        ended(page, "Black wins: White is checkmated", clause)
        check(page.moves()[-1] == "Qh4#", page.moves())
        check(page.marked_squares("check") == ["e1"], "the king in check is marked")
        check(page.marked_squares("last") == ["d8", "h4"], "the last move is marked")


def games_by_keyboard(page):
    """A whole game under each code, with the arrow keys on the board; the last move is typed."""
    for number, (law, clause) in enumerate(CODES.items()):
        page.new_game(laws=law)
        for move in "f2f3 e7e5 g2g4".split():
            page.keys(move)
        label = page.square("g4").get_attribute("aria-label")
        check(label == "g4, white pawn", label)
        page.type(["Q to R 5", "Q-R5", "Qh4#", "d8h4"][number % 4])
        ended(page, "Black wins: White is checkmated", clause)
        live = page.one("#live").get_attribute("textContent")
        check(live.startswith("Black played Qh4#. White is in check. Black wins"), live)


def by_touch(page):
    """Fingers on the board: two taps, and a piece drawn to its square."""
    def finger(kind, name=None):
        at = page.driver.execute_script(
            "const r = document.querySelector(`[data-square=${arguments[0]}]`).getBoundingClientRect();"
            "return [r.x + r.width / 2, r.y + r.height / 2]", name) if name else None
        points = [{"x": at[0], "y": at[1]}] if at else []
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    page.new_game(laws="england1804")
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    page.driver.execute_script("document.getElementById('board').scrollIntoView()")
    for name in ["e2", "e4"]:
        finger("touchStart", name)
        finger("touchEnd")
    page.after(1)
    finger("touchStart", "e7")
    for name in ["e6", "e5"]:
        finger("touchMove", name)
    finger("touchEnd")
    page.after(2)
    check(page.moves() == ["e4", "e5"], page.moves())
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def before_its_turn(page):
    """A move chosen while the engine thinks is made as soon as it is legal."""
    page.new_game(opponent="engine", side="Black", strength='{"ms":5000}')
    marked = page.driver.execute_script("""
        for (const name of ['e7', 'e5']) {
          const square = document.querySelector(`[data-square=${name}]`);
          square.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
          window.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
        }
        return [...document.querySelectorAll('.square.before')].map((s) => s.dataset.square).sort()""")
    check(marked == ["e5", "e7"], marked)
    page.after(2)
    check(page.moves()[1] == "e5" and not page.marked_squares("before"), page.moves())


def lines_beside(page):
    """Stepping back and trying other moves leaves the game as it is, and the lines are kept."""
    page.new_game(laws="rogers1907")
    for text in ["e4", "e5", "Nf3"]:
        page.type(text)
    page.one("#back").click()
    page.one("#back").click()
    page.until("the position after e4", lambda: "after move e4" in page.text("#turn"))
    page.one("#typed").send_keys("P to Q B 4", Keys.ENTER)
    page.until("the line", lambda: page.tried() == ["1… c5"])
    page.square("g1").click()
    page.square("f3").click()
    page.until("the longer line", lambda: page.tried() == ["1… c5 2. Nf3"])
    page.one("#back").click()
    page.until("the shorter one", lambda: "after c5" in page.text("#turn"))
    page.one("#typed").send_keys("Nc3", Keys.ENTER)
    page.until("a branch", lambda: page.tried() == ["1… c5 2. Nf3", "1… c5 2. Nc3"])
    check(page.moves() == ["e4", "e5", "Nf3"], page.moves())
    page.driver.refresh()
    page.until("the lines again", lambda: page.tried() == ["1… c5 2. Nf3", "1… c5 2. Nc3"])
    page.one("#moves .variation [aria-label^=Forget]").click()
    page.until("one line", lambda: page.tried() == ["1… c5 2. Nc3"])
    page.driver.execute_script("document.getElementById('texts').open = true")
    page.one("#export").click()
    text = page.until("the PGN", lambda: page.one("#pgn").get_attribute("value"))
    check("1. e4 e5 (1... c5 2. Nc3) 2. Nf3" in text, text)


def touch_move(page):
    """A piece touched must move, and for a false move the other player chooses the penalty."""
    rights = lambda: [row.text for row in page.driver.find_elements(By.CSS_SELECTOR, "#rights li")]
    page.new_game(laws="federation1912", touch=True)
    page.event(lambda: page.one("#adjust").click() or page.square("g1").click(), 1)
    check(rights() == [], "a piece adjusted binds nobody")
    page.event(page.square("b1").click, 2)
    check(any("White must: The piece on b1 must move: b1a3 b1c3" in row for row in rights()), rights())
    page.event(page.square("b3").click, 3)
    check(page.pieces().get("b3") == "N" and "not legal" in page.moves()[0], page.moves())
    button = [b for b in page.driver.find_elements(By.CSS_SELECTOR, "#rights button") if "The piece on b1 must move" in b.text]
    check(button, rights())
    page.event(button[0].click, 4)
    page.until("the piece put back", lambda: page.pieces().get("b1") == "N" and page.moves() == [])
    page.square("b1").click()
    check(page.until("its moves", lambda: page.marked_squares("target")) == ["a3", "c3"], "only the knight may move")
    page.square("c3").click()
    page.until("the penalty paid", lambda: page.moves() == ["Nc3"])
    # In 1804 a false move that is replied to stands.
    page.new_game(laws="england1804", touch=True)
    page.event(lambda: page.square("e2").click() or page.square("e5").click(), 2)
    page.event(lambda: page.square("d7").click() or page.square("d5").click(), 4)
    page.until("the reply", lambda: len(page.moves()) == 2)
    check(page.pieces().get("e5") == "P" and page.pieces().get("d5") == "p", page.pieces())
    page.driver.refresh()
    page.until("the same after reloading", lambda: page.moves() == ["e2e5, not legal", "d5"])
    # The engine exacts what is its right.
    page.new_game(laws="british1897", opponent="engine", strength='{"nodes":10000}', touch=True)
    page.square("b1").click()
    page.square("b3").click()
    page.until("the penalty", lambda: any("White must" in row for row in rights()))
    check(page.pieces().get("b1") == "N", page.pieces())


def clock_of_the_code(page):
    page.new_game(laws="federation1912", clock="limit:code")
    check("for 20 moves" in page.text("#player-near .clock"), page.text("#player-near .clock"))
    page.type("e4")
    page.until("one fewer", lambda: "for 19 moves" in page.text("#player-near .clock"))
    page.close_dialogs()
    page.one("#open-new").click()
    page.choose("new-laws", "france1804")
    page.choose("new-clock", "limit:code")
    page.one("#new-start").click()
    page.until("the fault", lambda: "sets no limit" in page.text("#fault"))


def choices_explained(page):
    """Pointing at a choice says in a line what it changes."""
    page.close_dialogs()
    page.one("#open-new").click()
    for name in ["laws", "odds", "undertaking"]:
        option = page.driver.find_elements(By.CSS_SELECTOR, f"#new-{name} option")[2]
        ActionChains(page.driver).move_to_element(option).perform()
        page.until(f"a line on {name}", lambda: page.text(f"#about-{name}") == option.get_attribute("title") != "")
    page.close_dialogs()


def sound(page):
    before = page.one("#sound").get_attribute("aria-pressed")
    page.one("#sound").click()
    after = page.one("#sound").get_attribute("aria-pressed")
    check({before, after} == {"true", "false"}, (before, after))
    page.driver.refresh()
    page.until("the page", lambda: page.driver.find_elements(By.CSS_SELECTOR, "#new-laws option"))
    check(page.one("#sound").get_attribute("aria-pressed") == after, "it is kept")


def from_the_book(page):
    """A diagram of the served book leads to its position on this board."""
    root = page.driver.current_url.split("#")[0]
    page.driver.get(root + "book/laws/british1897")
    check(page.driver.find_elements(By.CSS_SELECTOR, "figure svg"), "the page has its diagrams")
    link = page.driver.find_elements(By.LINK_TEXT, "On the board")[1]
    page.driver.get(link.get_attribute("href"))
    page.until("the position", lambda: page.pieces().get("c1") == "K")
    check("d1" not in page.pieces() and page.moves()[-1] == "O-O-O", page.moves())
    check("#game=" in page.driver.current_url, page.driver.current_url)


def notice(page):
    """In an ending that the law lists, the count of fifty moves and its clause are told."""
    page.new_game(laws="accomplished1837", fen="8/8/8/4k3/8/8/4K3/1NB5 w - - 0 60")
    check("Notice of fifty moves is taken as given (accomplished1837:19)" in page.text("#facts"), page.text("#facts"))
    page.new_game(laws="accomplished1837", fen="8/8/8/4k3/8/8/4K3/1NB5 w - - 0 60", touch=True)
    button = page.until("the button", lambda: [
        b for b in page.driver.find_elements(By.CSS_SELECTOR, "#notice button") if "White gives notice" in b.text])
    page.event(button[0].click, 1)


def castling_alone(page):
    page.new_game(laws="british1897", odds="rook")
    check("a1" not in page.pieces(), "the rook is given")
    for text in ["d4", "d5", "Nc3", "Nf6", "Bf4", "e6", "Qd3", "Be7"]:
        page.type(text)
    page.square("e1").click()
    check(page.marked_squares("alone") == ["c1"], "the king may castle alone")
    page.square("c1").click()
    page.after(9)
    check(page.pieces()["c1"] == "K" and page.moves()[-1] == "O-O-O", page.moves())
    check("d1" not in page.pieces(), "no rook comes to d1")
    page.new_game(laws="rogers1907", odds="rook")
    for text in ["d4", "d5", "Nc3", "Nf6", "Bf4", "e6", "Qd3", "Be7"]:
        page.type(text)
    page.square("e1").click()
    check("c1" not in page.marked_squares("target"), "Rogers knows no such castling")


def stalemate_wins(page):
    fen = "8/6p1/6P1/p4q2/P4p2/5N2/Q4P1K/2N2k2 b - - 0 50"
    for laws, words in [("england1804", "Black wins: stalemate decides the game (amateur1804:XVI)"),
                        ("france1804", "Drawn: stalemate (amateur1804:XVI)")]:
        page.new_game(laws=laws, fen=fen)
        page.click("f5h3")
        page.click("h2h3")
        check(words in page.text("#end"), page.text("#end"))


def marked_knight(page):
    """The same mate with the capped knight and with another."""
    fen = "6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1"
    for marked, words in [("g5", "White wins: Black is checkmated"),
                          ("a8", "White has not kept his undertaking")]:
        start = fen.replace("6rk", "N5rk") if marked == "a8" else fen
        page.new_game(laws="british1897", undertaking="man@b1", giver="White",
                      fen=f"{start} marked:{marked}")
        check(page.marked_squares("marked") == [marked], "the marked knight is ringed")
        page.click("g5f7")
        check(words in page.text("#end"), page.text("#end"))


def two_moves_at_once(page):
    page.new_game(laws="accomplished1837", odds="pawn,moves=2", giver="Black")
    check("f7" not in page.pieces(), "the pawn is given")
    check("Moves of the odds still to be made: 2" in page.text("#facts"), page.text("#facts"))
    page.click("e2e4")
    # Black's silent answer is made for him.
    check(page.until("the answer", lambda: page.moves()[:2] == ["e4", "--"]), page.moves())
    page.click("d2d4")
    check("Black to move" in page.text("#turn"), page.text("#turn"))


def promotion(page):
    page.new_game(fen="7k/P7/8/8/8/8/8/K7 w - - 0 1")
    page.click("a7a8r")
    check(page.pieces()["a8"] == "R", page.pieces())
    page.one("#undo").click()
    page.until("the move taken back", lambda: page.moves() == [])
    check(page.pieces()["a7"] == "P", page.pieces())


def against_the_engine(page):
    page.new_game(opponent="engine", side="Black", strength='{"elo":800}')
    page.after(1)
    check(page.one("#board").find_elements(By.CSS_SELECTOR, ".square")[0]
          .get_attribute("data-square") == "h1", "Black sits below")
    page.type("e5")
    page.after(3)
    page.type("a6")
    page.after(5)
    check(page.one("#typed").is_displayed(), "the game goes on")
    page.one("#resign").click()
    page.driver.switch_to.alert.accept()
    page.until("the resignation", lambda: "White wins: Black has resigned" in page.text("#end"))


def reload_and_tabs(page, server):
    page.new_game(laws="federation1912")
    page.type("e4")
    url = page.driver.current_url
    page.driver.refresh()
    page.after(1)
    check(page.driver.current_url == url, "the tab keeps its game")
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.driver.get(url)
    page.after(1)
    page.type("c5")
    second = page.driver.current_window_handle
    page.driver.switch_to.window(first)
    page.after(2)
    page.driver.switch_to.window(second)
    page.new_game(laws="england1804")
    page.type("d4")
    page.driver.switch_to.window(first)
    check(page.moves() == ["e4", "c5"], "each tab has its game")
    server.kill()
    page.until("the warning", lambda: page.one("#offline").is_displayed())
    server.start()
    page.until("the connection", lambda: not page.one("#offline").is_displayed())
    page.type("Nf3")
    check(page.moves() == ["e4", "c5", "Nf3"], page.moves())
    page.driver.switch_to.window(second)
    page.driver.refresh()
    page.until("the other game", lambda: page.moves() == ["d4"])
    page.driver.close()
    page.driver.switch_to.window(first)


def pgn(page):
    page.new_game(laws="british1897", odds="rook", giver="White")
    for text in ["e4", "e5", "Nf3"]:
        page.type(text)
    page.driver.execute_script("document.getElementById('texts').open = true")
    page.one("#export").click()
    text = page.until("the PGN", lambda: page.one("#pgn").get_attribute("value"))
    check('[Laws "british1897"]' in text and '[Odds "rook"]' in text, text)
    page.one("#open-games").click()
    field = page.one("#import-text")
    field.clear()
    field.send_keys(text.replace('[White "Player"]', '[White "<b>Bold</b>"]'))
    url = page.driver.current_url
    page.one("#import button:not([type])").click()
    page.until("the game taken", lambda: page.driver.current_url != url)
    page.one("#games-close").click()
    check(page.moves() == ["e4", "e5", "Nf3"], page.moves())
    check("White: <b>Bold</b>" == page.text("#player-near .name"), "a name is text, not markup")
    # Variations and what is said in them go in and come out.
    page.one("#open-games").click()
    moves = "1. e4 {best} (1. d4 d5 (1... Nf6 {<i>Indian</i>} 2. c4) 2. c4) 1... e5 2. Nf3 *"
    field.clear()
    field.send_keys(moves)
    url = page.driver.current_url
    page.one("#import button:not([type])").click()
    page.until("the game with variations", lambda: page.driver.current_url != url)
    page.one("#games-close").click()
    check(page.tried() == ["1. d4 d5 2. c4", "1. d4 Nf6 2. c4"], page.tried())
    notes = [note.text for note in page.driver.find_elements(By.CSS_SELECTOR, "#moves .note")]
    check(notes == ["best", "<i>Indian</i>"], notes)
    # What is awaited is the new text, not that of the first export.
    page.driver.execute_script("document.getElementById('pgn').value = ''")
    page.one("#export").click()
    text = page.until("the PGN with variations", lambda: page.one("#pgn").get_attribute("value"))
    check(moves in text, text)
    # All games at once, in and out.
    page.one("#open-games").click()
    page.one("#export-all").click()
    games = page.until("all games", lambda: page.one("#import-text").get_attribute("value").count("[Event "))
    page.one("#import button:not([type])").click()
    page.until("all of them taken", lambda: f"{min(games, 100)} games taken." in page.text("#import-said"))
    page.close_dialogs()


def other_codes_and_analysis(page):
    page.new_game(fen="k7/8/1K6/8/8/8/8/1Q6 w - - 0 1")
    page.one("#codes summary").click()
    page.until("the codes", lambda: "THE RESULT" in page.text("#codes-text"))
    page.one("#codes summary").click()
    page.one("#analysis summary").click()
    page.until("a mate", lambda: "White wins in 2" in page.text("#lines"))
    page.until("the arrow", lambda: page.one("#overlay line"))
    page.one("#going").click()
    check(page.text("#going") == "Go", "the analysis stands still")
    page.one("#going").click()
    page.one("#analysis summary").click()


def engines(page):
    page.new_game(opponent="watch", strength='{"elo":1000}', clock="60,0")
    page.after(6)
    check(page.one("#player-near .clock").is_displayed(), "clocks are shown")


def strangers(server):
    """Who is not this machine's own page is refused, and nonsense hurts nobody."""
    def status(path, **headers):
        request = urllib.request.Request(server.url.rstrip("/") + path, headers=headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code
    check(status("/") == 200, "the page is served")
    check(status("/", Host="evil.example") == 403, "another host is refused")
    check(status("/", Origin="http://evil.example") == 403, "another origin is refused")
    check(status("/../Cargo.toml") == 404 and status("/etc/passwd") == 404, "no other file is served")


def accessible(page):
    """axe-core finds nothing on any view, light or dark. JADOUBE_AXE names its file."""
    path = os.environ.get("JADOUBE_AXE")
    if not path:
        print("accessible: not asked, JADOUBE_AXE is not set")
        return
    script = Path(path).read_text()

    def look(view):
        page.driver.execute_script(script)
        found = page.driver.execute_async_script(
            "const done = arguments[0]; axe.run().then((result) => done(result.violations))")
        check(not found, f"{view}: " + "; ".join(
            f"{fault['id']} at {fault['nodes'][0]['target']}" for fault in found))

    stalemate_wins(page)
    page.driver.execute_script("document.querySelectorAll('details').forEach((part) => part.open = true)")
    page.until("the codes", lambda: "THE RESULT" in page.text("#codes-text"))
    for theme in ["light", "dark"]:
        page.driver.execute_script(f"document.documentElement.dataset.theme = '{theme}'")
        look(f"the end of a game, {theme}")
        for opener in ["new", "games", "puzzles"]:
            page.one(f"#open-{opener}").click()
            look(f"{opener}, {theme}")
            page.close_dialogs()
    lines_beside(page)
    look("lines beside a game")
    page.new_game(laws="federation1912", touch=True, clock="limit:code")
    page.event(lambda: page.square("b1").click() or page.square("b3").click(), 2)
    page.driver.execute_script("document.querySelectorAll('details').forEach((part) => part.open = true)")
    look("the arbiter")
    address = page.driver.current_url
    page.driver.get(address.split("#")[0] + "book/laws/british1897")
    look("a page of the book")
    page.open(address)


def speed(page):
    """How soon after the first byte the board is there. Told, not judged: machines differ."""
    page.new_game()
    page.driver.refresh()
    times = page.until("the mark", lambda: page.driver.execute_script(
        "const [mark] = performance.getEntriesByName('board');"
        "const [page] = performance.getEntriesByType('navigation');"
        "return mark && [mark.startTime - page.responseStart, performance.getEntriesByType('resource')"
        ".reduce((sum, file) => sum + file.encodedBodySize, page.encodedBodySize)]"))
    print(f"the board is shown {times[0]:.0f} ms after the first byte; the page has {times[1] / 1000:.0f} kB")


def elsewhere(engine, folder):
    """Bound to all addresses it asks for its token, once; then a cookie carries it."""
    server = Server(engine, Path(folder) / "elsewhere", "--listen", "0.0.0.0")
    token = re.search(r"token=([0-9a-f]{32})$", server.url)[1]
    address = f"http://127.0.0.1:{server.port}"

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    def ask(path, **headers):
        try:
            with urllib.request.build_opener(Stay).open(urllib.request.Request(address + path, headers=headers)) as answer:
                return answer.status, answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.headers
    try:
        for path in ["/", "/main.js", "/socket", "/book/odds", "/?token=", f"/?token={token[:-1]}0x"]:
            check(ask(path)[0] == 401, f"{path} without the token")
        status, headers = ask(f"/?token={token}")
        check(status == 303 and headers["Location"] == "/", "the token leaves the address")
        cookie = headers["Set-Cookie"].split(";")[0]
        check("HttpOnly" in headers["Set-Cookie"] and "SameSite=Strict" in headers["Set-Cookie"], "the cookie stays here")
        check(ask("/", Cookie=cookie)[0] == 200, "the cookie is taken")
        check(ask("/", Cookie=cookie, Host="board.example")[0] == 403, "another name is refused")
        check(ask("/", Cookie=cookie, Origin="http://board.example")[0] == 403, "another page is refused")
    finally:
        server.kill()


def shots(page, folder):
    def take(name, width, height, theme):
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        page.driver.execute_script(f"document.documentElement.dataset.theme = '{theme}'")
        time.sleep(0.4)
        page.driver.save_screenshot(f"{folder}/{name}.png")
    page.new_game(laws="british1897", odds="rook")
    for text in ["d4", "d5", "Nc3", "Nf6", "Bf4", "e6", "Qd3", "Be7"]:
        page.type(text)
    page.square("e1").click()
    take("wide-light", 1180, 800, "light")
    take("wide-dark", 1180, 800, "dark")
    take("phone-light", 390, 844, "light")
    take("phone-dark", 390, 844, "dark")
    page.one("#open-new").click()
    take("dialog-light", 1180, 800, "light")
    take("dialog-phone", 390, 844, "dark")
    page.close_dialogs()
    stalemate_wins(page)
    page.one("#open-puzzles").click()
    take("puzzles", 1180, 800, "light")
    page.close_dialogs()
    fen = "k7/8/B1P5/K6b/8/8/3Q4/8 w - - 0 24 marked:c6"
    page.driver.execute_script("document.querySelector('#puzzle-list li:nth-child(4) button').click()")
    page.until("the puzzle", lambda: page.marked_squares("marked") == ["c6"])
    page.one("#analysis summary").click()
    page.until("a line", lambda: page.text("#lines"))
    page.one("#law summary").click()
    take("marked-analysis", 1180, 800, "light")
    check(fen.split()[0] in page.one("#fen").get_attribute("value"), "the puzzle's position")
    page.new_game(laws="federation1912", touch=True, clock="limit:code")
    page.event(lambda: page.square("b1").click() or page.square("b3").click(), 2)
    take("arbiter", 1180, 900, "light")
    take("arbiter-phone", 390, 844, "dark")
    lines_beside(page)
    take("lines", 1180, 800, "dark")
    root = page.driver.current_url.split("#")[0]
    for name in ["british1897", "README"]:
        page.driver.get(f"{root}book/laws/{name}")
        take(f"book-{name}", 1000, 1400, "light")
    page.driver.get(f"{root}book/odds")
    take("book-odds-phone", 390, 1400, "dark")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("--shots")
    parser.add_argument("--only")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(arguments.engine, folder)
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for flag in ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     "--window-size=1180,900", f"--user-data-dir={folder}/chromium"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        driver.set_script_timeout(PATIENCE)
        try:
            page = Page(driver)
            page.open(server.url)
            tests = [games_by_mouse, games_by_keyboard, by_touch, castling_alone, stalemate_wins,
                     marked_knight, two_moves_at_once, promotion, against_the_engine, before_its_turn,
                     lines_beside, touch_move, clock_of_the_code, choices_explained, sound, from_the_book,
                     notice, pgn, other_codes_and_analysis, engines, speed, accessible]
            for test in tests:
                if arguments.only and test.__name__ != arguments.only:
                    continue
                begun = time.monotonic()
                test(page)
                print(f"{test.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
            if arguments.shots:
                shots(page, arguments.shots)
            if not arguments.only:
                strangers(server)
                elsewhere(arguments.engine, folder)
                reload_and_tabs(page, server)
                print("strangers, reload, tabs, restart: as expected")
            faults = [line["message"] for line in driver.get_log("browser")
                      if line["level"] == "SEVERE" and "WebSocket connection" not in line["message"]]
            check(not faults, json.dumps(faults))
        finally:
            driver.quit()
            server.kill()


if __name__ == "__main__":
    main()
