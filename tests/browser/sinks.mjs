// A mail server and a push service for tests: both keep what they are sent.

import { createServer as createHttp } from "node:http";
import { createServer } from "node:net";

/** Whatever comes, for who waits for it. */
class Inbox {
  kept = [];
  #waiting = [];

  put(thing) {
    this.kept.push(thing);
    this.#waiting = this.#waiting.filter(({ fits, done }) => !(fits(thing) && (done(thing), true)));
  }

  /** The first that fits, now or later. */
  find(fits, within = 30000) {
    const there = this.kept.find(fits);
    if (there) return Promise.resolve(there);
    return new Promise((done, failed) => {
      const late = setTimeout(() => failed(new Error("nothing of the kind came")), within);
      const wait = (thing) => {
        clearTimeout(late);
        done(thing);
      };
      this.#waiting.push({ fits, done: wait });
    });
  }
}

/** A mail server; letters as {to, subject, text}. */
export async function postOffice() {
  const inbox = new Inbox();
  const server = createServer((socket) => {
    let [text, data, to] = ["", false, ""];
    socket.setEncoding("utf8");
    socket.on("error", () => {});
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      text += chunk;
      for (;;) {
        const end = text.indexOf(data ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (data ? 5 : 2));
        if (data) {
          data = false;
          inbox.put(letter(to, part));
          socket.write("250 kept\r\n");
        } else if (/^DATA/i.test(part)) {
          data = true;
          socket.write("354 go on\r\n");
        } else if (/^QUIT/i.test(part)) socket.end("221 bye\r\n");
        else {
          to = part.match(/^RCPT TO:<(.*?)>/i)?.[1] ?? to;
          socket.write("250 yes\r\n");
        }
      }
    });
  });
  await new Promise((up) => server.listen(0, "127.0.0.1", up));
  return { address: `smtp://127.0.0.1:${server.address().port}`, inbox, stop: () => server.close() };
}

/** @param {string} to @param {string} whole */
function letter(to, whole) {
  const text = whole
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return { to, subject: whole.match(/^Subject: (.*)$/m)?.[1].trim() ?? "", text };
}

/** The first link of a letter. */
export const linkOf = ({ text }) => text.match(/https?:\/\/[^\s<>"]+/)[0];

/** A push service; what it is sent as {path, headers, body}. */
export async function pushService() {
  const inbox = new Inbox();
  const server = createHttp((request, answer) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      answer.writeHead(201).end();
      inbox.put({ path: request.url, headers: request.headers, body: Buffer.concat(parts) });
    });
  });
  await new Promise((up) => server.listen(0, "127.0.0.1", up));
  return { address: `http://127.0.0.1:${server.address().port}`, inbox, stop: () => server.close() };
}
