// The list of moves, with the lines that were tried beside it.

import { byId, make } from "./dom.js";

/** @typedef {import("./side.js").Game} Game */
/** @typedef {{ text: string, san: string, note?: string }} LineMove */
/** @typedef {{ ply: number, moves: LineMove[] }} Variation */
/**
 * @typedef {object} Steps
 * @property {(ply: number) => void} toPly
 * @property {(ply: number, line: LineMove[]) => void} toLine
 * @property {(index: number) => void} forget
 */

/**
 * The list of moves, the one shown being marked.
 * @param {Game} game
 * @param {number} ply
 * @param {LineMove[]} line
 * @param {Steps} steps
 */
export function showMoves(game, ply, line, steps) {
  const list = byId("moves");
  const offset = game.black_first ? 1 : 0;
  const number = (/** @type {number} */ index) => game.number + Math.floor((index + offset) / 2);
  const isBlack = (/** @type {number} */ index) => (index + offset) % 2 === 1;
  /** @type {HTMLElement[]} */
  const rows = [];
  const atEnd = rows.push.bind(rows);
  let fresh = true;
  for (let index = 0; index <= game.moves.length; index++) {
    const beside = game.variations.map((variation, at) => ({ variation, at })).filter(({ variation }) => variation.ply === index);
    if (index < game.moves.length) {
      if (fresh || !isBlack(index)) atEnd(make("li", {}, make("span", { class: "number" }, isBlack(index) ? `${number(index)}…` : `${number(index)}.`)));
      rows[rows.length - 1].append(button(game.moves[index], line.length === 0 && index + 1 === ply, "move", () => steps.toPly(index + 1)));
      fresh = false;
      const note = game.notes?.[index];
      if (note) {
        atEnd(make("li", { class: "note" }, note));
        fresh = true;
      }
    }
    for (const { variation, at } of beside) {
      atEnd(lineRow(variation, at, number, isBlack, ply, line, steps));
      fresh = true;
    }
  }
  list.replaceChildren(...rows);
  list.querySelector(".shown")?.scrollIntoView({ block: "nearest" });
  if (ply === game.moves.length && line.length === 0) list.scrollTop = list.scrollHeight;
}

/**
 * @param {string} text
 * @param {boolean} shown
 * @param {string} kind
 * @param {() => void} click
 */
function button(text, shown, kind, click) {
  const made = make("button", { class: shown ? `${kind} shown` : kind, click }, text);
  if (shown) made.setAttribute("aria-current", "true");
  return made;
}

/**
 * @param {Variation} variation
 * @param {number} at
 * @param {(index: number) => number} number
 * @param {(index: number) => boolean} isBlack
 * @param {number} ply
 * @param {LineMove[]} line
 * @param {Steps} steps
 */
function lineRow(variation, at, number, isBlack, ply, line, steps) {
  const row = make("li", { class: "variation" });
  const shownHere = ply === variation.ply && line.length > 0 && line.every((move, place) => variation.moves[place]?.text === move.text);
  variation.moves.forEach((move, place) => {
    const index = variation.ply + place;
    const before = !isBlack(index) ? `${number(index)}. ` : place === 0 ? `${number(index)}… ` : "";
    row.append(button(`${before}${move.san}`, shownHere && place + 1 === line.length, "tried",
      () => steps.toLine(variation.ply, variation.moves.slice(0, place + 1))));
    if (move.note) row.append(make("span", { class: "note" }, move.note));
  });
  row.append(make("button", { class: "tried", "aria-label": `Forget the line ${variation.moves[0]?.san ?? ""}`, click: () => steps.forget(at) }, "×"));
  return row;
}
