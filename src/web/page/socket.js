// The connection to the server. It comes back by itself when it is lost; nothing is lost with it,
// for the games are the server's.

/** @typedef {{ is: string } & Record<string, any>} Reply */

export class Connection {
  /**
   * @param {(reply: Reply) => void} onReply
   * @param {(open: boolean) => void} onState
   */
  constructor(onReply, onState) {
    this.onReply = onReply;
    this.onState = onState;
    this.wait = 250;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** What the person does before the first connection stands.
     * @type {string[]} */
    this.early = [];
    this.isFirst = true;
    this.open();
  }

  open() {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = 250;
      this.onState(true);
      this.isFirst = false;
      for (const text of this.early.splice(0)) socket.send(text);
    });
    socket.addEventListener("message", (event) => this.onReply(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      this.isFirst = false;
      this.early = [];
      this.onState(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, 4000);
    });
  }

  /**
   * Sends a message; while the page begins, as soon as it can. When the connection is lost it goes
   * nowhere, and the page says so.
   * @param {Record<string, any>} request
   */
  send(request) {
    const text = JSON.stringify(request);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (this.isFirst) this.early.push(text);
  }
}
