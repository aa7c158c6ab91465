// The page: what the server says goes to the board and beside it, what the person does to the
// server. It holds no rule of chess. The game that a tab shows stands in its address.

import { showArbiter } from "./arbiter.js";
import { Board } from "./board.js";
import { byId } from "./dom.js";
import { Dialogs } from "./dialog.js";
import { forget, recall, remember } from "./memory.js";
import { showMoves } from "./moves.js";
import { clearLines, showEnd, showFacts, showLines, time, turnWords } from "./side.js";
import { Connection } from "./socket.js";
import * as sound from "./sound.js";
import { toggleTheme } from "./theme.js";

/** @typedef {import("./side.js").Game} Game */
/** @typedef {import("./board.js").Position} Position */
/** @typedef {import("./moves.js").LineMove} LineMove */

/** @type {Game | null} */
let game = null;
/** An earlier position that is shown, or none.
 * @type {Position | null} */
let look = null;
/** The moves that led there beside the game, if it is one of a line.
 * @type {LineMove[]} */
let line = [];
let received = 0;
/** Whether the page has asked for a game: its side then sits below.
 * @type {number | null} */
let seated = null;
let blackBelow = false;
let first = true;
/** What is being analysed, and what the other codes were asked about. */
let studied = "";
let asked = "";
/** Whether the analysis goes on, and whether the next piece touched is only adjusted. */
let going = true;
let adjusting = false;

const connection = new Connection(onReply, (isOpen) => {
  byId("offline").hidden = isOpen;
  studied = "";
  // A connection made anew knows nothing of what this page watched.
  const wanted = game?.game ?? gameOfAddress();
  if (isOpen && wanted) open(wanted);
});
const send = (/** @type {Record<string, any>} */ request) => connection.send(request);
const dialogs = new Dialogs(send);
const board = new Board({
  onMove: (move) => play(move.text),
  onFree: (from, to) => play(from + to),
  onBefore: (from, to) => {
    board.before = [from, to];
    board.paint();
    byId("live").textContent = `Chosen before its turn: ${from} to ${to}.`;
  },
  onTouch: (square) => {
    const who = game?.position.turn;
    happen(`${who} ${adjusting ? "adjusts" : "touches"} ${square}`);
    if (adjusting) board.chosen = null;
    setAdjusting(false);
  },
});

const analysing = () => /** @type {HTMLDetailsElement} */ (byId("analysis")).open;
const shown = () => look ?? /** @type {Game} */ (game).position;
const here = () => ({ game: /** @type {Game} */ (game).game, ply: shown().ply, line: line.map((move) => move.text) });
const addressed = () => new URLSearchParams(location.hash.slice(1));
const gameOfAddress = () => Number(addressed().get("game")) || null;
const isPerson = (/** @type {string | null} */ who) => game?.players[who === "White" ? 0 : 1] === "person";

/** Makes a move in the game, or in a line beside it. @param {string} text */
function play(text) {
  if (!game) return;
  if (look) send({ do: "vary", ...here(), text });
  else send({ do: "move", game: game.game, ply: game.position.ply, text });
}

/** Something happens at the board of a game under the arbiter. @param {string} text */
function happen(text) {
  if (game?.touch) send({ do: "event", game: game.game, count: game.touch.count, text });
}

/** @param {import("./socket.js").Reply} reply */
function onReply(reply) {
  switch (reply.is) {
    case "catalogue":
      dialogs.fill(reply);
      break;
    case "games":
      dialogs.showGames(reply.games, open);
      if (first) begin(reply.games);
      first = false;
      break;
    case "game":
      onGame(/** @type {any} */ (reply));
      remember(/** @type {any} */ (reply));
      break;
    case "look":
      if (game && game.game === reply.game) {
        line = reply.line;
        look = reply.position.ply === game.moves.length && !line.length && !game.end ? null : reply.position;
        render();
        if (line.length) byId("live").textContent = turnWords(game, shown(), true);
      }
      break;
    case "gone":
      if (gameOfAddress() === reply.game) {
        forget();
        location.hash = "";
        dialogs.openNew({});
      }
      break;
    case "terms":
      dialogs.showTerms(reply);
      // Before the first game its board is shown behind the choices.
      if (!game && reply.position) board.show(reply.position);
      break;
    case "codes":
      byId("codes-text").textContent = reply.text;
      break;
    case "lines":
      if (game && analysing() && JSON.stringify(here()) === JSON.stringify({ game: reply.game, ply: reply.ply, line: reply.line })) {
        showLines(/** @type {any} */ (reply));
        board.setArrow(reply.lines[0]?.arrow ?? []);
      }
      break;
    case "pgn": {
      const area = /** @type {HTMLTextAreaElement} */ (byId(reply.game === null ? "import-text" : "pgn"));
      area.value = reply.text;
      area.hidden = false;
      break;
    }
    case "imported":
      dialogs.showImported(/** @type {any} */ (reply));
      if (reply.games.length) open(reply.games[0]);
      break;
    case "error":
      byId("fault").textContent = reply.text;
      byId("import-said").textContent = reply.text;
      asked = "";
      board.paint();
      break;
  }
}

/**
 * The connection has been made: what the address asks for, or the newest game that is not over, or
 * none.
 * @param {{ game: number, result: string }[]} games
 */
function begin(games) {
  if (fromAddress() || gameOfAddress()) return;
  const wanted = games.find((one) => one.result === "*")?.game;
  if (wanted) open(wanted);
  else dialogs.openNew({});
}

/** A position that the address describes, as the book's diagrams do, begins a game. */
function fromAddress() {
  const asks = addressed();
  if (!asks.has("laws")) return false;
  const given = (/** @type {string} */ name) => asks.get(name);
  const terms = { laws: given("laws"), odds: given("odds"), giver: given("giver"), undertaking: given("undertaking"), fen: given("fen") };
  blackBelow = given("below") === "Black";
  location.replace("#");
  send({ do: "new", terms, players: ["person", "person"], clock: null, moves: given("moves") ?? "" });
  return true;
}

/** @param {number} id */
function open(id) {
  send({ do: "watch", game: id });
}

/** @param {Game} now */
function onGame(now) {
  const before = game;
  const same = before?.game === now.game;
  const moved = same && now.moves.length > (before?.moves.length ?? 0);
  game = now;
  received = performance.now();
  if (!same || (before && now.moves.length !== before.moves.length)) {
    look = null;
    line = [];
  }
  if (seated !== now.game) {
    seated = now.game;
    const black = blackBelow || (now.players[0] !== "person" && now.players[1] === "person");
    blackBelow = false;
    board.before = [];
    if (board.flipped !== black) board.flip();
    /** @type {HTMLTextAreaElement} */ (byId("pgn")).hidden = true;
  }
  // Not at each move: a browser refuses to go anywhere after some two hundred times in ten seconds.
  if (gameOfAddress() !== now.game) location.replace(`#game=${now.game}`);
  byId("fault").textContent = "";
  if (moved) announce(now, /** @type {Game} */ (before));
  render();
  if (moved) playBefore(now);
}

/** Says the last move to a screen reader, and makes it heard. @param {Game} now @param {Game} before */
function announce(now, before) {
  const { san, turn, check } = now.position;
  const mover = turn === "White" ? "Black" : "White";
  byId("live").textContent = `${mover} played ${san}.${check ? ` ${turn} is in check.` : ""}${now.end ? ` ${now.end.words}` : ""}`;
  const men = (/** @type {string} */ text) => text.replaceAll(".", "").length;
  const captured = men(now.position.board) < men(before.position.board);
  sound.play(now.end ? "end" : check ? "check" : captured ? "capture" : "move");
}

/** Plays the move that was chosen before its turn, if it has become a legal one. @param {Game} now */
function playBefore(now) {
  const [from, to] = board.before;
  if (!from || !isPerson(now.position.turn)) return;
  board.before = [];
  const moves = now.position.legal.filter((move) => move.from === from && move.to === to);
  const move = moves.find((one) => one.promotion === "q") ?? moves[0];
  if (move) play(move.text);
  else byId("fault").textContent = `The move chosen before its turn, ${from} to ${to}, is not legal now.`;
  board.paint();
}

/** How a move is chosen on what is shown. @returns {import("./board.js").Mode} */
function mode() {
  if (look || !game || game.end) return "legal";
  const turn = game.position.turn;
  if (!isPerson(turn)) return isPerson(turn === "White" ? "Black" : "White") && !game.touch ? "before" : "legal";
  return game.touch ? "any" : "legal";
}

function render() {
  if (!game) return;
  const position = shown();
  const now = game;
  board.show(position, mode());
  showMoves(now, position.ply, line, {
    toPly: step,
    toLine: (ply, moves) => send({ do: "look", game: now.game, ply, line: moves.map((move) => move.text) }),
    forget: (index) => send({ do: "unvary", game: now.game, index }),
  });
  showEnd(now, (index) => send({ do: "claim", game: now.game, index }));
  showFacts(now, position);
  showArbiter(now.touch, (who) => !now.end && isPerson(who), happen);
  byId("turn").textContent = turnWords(now, position, line.length > 0);
  for (const [id, near] of /** @type {[string, boolean][]} */ ([["player-near", true], ["player-far", false]])) {
    const white = near !== board.flipped;
    const row = byId(id);
    /** @type {HTMLElement} */ (row.querySelector(".name")).textContent = `${white ? "White" : "Black"}: ${now.names[white ? 0 : 1]}`;
    row.classList.toggle("to-move", !now.end && (now.position.turn === "White") === white);
  }
  document.title = `${now.names.join(" – ")} · Jadoube`;
  performance.mark("board");
  showClocks();
  restudy();
  if (/** @type {HTMLDetailsElement} */ (byId("codes")).open) askCodes();
}

function showClocks() {
  if (!game) return;
  for (const id of ["player-near", "player-far"]) {
    const white = (id === "player-near") !== board.flipped;
    const index = white ? 0 : 1;
    const clock = /** @type {HTMLElement} */ (byId(id).querySelector(".clock"));
    clock.hidden = !game.clock;
    if (!game.clock) continue;
    const runs = game.clock.running === index;
    const due = game.clock.due ? ` for ${game.clock.due[index]} moves` : "";
    clock.textContent = time(game.clock.left[index] - (runs ? performance.now() - received : 0)) + due;
    clock.classList.toggle("runs", runs);
  }
}
setInterval(showClocks, 200);

/** Shows the position after so many moves. @param {number} ply */
function step(ply) {
  if (!game) return;
  const wanted = Math.max(0, Math.min(ply, game.moves.length));
  if (wanted === game.moves.length && !game.end) {
    look = null;
    line = [];
    render();
  } else {
    send({ do: "look", game: game.game, ply: wanted });
  }
}

/** One move on, or back, in the game or in the line that is shown. @param {1 | -1} by */
function stepBy(by) {
  if (!game) return;
  const ply = shown().ply;
  if (!line.length) return step(ply + by);
  const longer = game.variations.find((one) => one.ply === ply && one.moves.length > line.length && line.every((move, at) => one.moves[at].text === move.text));
  const moves = by < 0 ? line.slice(0, -1) : longer?.moves.slice(0, line.length + 1);
  if (moves) send({ do: "look", game: game.game, ply, line: moves.map((move) => move.text) });
}

/** Analyses what is shown, if the analysis is open. */
function restudy() {
  byId("bar").hidden = !analysing();
  const value = (/** @type {string} */ id) => Number(/** @type {HTMLSelectElement} */ (byId(id)).value);
  const [lines, threads] = [value("line-count"), value("thread-count")];
  const wanted = game && analysing() && going ? JSON.stringify({ ...here(), lines, threads, fen: shown().fen }) : "";
  if (wanted === studied) return;
  studied = wanted;
  if (game && wanted) {
    board.setArrow([]);
    clearLines();
    send({ do: "analyse", ...here(), lines, threads });
  } else {
    if (!analysing()) board.setArrow([]);
    send({ do: "stop" });
  }
}

function askCodes() {
  if (!game || asked === `${game.game} ${shown().fen}`) return;
  asked = `${game.game} ${shown().fen}`;
  byId("codes-text").textContent = "…";
  send({ do: "codes", ...here() });
}

/** @param {boolean} on */
function setAdjusting(on) {
  adjusting = on;
  byId("adjust").setAttribute("aria-pressed", `${on}`);
}

/** @param {string} id @param {() => void} action */
const onClick = (id, action) => byId(id).addEventListener("click", action);
onClick("first", () => step(0));
onClick("back", () => stepBy(-1));
onClick("forward", () => stepBy(1));
onClick("last", () => game && step(game.moves.length));
onClick("flip", () => { board.flip(); render(); });
onClick("undo", () => game && send({ do: "undo", game: game.game }));
onClick("agree", () => game && send({ do: "agree", game: game.game }));
onClick("resign", () => game && confirm("Resign this game?") && send({ do: "resign", game: game.game }));
onClick("export", () => game && send({ do: "export", game: game.game }));
onClick("play-from", () => game && dialogs.openNew({ ...game.terms, fen: shown().fen }));
onClick("theme", toggleTheme);
onClick("sound", () => byId("sound").setAttribute("aria-pressed", `${sound.toggle()}`));
onClick("adjust", () => setAdjusting(!adjusting));
onClick("going", () => {
  going = !going;
  byId("going").textContent = going ? "Stop" : "Go";
  restudy();
});
byId("sound").setAttribute("aria-pressed", `${sound.isOn()}`);
byId("analysis").addEventListener("toggle", restudy);
byId("line-count").addEventListener("change", restudy);
byId("thread-count").addEventListener("change", restudy);
byId("codes").addEventListener("toggle", () => { if (/** @type {HTMLDetailsElement} */ (byId("codes")).open) askCodes(); });
byId("moves").addEventListener("keydown", (event) => {
  const steps = { ArrowLeft: () => stepBy(-1), ArrowRight: () => stepBy(1), Home: () => step(0), End: () => game && step(game.moves.length) };
  const act = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (!act) return;
  act();
  event.preventDefault();
});
window.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !board.before.length) return;
  board.before = [];
  board.paint();
});
byId("type").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (byId("typed"));
  byId("fault").textContent = "";
  if (game && field.value.trim()) play(field.value.trim());
  field.value = "";
});
window.addEventListener("hashchange", () => {
  if (fromAddress()) return;
  const wanted = gameOfAddress();
  if (wanted && wanted !== game?.game) open(wanted);
});

const last = recall(gameOfAddress());
if (last) onGame(last);
