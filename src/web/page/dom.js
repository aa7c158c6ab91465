// Small helpers for the document. Text of others enters it only as text, never as markup.

/**
 * The element with an id.
 * @template {HTMLElement} T
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return /** @type {T} */ (found);
}

/**
 * A new element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string | boolean | ((event: Event) => void)>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @returns {SVGElement}
 */
export function draw(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/**
 * The picture of a piece, which is drawn once in the page: a capital letter is White's.
 * @param {string} letter
 * @returns {SVGElement}
 */
export function picture(letter) {
  const white = letter === letter.toUpperCase();
  const svg = draw("svg", { viewBox: "0 0 100 100", class: `piece ${white ? "white" : "black"}`, "aria-hidden": "true" });
  svg.append(draw("use", { href: `#piece-${letter.toLowerCase()}` }));
  return svg;
}

/**
 * A list of the same elements, one for each text.
 * @param {string} tag
 * @param {string[]} texts
 * @returns {HTMLElement[]}
 */
export function each(tag, texts) {
  return texts.map((text) => make(tag, {}, text));
}
