// What stands beside the board: the end, claims, the law, the analysis.

import { byId, each, make } from "./dom.js";

/** @typedef {import("./board.js").Position} Position */
/**
 * @typedef {object} Game
 * @property {number} game
 * @property {Position} position
 * @property {string[]} moves
 * @property {number} number
 * @property {boolean} black_first
 * @property {any[]} players
 * @property {string[]} names
 * @property {string} law
 * @property {string[]} words
 * @property {Record<string, string | null>} terms
 * @property {{ result: string, words: string, clause: string | null, gist: string | null, page: string | null } | null} end
 * @property {string[]} claims
 * @property {boolean} thinking
 * @property {{ left: number[], running: number | null, due: number[] | null } | null} clock
 * @property {string[]} [notes]
 * @property {import("./moves.js").Variation[]} variations
 * @property {import("./arbiter.js").Touch | null} touch
 * @property {boolean} may_undo
 * @property {boolean} may_resign
 * @property {boolean} may_agree
 */

/**
 * The end of the game, and the draws that may be claimed.
 * @param {Game} game
 * @param {(index: number) => void} onClaim
 */
export function showEnd(game, onClaim) {
  const end = byId("end");
  end.hidden = !game.end;
  if (game.end) {
    const parts = [make("strong", {}, game.end.words)];
    if (game.end.gist) parts.push(make("p", {}, `The law: ${game.end.gist}`));
    if (game.end.page) parts.push(make("a", { href: game.end.page, target: "_blank" }, "The book's page on this law"));
    end.replaceChildren(...parts);
  }
  byId("claims").replaceChildren(...game.claims.map((words, index) =>
    make("button", { click: () => onClaim(index) }, `Claim. ${words}`)));
}

/**
 * Everything else that a game says of itself.
 * @param {Game} game
 * @param {Position} position
 */
export function showFacts(game, position) {
  byId("facts").replaceChildren(...each("li", position.facts));
  byId("words").replaceChildren(...each("li", game.words));
  /** @type {HTMLInputElement} */ (byId("fen")).value = position.fen;
  for (const [id, may] of [["undo", game.may_undo], ["resign", game.may_resign], ["agree", game.may_agree]]) {
    /** @type {HTMLButtonElement} */ (byId(/** @type {string} */ (id))).disabled = !may;
  }
  byId("agree").hidden = !game.may_agree;
}

/**
 * Whose turn it is, in a line.
 * @param {Game} game
 * @param {Position} position
 * @param {boolean} tried whether the position is one of a line beside the game
 */
export function turnWords(game, position, tried) {
  if (tried) return `A line beside the game: after ${position.san ?? ""}, ${position.turn} to move.`;
  if (position.ply < game.moves.length) return `Position after move ${position.san ?? ""}. The game goes on further.`;
  if (game.end) return `The game is over: ${game.end.result}`;
  const check = position.check ? ", in check" : "";
  return game.thinking ? `${position.turn}: the engine is thinking…` : `${position.turn} to move${check}`;
}

/**
 * Milliseconds as a clock shows them.
 * @param {number} ms
 */
export function time(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ n) => `${n}`.padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * The lines of the analysis, and the bar.
 * @param {{ lines: { depth: number, nodes: number, score: string, bar: number, moves: string[], arrow: string[] }[] }} analysis
 */
export function showLines(analysis) {
  byId("lines").replaceChildren(...analysis.lines.map((line) => make("li", {},
    make("strong", {}, line.score), ` depth ${line.depth}: ${line.moves.join(" ")}`)));
  const best = analysis.lines[0];
  if (best) showBar(best.bar / 10, ` ${best.score}`);
}

/** Until there are lines of a position the bar says nothing. */
export function clearLines() {
  byId("lines").replaceChildren();
  showBar(50, "");
}

/** @param {number} percent White's part @param {string} score */
function showBar(percent, score) {
  byId("bar-white").style.height = `${percent}%`;
  byId("bar").setAttribute("aria-label", `Evaluation${score}`);
}
