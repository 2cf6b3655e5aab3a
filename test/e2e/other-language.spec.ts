import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '../../common/api/index.js';
import { scanRoutes } from '../../server/platform/access/route-scan.js';
import { loadLanguages } from '../../server/platform/text/languages.js';
import { addLanguage } from '../../server/platform/text/spoken.js';
import { COLUMNS, kindsOf } from '../security/matrix-columns.js';
import { callersOf, worldOf, type Objects } from '../security/matrix-world.js';
import { bracketed, isBracketed } from '../support/bracketed.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** A language whose words are the English ones in brackets: what comes without them has words of its own. */
const BRACKETS = 'en-XA';
const IN_BRACKETS = { 'accept-language': `${BRACKETS}, en;q=0.5` };

let portal: TestPortal;
let people: Awaited<ReturnType<typeof callersOf>>;
let objects: Objects;
beforeAll(async () => {
  portal = await startPortal('demo');
  objects = (await worldOf(portal)).colleague;
  people = await callersOf(portal);
  addLanguage(BRACKETS, (_file, _name, english) => bracketed(english));
});
afterAll(() => portal.close());

const WRONG: readonly unknown[] = [{}, 'x'.repeat(5000), -1.5, [], ''];
/** Bodies that are wrong in one way each: nothing, a value of another kind in every place, a key that no call knows. */
const wrongBodies = (example: Readonly<Record<string, unknown>>): object[] => [
  {},
  { ...example, not_a_field: 1 },
  ...WRONG.map((value) => Object.fromEntries(Object.keys(example).map((key) => [key, value]))),
];

const LEAVE = /^\/auth\/(logout|role|sessions)/;

describe('a call in another language', () => {
  it('is refused in that language, on every route', async () => {
    const english = new Set<string>();
    let refused = 0;
    for (const { route, access } of scanRoutes(portal.app)) {
      const [method = '', path = ''] = route.split(' ');
      if (LEAVE.test(path) || path.startsWith('/fhir') || !['POST', 'PATCH', 'PUT'].includes(method))
        continue;
      const target = COLUMNS[route];
      const example = (target?.body?.(objects) ?? {}) as Record<string, unknown>;
      const address = kindsOf(target ?? {}).reduce(
        (made, [param, kind]) => made.replace(`:${param}`, objects[kind] ?? 'x'),
        path,
      );
      const person = people.allowed(access);
      for (const body of wrongBodies(example)) {
        const { status, body: answer } = await person.raw(
          address,
          JSON.stringify(body),
          IN_BRACKETS,
          method as 'POST' | 'PATCH',
        );
        if (status < 400) continue;
        refused++;
        const { message, fields } = answer as ErrorBody;
        for (const text of [message, ...Object.values(fields ?? {})])
          if (!isBracketed(text)) english.add(`${route}: ${text}`);
      }
    }
    process.stdout.write(`languages: ${refused} refusals\n`);
    expect([...english]).toEqual([]);
    expect(refused).toBeGreaterThan(500);
  });

  it('is refused in English where the language is not known', async () => {
    const refusal = await people.patient.raw('/api/messages', '{}', { 'accept-language': 'tlh' });
    expect(isBracketed((refusal.body as ErrorBody).message)).toBe(false);
  });
});

describe('the folder of a language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trt-languages-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, words: string): void => {
    mkdirSync(join(folder, 'es/server/messages/text'), { recursive: true });
    writeFileSync(join(folder, 'es/server/messages/text', name), `export const TEXT = ${words};`);
  };

  it('says what it has words for, and the rest in English', async () => {
    write('en.js', `{ enterSubject: 'Escriba un asunto.' }`);
    expect(await loadLanguages(folder)).toEqual(['es']);
    const body = JSON.stringify({ subject: '', body: 'Hello' });
    const { body: answer } = await people.patient.raw('/api/messages', body, { 'accept-language': 'es-MX' });
    expect((answer as ErrorBody).fields).toEqual({ subject: 'Escriba un asunto.' });
  });

  it('is refused where a file stands for no file of words', async () => {
    write('other.js', '{}');
    await expect(loadLanguages(folder)).rejects.toThrow('languages/es/server/messages/text/other.js');
  });
});
