// The page: what the server says goes to the board and beside it, what the person does to the
// server. It holds no rule of chess. The game that a tab shows stands in its address.

import { Board } from "./board.js";
import { byId } from "./dom.js";
import { Dialogs } from "./dialog.js";
import { showEnd, showFacts, showLines, showMoves, time, turnWords } from "./side.js";
import { Connection } from "./socket.js";

/** @typedef {import("./side.js").Game} Game */
/** @typedef {import("./board.js").Position} Position */

/** @type {Game | null} */
let game = null;
/** An earlier position that is shown, or none.
 * @type {Position | null} */
let look = null;
let received = 0;
/** Whether the page has asked for a game: its side then sits below.
 * @type {number | null} */
let seated = null;
let first = true;
/** What is being analysed, and what the other codes were asked about. */
let studied = "";
let asked = "";

const connection = new Connection(onReply, (isOpen) => {
  byId("offline").hidden = isOpen;
  studied = "";
  // A connection made anew knows nothing of what this page watched.
  if (isOpen && game) open(game.game);
});
const send = (/** @type {Record<string, any>} */ request) => connection.send(request);
const dialogs = new Dialogs(send);
const board = new Board((move) => {
  if (game) send({ do: "move", game: game.game, ply: game.position.ply, text: move.text });
});

const analysing = () => /** @type {HTMLDetailsElement} */ (byId("analysis")).open;
const shown = () => look ?? /** @type {Game} */ (game).position;
const gameOfAddress = () => Number(new URLSearchParams(location.hash.slice(1)).get("game")) || null;

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
      break;
    case "look":
      if (game && game.game === reply.game) {
        look = reply.position.ply === game.moves.length ? null : reply.position;
        render();
      }
      break;
    case "gone":
      if (gameOfAddress() === reply.game) {
        location.hash = "";
        dialogs.openNew({});
      }
      break;
    case "terms":
      dialogs.showTerms(reply);
      break;
    case "codes":
      byId("codes-text").textContent = reply.text;
      break;
    case "lines":
      if (game?.game === reply.game && shown().ply === reply.ply && analysing()) {
        showLines(/** @type {any} */ (reply));
        board.setArrow(reply.lines[0]?.arrow ?? []);
      }
      break;
    case "pgn": {
      const area = /** @type {HTMLTextAreaElement} */ (byId("pgn"));
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
      break;
  }
}

/**
 * The connection has been made: the game of the address, or the newest that is not over, or none.
 * @param {{ game: number, result: string }[]} games
 */
function begin(games) {
  const wanted = gameOfAddress() ?? games.find((one) => one.result === "*")?.game;
  if (wanted) open(wanted);
  else dialogs.openNew({});
}

/** @param {number} id */
function open(id) {
  send({ do: "watch", game: id });
}

/** @param {Game} now */
function onGame(now) {
  const before = game;
  const same = before?.game === now.game;
  game = now;
  received = performance.now();
  if (!same || (before && now.moves.length !== before.moves.length)) look = null;
  if (seated !== now.game) {
    seated = now.game;
    const black = now.players[0] !== "person" && now.players[1] === "person";
    if (board.flipped !== black) board.flip();
    /** @type {HTMLTextAreaElement} */ (byId("pgn")).hidden = true;
  }
  location.replace(`#game=${now.game}`);
  byId("fault").textContent = "";
  if (same && now.moves.length > (before?.moves.length ?? 0)) announce(now);
  render();
}

/** Says the last move to a screen reader. @param {Game} now */
function announce(now) {
  const { san, turn, check } = now.position;
  const mover = turn === "White" ? "Black" : "White";
  byId("live").textContent = `${mover} played ${san}.${check ? ` ${turn} is in check.` : ""}${now.end ? ` ${now.end.words}` : ""}`;
}

function render() {
  if (!game) return;
  const position = shown();
  board.show(position);
  showMoves(game, position.ply, step);
  showEnd(game, (index) => game && send({ do: "claim", game: game.game, index }));
  showFacts(game, position);
  byId("turn").textContent = turnWords(game, position);
  for (const [id, near] of /** @type {[string, boolean][]} */ ([["player-near", true], ["player-far", false]])) {
    const white = near !== board.flipped;
    const row = byId(id);
    /** @type {HTMLElement} */ (row.querySelector(".name")).textContent = `${white ? "White" : "Black"}: ${game.names[white ? 0 : 1]}`;
    row.classList.toggle("to-move", !game.end && (game.position.turn === "White") === white);
  }
  document.title = `${game.names.join(" – ")} · Jadoube`;
  showClocks();
  restudy();
  if (/** @type {HTMLDetailsElement} */ (byId("codes")).open) askCodes();
}

function showClocks() {
  if (!game) return;
  for (const id of ["player-near", "player-far"]) {
    const white = (id === "player-near") !== board.flipped;
    const clock = /** @type {HTMLElement} */ (byId(id).querySelector(".clock"));
    clock.hidden = !game.clock;
    if (!game.clock) continue;
    const runs = game.clock.running === (white ? 0 : 1);
    clock.textContent = time(game.clock.left[white ? 0 : 1] - (runs ? performance.now() - received : 0));
    clock.classList.toggle("runs", runs);
  }
}
setInterval(showClocks, 200);

/** Shows the position after so many moves. @param {number} ply */
function step(ply) {
  if (!game) return;
  const wanted = Math.max(0, Math.min(ply, game.moves.length));
  if (wanted === game.moves.length) {
    look = null;
    render();
  } else {
    send({ do: "look", game: game.game, ply: wanted });
  }
}

/** Analyses what is shown, if the analysis is open. */
function restudy() {
  byId("bar").hidden = !analysing();
  const count = Number(/** @type {HTMLSelectElement} */ (byId("line-count")).value);
  const wanted = game && analysing() ? `${game.game} ${shown().ply} ${count} ${shown().fen}` : "";
  if (wanted === studied) return;
  studied = wanted;
  board.setArrow([]);
  byId("lines").replaceChildren();
  if (game && wanted) send({ do: "analyse", game: game.game, ply: shown().ply, lines: count });
  else send({ do: "stop" });
}

function askCodes() {
  if (!game || asked === `${game.game} ${shown().fen}`) return;
  asked = `${game.game} ${shown().fen}`;
  byId("codes-text").textContent = "…";
  send({ do: "codes", game: game.game, ply: shown().ply });
}

/** @param {string} id @param {() => void} action */
const onClick = (id, action) => byId(id).addEventListener("click", action);
onClick("first", () => step(0));
onClick("back", () => game && step(shown().ply - 1));
onClick("forward", () => game && step(shown().ply + 1));
onClick("last", () => game && step(game.moves.length));
onClick("flip", () => { board.flip(); render(); });
onClick("undo", () => game && send({ do: "undo", game: game.game }));
onClick("agree", () => game && send({ do: "agree", game: game.game }));
onClick("resign", () => game && confirm("Resign this game?") && send({ do: "resign", game: game.game }));
onClick("export", () => game && send({ do: "export", game: game.game }));
onClick("play-from", () => game && dialogs.openNew({ ...game.terms, fen: shown().fen }));
onClick("theme", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});
const theme = localStorage.getItem("theme");
if (theme) document.documentElement.dataset.theme = theme;
byId("analysis").addEventListener("toggle", restudy);
byId("line-count").addEventListener("change", restudy);
byId("codes").addEventListener("toggle", () => { if (/** @type {HTMLDetailsElement} */ (byId("codes")).open) askCodes(); });
byId("type").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (byId("typed"));
  byId("fault").textContent = "";
  if (game && field.value.trim()) send({ do: "move", game: game.game, ply: game.position.ply, text: field.value.trim() });
  field.value = "";
});
window.addEventListener("hashchange", () => {
  const wanted = gameOfAddress();
  if (wanted && wanted !== game?.game) open(wanted);
});
