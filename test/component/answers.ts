import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the demo clinic answered to one account: the body of each call, by its URL. */
interface Recording {
  recorded_at: string;
  calls: Record<string, unknown>;
}

/** Who is signed in; null = no one. */
export type Account = 'provider' | 'admin' | 'patient' | 'new' | null;

/** Never settles: the page is loading. */
export const PENDING = Symbol('pending');
export const failing = (status: number, body: object): Response => answered(status, body);
/** The answer to a call, in the place of the recorded one: a response, `PENDING`, or the body made of the recorded one. */
export type Answer = Response | typeof PENDING | ((recorded: never) => unknown);
/** By path, without the query. */
export type Answers = Readonly<Record<string, Answer>>;

const FOLDER = join(import.meta.dirname, 'recorded');
const PASSWORD = 'Trt-demo-2026!pass';
/** With it, the answers are asked from a portal with fresh demo data, and recorded: `npm run record:answers`. */
const PORTAL = process.env['RECORD_ANSWERS'];

const fileOf = (account: Account): string => join(FOLDER, `${account ?? 'signed-out'}.json`);
const recordings = new Map<Account, Recording>();
function recordingOf(account: Account): Recording {
  const known = recordings.get(account);
  if (known) return known;
  const file = fileOf(account);
  const recording = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Recording)
    : { recorded_at: new Date().toISOString(), calls: {} };
  recordings.set(account, recording);
  return recording;
}
export const recordedAt = (account: Account): Date => new Date(recordingOf(account).recorded_at);

/** The case of a patient in the recorded list of cases. */
export function caseOf(name: string): string {
  const lists = Object.values(recordingOf('provider').calls) as {
    items?: { id: string; patient_name: string }[];
  }[];
  const found = lists.flatMap(({ items = [] }) => items).find((item) => item.patient_name === name);
  if (!found) throw new Error(`No case of ${name} is recorded`);
  return found.id;
}

function answered(status: number, body: unknown): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

/** Every URL the page asked for that was not recorded: a page that asks for more than it did is not tested. */
export const unanswered: string[] = [];

export const addressOf = (asked: Parameters<typeof fetch>[0]): string =>
  typeof asked === 'string' ? asked : asked instanceof URL ? asked.href : asked.url;

export function fetchFor(account: Account, answers: Answers): typeof fetch {
  return async (asked, init) => {
    const url = addressOf(asked);
    const path = url.split('?')[0]!;
    const given = answers[path];
    if (given === PENDING) return new Promise<Response>(() => undefined);
    if (given instanceof Response) return given.clone();
    if ((init?.method ?? 'GET') !== 'GET') return answered(204, null);
    const body = PORTAL ? await recorded(account, url) : recordingOf(account).calls[url];
    if (body === undefined) {
      unanswered.push(url);
      return answered(404, { error: 'not_found', message: 'Not recorded', detail: null });
    }
    return answered(200, given ? given(structuredClone(body) as never) : body);
  };
}

const cookies = new Map<Account, string>();
async function signIn(account: Account): Promise<string> {
  const known = cookies.get(account);
  if (known !== undefined || !account) return known ?? '';
  const answer = await nodeFetch(`${PORTAL}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: PORTAL! },
    body: JSON.stringify({ email: `${account}@demo.test`, password: PASSWORD }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  cookies.set(account, cookie);
  return cookie;
}

const MOST_ROWS = 4;
/** A few rows of a list say as much as all of them. */
function shortened(body: unknown): unknown {
  if (!body || typeof body !== 'object' || !('total' in body || 'plans' in body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.slice(0, MOST_ROWS) : value,
    ]),
  );
}

declare const nodeFetch: typeof fetch;
/** The first answer: later ones know of the earlier tests. */
async function recorded(account: Account, url: string): Promise<unknown> {
  const known = recordingOf(account).calls[url];
  if (known !== undefined) return known;
  const answer = await nodeFetch(PORTAL + url, { headers: { cookie: await signIn(account) } });
  if (!answer.ok) return undefined;
  const body: unknown = answer.status === 204 ? null : shortened(await answer.json());
  recordingOf(account).calls[url] = body;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(account), `${JSON.stringify(recordingOf(account), null, 1)}\n`);
  return body;
}

const humanize = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

/** Every text that was answered to an account, also codes and keys in words, as evidence is named. */
export function recordedTexts(account: Account): Set<string> {
  const texts = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value).add(humanize(value));
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) {
        texts.add(humanize(key));
        visit(one);
      }
  };
  visit(recordingOf(account).calls);
  return texts;
}
