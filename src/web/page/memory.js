// What this tab has shown last, so that after reloading its board is there before the server has
// answered. The server's answer then takes its place: no game is kept here.

/** @typedef {import("./side.js").Game} Game */

const KEY = "game";

/** @param {Game} game */
export function remember(game) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(game));
  } catch {
    // A browser may keep nothing, or not so much.
    forget();
  }
}

export function forget() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then there is nothing to forget.
  }
}

/**
 * The game as it was shown last, if it is this one.
 * @param {number | null} id
 * @returns {Game | null}
 */
export function recall(id) {
  try {
    const game = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return game?.game === id ? game : null;
  } catch {
    return null;
  }
}
