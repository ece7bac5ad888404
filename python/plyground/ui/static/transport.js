/** Requests to the server of the page. */

const KEY = "plyground-token";

/** The connection to the server. The token comes with the address of the page and is kept for this tab. */
export class Server {
  constructor() {
    const given = new URLSearchParams(location.hash.slice(1)).get("token");
    if (given) {
      sessionStorage.setItem(KEY, given);
      history.replaceState(null, "", location.pathname);
    }
    this.token = sessionStorage.getItem(KEY) ?? "";
  }

  /** Send a request. Throws an error with the message of the server. */
  async request(method, path, body, options = {}) {
    const response = await fetch(`/api/${path}`, {
      method,
      headers: { "x-plyground-token": this.token, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      ...options,
    });
    const text = await response.text();
    let reply;
    try {
      reply = JSON.parse(text);
    } catch {
      throw new Error(text || `the server answers with status ${response.status}`);
    }
    if (!response.ok) throw new Error(reply.error ?? text);
    return reply;
  }

  get(path) {
    return this.request("GET", path);
  }

  post(path, body, options) {
    return this.request("POST", path, body, options);
  }
}
