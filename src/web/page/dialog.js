// The dialogs: a new game, the games that are kept, positions to try.

import { byId, each, make } from "./dom.js";

/** @typedef {(request: Record<string, any>) => void} Send */
/** @typedef {{ word: string, title: string, about: string }} Choice */
/** @typedef {{ title: string, story: string, laws: string, odds: string | null, giver: string | null, undertaking: string | null, fen: string, side: string }} Puzzle */

const STRENGTHS = [
  ...[800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400].map((elo) => ({ value: JSON.stringify({ elo }), title: `Elo ${elo}` })),
  { value: '{"nodes":10000}', title: "10 000 nodes a move" },
  { value: '{"nodes":100000}', title: "100 000 nodes a move" },
  { value: '{"ms":1000}', title: "One second a move" },
  { value: '{"ms":5000}', title: "Five seconds a move" },
];

/** @param {string} id @returns {HTMLSelectElement} */
const select = (id) => byId(id);
/** @param {string} id @returns {HTMLDialogElement} */
const dialog = (id) => byId(id);

export class Dialogs {
  /** @param {Send} send */
  constructor(send) {
    this.send = send;
    /** @type {Record<string, Choice[]>} */
    this.choices = {};
    select("new-strength").replaceChildren(...STRENGTHS.map(({ value, title }) => make("option", { value }, title)));
    select("new-strength").value = '{"elo":1400}';
    for (const id of ["laws", "odds", "undertaking", "giver", "opponent", "side", "clock", "fen"]) {
      byId(`new-${id}`).addEventListener("change", () => this.preview());
    }
    byId("open-new").addEventListener("click", () => this.openNew({}));
    byId("new-cancel").addEventListener("click", () => dialog("new").close());
    byId("new-start").addEventListener("click", () => this.start());
    byId("open-games").addEventListener("click", () => {
      this.send({ do: "list" });
      byId("import-said").textContent = "";
      dialog("games").showModal();
    });
    byId("games-close").addEventListener("click", () => dialog("games").close());
    byId("import").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ do: "import", pgn: /** @type {HTMLTextAreaElement} */ (byId("import-text")).value });
    });
    byId("open-puzzles").addEventListener("click", () => dialog("puzzles").showModal());
    byId("puzzles-close").addEventListener("click", () => dialog("puzzles").close());
  }

  /** @param {Record<string, any>} catalogue */
  fill(catalogue) {
    for (const [id, list] of [["laws", catalogue.laws], ["odds", catalogue.odds], ["undertaking", catalogue.undertakings]]) {
      this.choices[id] = list;
      const keep = select(`new-${id}`).value;
      select(`new-${id}`).replaceChildren(...list.map((/** @type {Choice} */ choice) =>
        make("option", { value: choice.word, title: choice.about }, choice.title)));
      if (keep) select(`new-${id}`).value = keep;
    }
    byId("puzzle-list").replaceChildren(...catalogue.puzzles.map((/** @type {Puzzle} */ puzzle) =>
      make("li", {}, make("button", { class: "wide", click: () => this.tryPuzzle(puzzle) },
        make("strong", {}, puzzle.title), make("span", {}, puzzle.story)))));
  }

  /** @param {Puzzle} puzzle */
  tryPuzzle(puzzle) {
    dialog("puzzles").close();
    const { laws, odds, giver, undertaking, fen } = puzzle;
    const players = puzzle.side === "White" ? ["person", { ms: 1000 }] : [{ ms: 1000 }, "person"];
    this.send({ do: "new", terms: { laws, odds, giver, undertaking, fen }, players, clock: null });
  }

  /**
   * Opens the dialog with some terms chosen.
   * @param {Record<string, string | null>} terms
   */
  openNew(terms) {
    for (const id of ["laws", "odds", "undertaking", "giver", "fen"]) {
      const field = /** @type {HTMLSelectElement | HTMLInputElement} */ (byId(`new-${id}`));
      const value = terms[id];
      if (value === undefined) continue;
      if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === (value ?? ""))) {
        field.append(make("option", { value: value ?? "" }, value ?? ""));
      }
      field.value = value ?? "";
    }
    if (terms.fen === undefined) /** @type {HTMLInputElement} */ (byId("new-fen")).value = "";
    if (!dialog("new").open) dialog("new").showModal();
    this.preview();
  }

  terms() {
    const value = (/** @type {string} */ id) => select(`new-${id}`).value || null;
    return { laws: select("new-laws").value, odds: value("odds"), giver: value("giver"), undertaking: value("undertaking"), fen: value("fen") };
  }

  preview() {
    for (const [id, list] of Object.entries(this.choices)) {
      const chosen = list.find((choice) => choice.word === select(`new-${id}`).value);
      byId(`about-${id}`).textContent = chosen?.about ?? "";
    }
    const opponent = select("new-opponent").value;
    for (const [id, used] of /** @type {[string, boolean][]} */ ([["side", opponent === "engine"], ["strength", opponent !== "person"]])) {
      byId(`${id}-field`).classList.toggle("unused", !used);
      select(`new-${id}`).disabled = !used;
    }
    this.send({ do: "terms", terms: this.terms() });
  }

  /** @param {Record<string, any>} reply */
  showTerms(reply) {
    byId("new-fault").textContent = reply.fault ?? "";
    byId("new-words").replaceChildren(...each("li", reply.words));
    /** @type {HTMLButtonElement} */ (byId("new-start")).disabled = reply.fault !== null;
  }

  start() {
    const engine = JSON.parse(select("new-strength").value);
    const opponent = select("new-opponent").value;
    const white = select("new-side").value === "White";
    let players = white ? ["person", engine] : [engine, "person"];
    if (opponent === "person") players = ["person", "person"];
    if (opponent === "watch") players = [engine, engine];
    const [seconds, increment] = select("new-clock").value.split(",").map(Number);
    const clock = seconds ? { seconds, increment } : null;
    dialog("new").close();
    this.send({ do: "new", terms: this.terms(), players, clock });
  }

  /**
   * @param {{ game: number, title: string, plies: number, result: string }[]} games
   * @param {(game: number) => void} onOpen
   */
  showGames(games, onOpen) {
    const rows = games.map((game) => make("li", {},
      make("button", { class: "wide", click: () => { dialog("games").close(); onOpen(game.game); } },
        make("strong", {}, `${game.game}. ${game.title}`), make("span", {}, `${Math.ceil(game.plies / 2)} moves, ${game.result}`)),
      make("button", { "aria-label": `Forget game ${game.game}`, click: () => this.send({ do: "forget", game: game.game }) }, "Forget")));
    byId("game-list").replaceChildren(...(rows.length ? rows : [make("li", {}, "No games yet.")]));
  }

  /** @param {{ games: number[], faults: string[] }} reply */
  showImported(reply) {
    byId("import-said").textContent = [`${reply.games.length} games taken.`, ...reply.faults].join(" ");
  }
}
