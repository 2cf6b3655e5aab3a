// Shows calls of the tests, with the answers the portal gave, to Prism's validating proxy. The answers are shown as copies: on its way
// Prism joins cookies, follows redirects, reads files as text and never answers malformed JSON, so the tests would see Prism.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../own-portal.mjs';
import { DESCRIPTION, end, start } from '../packages.mjs';

const READY_MS = 120_000;
const LARGEST_BYTES = 8 * 2 ** 20;
const EXCHANGE = 'x-exchange';
/** A path that cannot be decoded ends Prism, and too long a header it refuses itself, as the portal does. */
function isSendable({ path, answer }) {
  try {
    decodeURIComponent(path);
    return answer.status !== 431;
  } catch {
    return false;
  }
}

/** Headers of the connection, and what would lead Prism elsewhere. */
const NOT_SENT_ON =
  /^(host|connection|keep-alive|content-length|content-encoding|transfer-encoding|location|accept-encoding)$/;
/** A format says what is meant; the portal trims an address before it judges it. */
const FORMAT = /must match format/;
const NO_ROUTE = 'Selected route not found';
const BODYLESS = new Set([204, 304]);

const sentOn = (headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_SENT_ON.test(name.toLowerCase())));

async function listening(handle) {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, base: `http://127.0.0.1:${server.address().port}` };
}

/** `prism proxy` before an upstream. @param errors answers what does not fit with an error of its own */
export async function startPrism(upstream, { errors = false } = {}) {
  const port = await freePort();
  const options = ['--port', String(port), '--host', '127.0.0.1', ...(errors ? ['--errors'] : [])];
  const child = start('@stoplight/prism-cli', 'prism', ['proxy', DESCRIPTION, upstream, ...options], {
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  for (let waited = 0; ; waited += 200) {
    if (await fetch(`${base}/livez`).catch(() => null)) break;
    if (waited > READY_MS || child.exitCode !== null) throw new Error('Prism did not start');
    await sleep(200);
  }
  return { base, stop: () => end(child) };
}

/** The body, if Prism can read it: with malformed JSON it never answers, and files are not text. */
function readable({ headers, sent }) {
  if (sent === null || !/json|csv/.test(headers['content-type'] ?? '')) return null;
  if (Buffer.byteLength(sent) > LARGEST_BYTES) return null;
  try {
    if (headers['content-type'].includes('json')) JSON.parse(sent);
    return sent;
  } catch {
    return null;
  }
}

/**
 * Tests send wrong requests on purpose: one counts where the portal took it and Prism saw all of it. An empty body is none, and
 * `If-Match` stands for the version in the body.
 */
const requestCounts = (exchange) =>
  exchange.answer.status < 300 &&
  exchange.sent !== '{}' &&
  exchange.headers['if-match'] === undefined &&
  readable(exchange) === exchange.sent;

/** A connection each: one that Prism closes while it is used again would be lost. */
async function send(base, exchange, id) {
  const { method, path, headers } = exchange;
  const body = method === 'GET' ? null : readable(exchange);
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
  const call = request(base + path, {
    method,
    agent: false,
    timeout: READY_MS,
    headers: { ...sentOn(headers), ...length, [EXCHANGE]: id },
  });
  call.once('timeout', () => call.destroy(new Error('Prism did not answer')));
  call.end(body ?? undefined);
  const [answer] = await once(call, 'response');
  return { headers: answer.headers, text: await text(answer) };
}

/** The violations Prism found. Where there are too many for a header, it cuts the list. */
function violationsOf(header) {
  if (!header) return [];
  try {
    return JSON.parse(header);
  } catch {
    return [{ location: ['response'], message: header }];
  }
}

/** The same answer with something in it that is not described; null where nothing can be added. */
function spoiled({ answer, ...exchange }) {
  if (!answer.headers['content-type']?.startsWith('application/json')) return null;
  const body = JSON.parse(answer.text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  return { ...exchange, answer: { ...answer, text: JSON.stringify({ ...body, not_described: true }) } };
}

export class Judge {
  exchanges = new Map();
  judged = 0;
  /** One after the other: until the last that was received is judged. */
  waiting = Promise.resolve();
  operations = new Set();
  /** Calls that are not judged: mostly to paths the description leaves out, by their beginning. */
  left = new Map();
  /** By what was found: how often, and one example. */
  found = new Map();
  /** Kinds of answers of which a spoiled copy was shown, and whether Prism saw it. */
  spoiled = new Map();

  static async start() {
    const judge = new Judge();
    judge.upstream = await listening((request, response) => judge.replay(request, response));
    judge.prism = await startPrism(judge.upstream.base);
    judge.desk = await listening((request, response) => void judge.receive(request, response));
    return judge;
  }

  /** Where the tests report their calls. */
  get url() {
    return this.desk.base;
  }

  replay({ headers }, response) {
    const exchange = this.exchanges.get(headers[EXCHANGE]);
    if (!exchange) return response.writeHead(404).end();
    const { status, headers: told, text: body } = exchange.answer;
    response.writeHead(status, { ...sentOn(told), [EXCHANGE]: headers[EXCHANGE] });
    return response.end(BODYLESS.has(status) ? undefined : body);
  }

  /** The tests do not wait for it. */
  async receive(request, response) {
    const exchange = JSON.parse(await text(request));
    response.writeHead(204).end();
    this.waiting = this.waiting.then(() =>
      this.judge(exchange).catch((error) => this.add('not judged', exchange, String(error))),
    );
  }

  async judge(exchange) {
    if (!isSendable(exchange)) return this.count('paths or headers Prism cannot take');
    const violations = await this.ask(exchange);
    if (violations.some(({ message }) => message === NO_ROUTE)) return this.leave(exchange);
    this.judged += 1;
    this.operations.add(exchange.operation);
    for (const { location, message } of violations) {
      const side = location[0];
      if (side === 'response' || (requestCounts(exchange) && !FORMAT.test(message)))
        this.add(side, exchange, message);
    }
    const kind = `${exchange.operation} ${String(exchange.answer.status)[0]}XX`;
    const wrong = this.spoiled.has(kind) ? null : spoiled(exchange);
    if (!wrong) return undefined;
    this.spoiled.set(kind, false);
    const seen = (await this.ask(wrong)).some(({ location }) => location[0] === 'response');
    this.spoiled.set(kind, seen);
    return undefined;
  }

  /** A call to a path that is not described: FHIR and SMART describe themselves, and what does not exist has no answer. */
  leave(exchange) {
    const [, first = '', second = ''] = exchange.path.split(/[/?]/);
    const start = first === 'auth' ? `/auth/${second}` : `/${first}`;
    const known = /^\/(fhir|auth\/smart|dev)$/.test(start);
    if (!known && exchange.answer.status < 300) this.add('undescribed', exchange, 'no such path');
    const kind = known ? start : 'paths that do not exist';
    this.count(kind);
  }

  count(kind) {
    this.left.set(kind, (this.left.get(kind) ?? 0) + 1);
  }

  /** @returns what Prism found */
  async ask(exchange) {
    const id = randomUUID();
    this.exchanges.set(id, exchange);
    const { headers, text: said } = await send(this.prism.base, exchange, id);
    this.exchanges.delete(id);
    if (headers[EXCHANGE] !== id) throw new Error(`Prism did not ask for it: ${said}`);
    return violationsOf(headers['sl-violations']);
  }

  add(side, { method, path, operation = '', answer }, message) {
    const key = `${side}: ${method} ${operation} ${answer?.status ?? ''}: ${message}`;
    const known = this.found.get(key) ?? { count: 0, path };
    this.found.set(key, { ...known, count: known.count + 1 });
  }

  async stop() {
    for (const { server } of [this.desk, this.upstream]) {
      server.closeAllConnections();
      server.close();
    }
    await this.prism.stop();
  }
}
