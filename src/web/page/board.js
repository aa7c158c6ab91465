// The board: squares, pieces and what marks them; choosing a move by mouse, touch and keyboard.
// Where a piece may go it knows from the server alone; where a piece touched must move, and for a
// move chosen before its turn, it lets any be chosen and leaves the rest to the server.

import { byId, draw, make, picture } from "./dom.js";

/** @typedef {{ from: string, to: string, text: string, san: string, promotion: string | null, alone: boolean }} Move */
/** @typedef {{ ply: number, fen: string, board: string, turn: string, check: string | null, marked: string | null, named: string | null, last: string[], san: string | null, facts: string[], legal: Move[] }} Position */

/**
 * How a move is chosen: among the legal ones; any at all, under the arbiter; or before its turn.
 * @typedef {"legal" | "any" | "before"} Mode
 */
/**
 * What the board tells.
 * @typedef {object} Hands
 * @property {(move: Move) => void} onMove a legal move
 * @property {(from: string, to: string) => void} onFree a move that is not among the legal ones
 * @property {(from: string, to: string) => void} onBefore a move for the next turn
 * @property {(square: string) => void} onTouch a piece was touched, where that counts
 */

const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const FILES = "abcdefgh";

export class Board {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    /** @type {Mode} */
    this.mode = "legal";
    /** The squares of a move chosen before its turn.
     * @type {string[]} */
    this.before = [];
    this.flipped = false;
    /** @type {Position | null} */
    this.position = null;
    /** @type {string | null} */
    this.chosen = null;
    /** The square that the keyboard is on. */
    this.focus = "e2";
    /** @type {Map<string, HTMLElement>} */
    this.squares = new Map();
    /** @type {{ from: string, x: number, y: number, ghost: Element | null } | null} */
    this.drag = null;
    /** Whether the piece now pressed had been chosen before: a second click lets it go. */
    this.again = false;
    this.element = byId("board");
    this.overlay = byId("overlay");
    /** @type {string[]} */
    this.arrow = [];
    this.build();
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("pointerdown", (event) => this.onDown(event));
    window.addEventListener("pointermove", (event) => this.onDrag(event));
    window.addEventListener("pointerup", (event) => this.onUp(event));
    window.addEventListener("pointercancel", () => this.dropGhost());
  }

  /** Makes the squares anew, the side to sit below. */
  build() {
    this.squares.clear();
    const rows = [];
    for (let row = 0; row < 8; row++) {
      const cells = [];
      for (let column = 0; column < 8; column++) {
        const file = this.flipped ? 7 - column : column;
        const rank = this.flipped ? row : 7 - row;
        const name = `${FILES[file]}${rank + 1}`;
        const shade = (file + rank) % 2 ? "light" : "dark";
        const cell = make("div", { role: "gridcell", class: `square ${shade}`, "data-square": name, tabindex: "-1" });
        if (row === 7) cell.append(make("span", { class: "file", "aria-hidden": "true", "data-text": FILES[file] }));
        if (column === 0) cell.append(make("span", { class: "rank", "aria-hidden": "true", "data-text": `${rank + 1}` }));
        this.squares.set(name, cell);
        cells.push(cell);
      }
      rows.push(make("div", { role: "row", class: "board-row" }, ...cells));
    }
    this.element.replaceChildren(...rows);
  }

  /** Turns the board round. */
  flip() {
    this.flipped = !this.flipped;
    this.build();
    if (this.position) this.show(this.position);
  }

  /**
   * @param {Position} position
   * @param {Mode} [mode]
   */
  show(position, mode = this.mode) {
    if (this.position?.fen !== position.fen || this.mode !== mode) {
      this.chosen = null;
      this.dropGhost();
    }
    this.position = position;
    this.mode = mode;
    this.paint();
  }

  /** The moves of the piece chosen. */
  choices() {
    return this.position?.legal.filter((move) => move.from === this.chosen) ?? [];
  }

  /**
   * The piece on a square.
   * @param {string} name
   * @returns {string | null}
   */
  pieceOn(name) {
    const letter = this.position?.board[FILES.indexOf(name[0]) + 8 * (Number(name[1]) - 1)] ?? ".";
    return letter === "." ? null : letter;
  }

  /**
   * Whether a person may pick up what stands there.
   * @param {string} name
   */
  mayLift(name) {
    const piece = this.pieceOn(name);
    if (this.mode === "legal") return this.position?.legal.some((move) => move.from === name) ?? false;
    if (this.mode === "any") return piece !== null;
    return piece !== null && (piece === piece.toUpperCase()) !== (this.position?.turn === "White");
  }

  /**
   * Whether the piece chosen may be put there.
   * @param {string} name
   */
  mayPut(name) {
    if (!this.chosen || name === this.chosen) return false;
    if (this.mode === "legal") return this.choices().some((move) => move.to === name);
    const [own, there] = [this.pieceOn(this.chosen), this.pieceOn(name)];
    return !own || !there || (own === own.toUpperCase()) !== (there === there.toUpperCase());
  }

  paint() {
    const position = this.position;
    if (!position) return;
    const targets = new Map(this.choices().map((move) => [move.to, move]));
    for (const [name, cell] of this.squares) {
      const piece = this.pieceOn(name);
      const target = targets.get(name);
      const marks = {
        last: position.last.includes(name),
        check: position.check === name,
        marked: position.marked === name,
        named: position.named === name,
        chosen: this.chosen === name,
        target: target !== undefined && !piece,
        capture: target !== undefined && piece !== null,
        alone: target?.alone ?? false,
        before: this.before.includes(name),
        mine: this.mayLift(name),
      };
      for (const [mark, on] of Object.entries(marks)) cell.classList.toggle(mark, on);
      if (cell.dataset.piece !== (piece ?? "")) {
        cell.querySelector(".piece")?.remove();
        if (piece) cell.append(picture(piece));
        cell.dataset.piece = piece ?? "";
      }
      cell.tabIndex = name === this.focus ? 0 : -1;
      cell.setAttribute("aria-label", label(name, piece, marks));
      cell.setAttribute("aria-selected", `${marks.chosen}`);
    }
    this.drawArrow();
  }

  /**
   * The arrow of the best line: two squares, or none.
   * @param {string[]} squares
   */
  setArrow(squares) {
    this.arrow = squares;
    this.drawArrow();
  }

  drawArrow() {
    this.overlay.replaceChildren();
    if (this.arrow.length !== 2) return;
    const [from, to] = this.arrow.map((name) => this.middle(name));
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const neck = { x: to.x - dx * 45, y: to.y - dy * 45 };
    this.overlay.append(
      draw("line", { x1: `${from.x}`, y1: `${from.y}`, x2: `${neck.x}`, y2: `${neck.y}` }),
      draw("polygon", {
        points: [
          [to.x - dx * 8, to.y - dy * 8],
          [neck.x - dy * 24, neck.y + dx * 24],
          [neck.x + dy * 24, neck.y - dx * 24],
        ].map((point) => point.join(",")).join(" "),
      }),
    );
  }

  /** @param {string} name */
  middle(name) {
    const [file, rank] = [FILES.indexOf(name[0]), Number(name[1]) - 1];
    const [column, row] = this.flipped ? [7 - file, rank] : [file, 7 - rank];
    return { x: column * 100 + 50, y: row * 100 + 50 };
  }

  /**
   * A square was clicked, or chosen by the keyboard.
   * @param {string} name
   */
  choose(name) {
    this.focus = name;
    const from = this.chosen;
    if (from && this.mayPut(name)) {
      const moves = this.choices().filter((move) => move.to === name);
      this.chosen = null;
      this.paint();
      if (this.mode === "before") this.hands.onBefore(from, name);
      else if (moves.length > 0) this.play(moves);
      else this.hands.onFree(from, name);
      return;
    }
    const lifted = this.mayLift(name) && from !== name;
    const piece = this.pieceOn(name) ?? "";
    // Who touches a piece of the opponent has none of his own in hand.
    const own = this.mode !== "any" || (piece === piece.toUpperCase()) === (this.position?.turn === "White");
    this.chosen = lifted && own ? name : null;
    this.paint();
    if (lifted && this.mode === "any") this.hands.onTouch(name);
  }

  /**
   * One of these moves: where a pawn can become several pieces the person is asked.
   * @param {Move[]} moves
   */
  play(moves) {
    if (moves.length === 1) {
      this.hands.onMove(moves[0]);
      return;
    }
    const dialog = /** @type {HTMLDialogElement} */ (byId("promotion"));
    const white = this.position?.turn === "White";
    const order = [..."qrbn"];
    const sorted = [...moves].sort((a, b) => order.indexOf(a.promotion ?? "") - order.indexOf(b.promotion ?? ""));
    byId("promotion-choices").replaceChildren(...sorted.map((move) => {
      const letter = move.promotion ?? "q";
      const pick = () => {
        dialog.close();
        this.hands.onMove(move);
      };
      return make("button", { "aria-label": NAMES[/** @type {keyof typeof NAMES} */ (letter)], click: pick },
        picture(white ? letter.toUpperCase() : letter));
    }));
    dialog.showModal();
  }

  /** @param {Event} event @returns {string | null} */
  squareOf(event) {
    const cell = /** @type {Element} */ (event.target)?.closest?.("[data-square]");
    return cell?.getAttribute("data-square") ?? null;
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    const name = this.squareOf(event);
    if (!name || event.button !== 0) return;
    event.preventDefault();
    const was = this.chosen;
    if (this.mayLift(name) && !this.mayPut(name)) {
      this.drag = { from: name, x: event.clientX, y: event.clientY, ghost: null };
      if (was !== name) this.choose(name);
      else this.again = true;
    } else {
      this.choose(name);
    }
    this.squares.get(this.focus)?.focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event */
  onDrag(event) {
    const drag = this.drag;
    if (!drag) return;
    const cell = this.squares.get(drag.from);
    const piece = cell?.querySelector(".piece");
    if (!cell || !piece) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
      const ghost = /** @type {SVGElement} */ (piece.cloneNode(true));
      ghost.classList.add("ghost");
      ghost.style.width = ghost.style.height = `${cell.clientWidth}px`;
      document.body.append(ghost);
      cell.classList.add("lifted");
      drag.ghost = ghost;
    }
    const half = cell.clientWidth / 2;
    /** @type {SVGElement} */ (drag.ghost).style.transform = `translate(${event.clientX - half}px, ${event.clientY - half}px)`;
  }

  /** @param {PointerEvent} event */
  onUp(event) {
    const drag = this.drag;
    if (!drag) return;
    const dragged = drag.ghost !== null;
    this.dropGhost();
    const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
    const name = below?.getAttribute("data-square");
    const again = this.again;
    this.again = false;
    if (dragged && name && name !== drag.from) {
      if (this.mayPut(name)) this.choose(name);
    } else if (!dragged && again) {
      this.choose(drag.from);
    }
  }

  dropGhost() {
    this.drag?.ghost?.remove();
    this.drag = null;
    this.element.querySelector(".lifted")?.classList.remove("lifted");
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const steps = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step) {
      const turn = this.flipped ? -1 : 1;
      const file = FILES.indexOf(this.focus[0]) + step[0] * turn;
      const rank = Number(this.focus[1]) - 1 + step[1] * turn;
      if (file >= 0 && file < 8 && rank >= 0 && rank < 8) this.focus = `${FILES[file]}${rank + 1}`;
      this.paint();
      this.squares.get(this.focus)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.focus);
      this.squares.get(this.focus)?.focus();
    } else if (event.key === "Escape") {
      this.chosen = null;
      this.paint();
    } else {
      return;
    }
    event.preventDefault();
  }
}

/**
 * What a screen reader says of a square.
 * @param {string} name
 * @param {string | null} piece
 * @param {Record<string, boolean>} marks
 */
function label(name, piece, marks) {
  const words = [name];
  if (piece) {
    const color = piece === piece.toUpperCase() ? "white" : "black";
    words.push(`${color} ${NAMES[/** @type {keyof typeof NAMES} */ (piece.toLowerCase())]}`);
  } else {
    words.push("empty");
  }
  if (marks.marked) words.push("the marked piece");
  if (marks.named) words.push("the named square");
  if (marks.check) words.push("in check");
  if (marks.before) words.push("part of the move chosen before its turn");
  if (marks.alone) words.push("the king may castle here alone");
  else if (marks.target || marks.capture) words.push("can be moved to");
  return words.join(", ");
}
