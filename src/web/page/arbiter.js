// What the arbiter has ruled in a game where a piece touched must move, and what may be exacted.
// The events it sends are those of the book's page on the arbiter.

import { byId, make } from "./dom.js";

/** @typedef {{ kind: string, who: string | null, choice: string | null, moves: string[] | null, clauses: string[], until: string | null, words: string }} Ruling */
/** @typedef {{ count: number, events: { text: string, rulings: Ruling[] }[], rights: Ruling[], notice: boolean }} Touch */

const CHOICES = /** @type {Record<string, string>} */ ({
  king: "The king must move",
  legal: "Any legal move must be made",
  retract: "The move is taken back",
  stand: "The move stands",
  replace: "The piece is put back",
  ignore: "The check may be left as it is",
  takeback: "Each takes back the last move",
  complete: "The castling is completed",
  rook: "The rook's move is the move",
  annul: "The game is annulled",
  restart: "The game is begun again",
  correct: "It is put right",
  continue: "The game goes on as it stands",
  win: "The game is claimed",
});

/**
 * What may be exacted, in words.
 * @param {Ruling} right
 */
function inWords(right) {
  const [word, square, , other] = (right.choice ?? "").split(" ");
  let words = CHOICES[right.choice ?? ""] ?? right.choice ?? "";
  if (word === "move") words = `The piece on ${square} must move`;
  if (word === "capture") words = other ? `The piece on ${other} must capture on ${square}` : `The piece on ${square} must be captured`;
  if (word === "castle") words = `Castle ${square}`;
  if (word === "play") words = `Play ${square}`;
  return right.moves?.length ? `${words}: ${right.moves.join(" ")}` : words;
}

/**
 * @param {Touch | null} touch
 * @param {(who: string | null) => boolean} mayAct whether a person plays that colour
 * @param {(event: string) => void} send
 */
export function showArbiter(touch, mayAct, send) {
  byId("arbiter").hidden = !touch;
  byId("adjust").hidden = !touch;
  if (!touch) return;
  const rights = touch.rights.map((right) => {
    const cited = right.clauses.length ? ` (${right.clauses.join(", ")})` : "";
    const until = right.until ? `, ${right.until}` : "";
    if (right.kind === "right" && right.choice && mayAct(right.who)) {
      return make("li", {}, make("button", { title: right.words, click: () => send(`${right.who} exacts ${right.choice}`) },
        `${right.who} exacts: ${inWords(right)}${cited}`), make("small", {}, until.slice(2)));
    }
    const must = right.kind === "duty" ? `${right.who} must: ` : `${right.who} may exact: `;
    return make("li", { title: right.words }, `${must}${inWords(right)}${cited}${until}`);
  });
  const holder = touch.rights.find((right) => right.kind === "right" && mayAct(right.who))?.who;
  if (holder) rights.push(make("li", {}, make("button", { click: () => send(`${holder} waives`) }, `${holder} waives every right`)));
  byId("rights").replaceChildren(...rights);
  byId("rulings").replaceChildren(...[...touch.events].reverse().map((event) => make("li", {},
    make("strong", {}, event.text), ...event.rulings.map((ruling) => {
      const parts = [ruling.kind, ruling.who, ruling.choice, ruling.clauses.length ? `(${ruling.clauses.join(", ")})` : null];
      return make("p", {}, `${parts.filter(Boolean).join(" ")}. ${ruling.words}`);
    }))));
  const persons = ["White", "Black"].filter(mayAct);
  const said = persons.map((who) => make("button", { click: () => send(`${who} points out illegal move`) }, `${who}: an illegal move was made`));
  if (touch.notice) said.push(...persons.map((who) => make("button", { click: () => send(`${who} gives notice`) }, `${who} gives notice of fifty moves`)));
  byId("notice").replaceChildren(...said);
}
