"""People at the board in a real browser: whole games by mouse, by keyboard and by touch, laws that
change a game, reloading, two tabs, two servers, nonsense on the wire.

    python3 tests/clients/board.py target/release/jadoube [--shots FOLDER]

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

    def __init__(self, engine, folder):
        self.engine, self.games, self.port = engine, Path(folder) / "games.jsonl", 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.engine, "board", "--port", str(self.port), "--games", self.games],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.url = re.search(r"http://\S+", line)[0]
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])

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
                 giver="", strength=None, fen="", clock=""):
        self.close_dialogs()
        before = self.driver.current_url
        self.one("#open-new").click()
        for name, value in [("laws", laws), ("odds", odds), ("undertaking", undertaking),
                            ("giver", giver), ("opponent", opponent), ("side", side), ("clock", clock)]:
            self.choose(f"new-{name}", value)
        if strength:
            self.choose("new-strength", strength)
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
            "return [...document.querySelectorAll('#moves button')].map((b) => b.textContent)")

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


def game_by_mouse(page):
    page.new_game()
    for number, move in enumerate("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7".split()):
        (page.drag if number % 2 else page.click)(move)
    check("White wins: Black is checkmated (FIDE 5.1.1)" in page.text("#end"), page.text("#end"))
    check(page.moves()[-1] == "Qxf7#", page.moves())
    check(page.marked_squares("check") == ["e8"], "the king in check is marked")
    check(page.marked_squares("last") == ["f7", "h5"], "the last move is marked")


def game_by_keyboard(page):
    page.new_game(laws="british1897")
    for number, move in enumerate("f2f3 e7e5 g2g4".split()):
        page.keys(move)
    label = page.square("g4").get_attribute("aria-label")
    check(label == "g4, white pawn", label)
    page.type("Q to R 5")
    check("(british1897:I.15a)" in page.text("#end"), page.text("#end"))
    live = page.one("#live").get_attribute("textContent")
    check(live.startswith("Black played Qh4#. White is in check. Black wins"), live)


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
    time.sleep(0.2)
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
    page.one("#import button").click()
    page.until("the game taken", lambda: page.driver.current_url != url)
    page.one("#games-close").click()
    check(page.moves() == ["e4", "e5", "Nf3"], page.moves())
    check("White: <b>Bold</b>" == page.text("#player-near .name"), "a name is text, not markup")


def other_codes_and_analysis(page):
    page.new_game(fen="k7/8/1K6/8/8/8/8/1Q6 w - - 0 1")
    page.one("#codes summary").click()
    page.until("the codes", lambda: "THE RESULT" in page.text("#codes-text"))
    page.one("#codes summary").click()
    page.one("#analysis summary").click()
    page.until("a mate", lambda: "White wins in 2" in page.text("#lines"))
    page.until("the arrow", lambda: page.one("#overlay line"))
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


def nonsense(page):
    """Messages that mean nothing get an error each, and the next good one its answer."""
    script = """
    const done = arguments[arguments.length - 1];
    const socket = new WebSocket(`ws://${location.host}/socket`);
    const said = [];
    socket.onmessage = (event) => {
      const reply = JSON.parse(event.data);
      said.push(reply.is);
      if (said.filter((is) => is === 'error').length === 9) socket.send('{"do":"list"}');
      if (said.filter((is) => is === 'games').length === 2) done(said);
    };
    socket.onopen = () => {
      for (const text of ['', '{', 'null', '[]', '{"do":"fly"}', '{"do":"watch"}', '{"do":"move","game":9e9,"ply":0,"text":"e4"}',
        '{"do":"new","terms":{"laws":"roman"},"players":["person","person"],"clock":null}',
        '{"do":"move","game":-1,"ply":0,"text":"e4"}']) socket.send(text);
    };
    """
    said = page.driver.execute_async_script(script)
    check(said.count("error") == 9, said)


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


def latency(page):
    """How long the server takes to answer a move: the rules only, not the engine."""
    times = page.driver.execute_async_script("""
    const done = arguments[arguments.length - 1];
    const socket = new WebSocket(`ws://${location.host}/socket`);
    const moves = ['g1f3', 'g8f6', 'f3g1', 'f6g8'], times = [];
    let sent = 0;
    socket.onmessage = (event) => {
      const reply = JSON.parse(event.data);
      if (reply.is === 'catalogue') socket.send(JSON.stringify({ do: 'new', terms: { laws: 'england1804' }, players: ['person', 'person'], clock: null }));
      if (reply.is !== 'game') return;
      if (sent) times.push(performance.now() - sent);
      if (times.length === 100) { socket.send(JSON.stringify({ do: 'forget', game: reply.game })); done(times); return; }
      setTimeout(() => {
        sent = performance.now();
        socket.send(JSON.stringify({ do: 'move', game: reply.game, ply: reply.position.ply, text: moves[reply.position.ply % 4] }));
      }, 25);
    };
    """)
    times.sort()
    print(f"a move is answered within {times[50]:.1f} ms (median), {times[98]:.1f} ms (99th of 100)")
    check(times[50] < 100, "the server is slow")


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
            tests = [game_by_mouse, game_by_keyboard, castling_alone, stalemate_wins, marked_knight,
                     two_moves_at_once, promotion, against_the_engine, pgn, other_codes_and_analysis,
                     engines, nonsense, latency, accessible]
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
