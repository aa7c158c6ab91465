// The dialogs: a new game, the games that are kept, positions to try.

import { byId, each, make } from "./dom.js";

/** @typedef {(request: Record<string, any>) => void} Send */
/** @typedef {{ word: string, title: string, about: string }} Choice */
/** @typedef {{ title: string, story: string, laws: string, odds: string | null, giver: string | null, undertaking: string | null, fen: string, side: string }} Puzzle */

const STRENGTHS = [
  ...[800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600, 2800].map((elo) => ({ value: JSON.stringify({ elo }), title: `Elo ${elo}`, about: "The engine plays weaker than it can. 200 points stand for three games in four." })),
  { value: '{"nodes":10000}', title: "10 000 nodes a move", about: "The engine looks at so many positions, on any machine the same." },
  { value: '{"nodes":100000}', title: "100 000 nodes a move", about: "The engine looks at so many positions, on any machine the same." },
  { value: '{"ms":1000}', title: "One second a move", about: "As strong as the engine is in a second." },
  { value: '{"ms":5000}', title: "Five seconds a move", about: "As strong as the engine is in five seconds." },
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
    select("new-strength").replaceChildren(...STRENGTHS.map(({ value, title, about: words }) => make("option", { value, title: words }, title)));
    select("new-strength").value = '{"elo":1400}';
    for (const id of ["laws", "odds", "undertaking", "giver", "opponent", "side", "strength", "clock", "fen", "touch"]) {
      byId(`new-${id}`).addEventListener("change", () => this.preview());
    }
    for (const list of document.querySelectorAll("#new select")) this.tellOf(/** @type {HTMLSelectElement} */ (list));
    byId("open-new").addEventListener("click", () => this.openNew({}));
    byId("new-cancel").addEventListener("click", () => dialog("new").close());
    byId("new-start").addEventListener("click", () => this.start());
    byId("open-games").addEventListener("click", () => {
      this.send({ do: "list" });
      byId("import-said").textContent = "";
      dialog("games").showModal();
    });
    byId("export-all").addEventListener("click", () => this.send({ do: "export", game: null }));
    byId("games-close").addEventListener("click", () => dialog("games").close());
    byId("import").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ do: "import", pgn: /** @type {HTMLTextAreaElement} */ (byId("import-text")).value });
    });
    byId("open-puzzles").addEventListener("click", () => dialog("puzzles").showModal());
    byId("puzzles-close").addEventListener("click", () => dialog("puzzles").close());
  }

  /**
   * Says in a line what a choice changes: of the one that is pointed at, or else chosen.
   * @param {HTMLSelectElement} list
   */
  tellOf(list) {
    list.addEventListener("pointerover", (event) => {
      const option = /** @type {Element} */ (event.target).closest("option");
      if (option) about(list, option);
    });
    list.addEventListener("pointerleave", () => about(list, list.selectedOptions[0]));
  }

  /** @param {Record<string, any>} catalogue */
  fill(catalogue) {
    for (const [id, list] of [["laws", catalogue.laws], ["odds", catalogue.odds], ["undertaking", catalogue.undertakings]]) {
      this.choices[id] = list;
      const keep = select(`new-${id}`).value || list[0].word;
      select(`new-${id}`).replaceChildren(...list.map((/** @type {Choice} */ choice) =>
        make("option", { value: choice.word, title: choice.about }, choice.title)));
      select(`new-${id}`).value = keep;
    }
    const threads = Array.from({ length: catalogue.threads }, (_, index) => `${index + 1}`);
    byId("thread-count").replaceChildren(...each("option", threads));
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
    for (const list of document.querySelectorAll("#new select")) {
      about(/** @type {HTMLSelectElement} */ (list), /** @type {HTMLSelectElement} */ (list).selectedOptions[0]);
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
    const chosen = select("new-clock").value;
    const [seconds, increment] = chosen.split(",").map(Number);
    let clock = seconds ? /** @type {Record<string, any>} */ ({ seconds, increment }) : null;
    if (chosen.startsWith("limit:")) clock = { limit: chosen.slice(6) };
    const touch = /** @type {HTMLInputElement} */ (byId("new-touch")).checked;
    dialog("new").close();
    this.send({ do: "new", terms: this.terms(), players, clock, touch });
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

/**
 * @param {HTMLSelectElement} list
 * @param {HTMLOptionElement | undefined} option
 */
function about(list, option) {
  const line = document.getElementById(`about-${list.id.slice(4)}`);
  if (line) line.textContent = option?.title ?? "";
}
