import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Response } from 'supertest';
import { scanRoutes } from '../../server/platform/access/route-scan.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { COLUMNS, kindsOf } from './matrix-columns.js';
import { callersOf, worldOf, type Objects } from './matrix-world.js';

/** Cases per route in every run; the full run (`npm run fuzz`) uses 200 or FUZZ_CASES. */
const CASES = Number(process.env.FUZZ_CASES ?? 5);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
// The same calls fail the same way.
jest.retryTimes(0);
jest.setTimeout(60_000 + CASES * 20_000);

let portal: TestPortal;
let people: Awaited<ReturnType<typeof callersOf>>;
let objects: Objects;
beforeAll(async () => {
  portal = await startPortal('demo');
  objects = (await worldOf(portal)).colleague;
  people = await callersOf(portal);
});
afterAll(() => portal.close());

/** Keys that some call knows, for routes whose body has no example. */
const KEYS = [
  'email',
  'password',
  'confirm_password',
  'token',
  'code',
  'role',
  'session_id',
  'session_token',
  'data',
  'version',
  'submit',
  'agree',
  'plan_id',
  'reason',
  'override_reason',
  'dry_run',
  'plan_ids',
  'versions',
  'patient_id',
  'collected_at',
  'results',
  'since_last_dose_h',
  'extras',
  'status',
  'diagnosis',
  'decision',
  'to',
  'ids',
  'drug',
  'dose',
  'frequency',
  'route',
  'quantity',
  'refills',
  'days_supply',
  'formulation',
  'effective_date',
  'reason_code',
  'follow_up_labs',
  'enabled',
  'name',
  'response',
  'kind',
  'preferred',
  'starts_at',
  'ended_at',
  'join_url',
  'note',
  'provider_id',
  'phone',
  'timezone',
  'symptoms',
  'weight',
  'subject',
  'body',
  'thread_id',
  '__proto__',
  'constructor',
];
const odd = () =>
  fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      1e308,
      2 ** 31,
      2 ** 53,
      '',
      ' ',
      '\0',
      '\ud800',
      '\u202e\u0645\u0631\u062d\u0628\u0627',
      '\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67',
      'x'.repeat(3000),
      "' OR 1=1 --",
      '../../etc/passwd',
      '2026-02-30',
      '0000-01-01',
      '9999-12-31T23:59:60Z',
      '2026-11-01T01:30:00-04:00',
      'Infinity',
      'NaN',
      [],
      {},
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.double(),
    fc.constantFrom(...Object.values(objects)),
    fc.array(fc.constantFrom<unknown>(null, 1, 'x', {}), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom('tt_ng_dl', 'full_name', 'ipss_total', 'x', '__proto__', 'constructor'),
      fc.constantFrom<unknown>(null, 1, 'x', [], {}),
      { maxKeys: 3 },
    ),
    // More levels than anyone writes.
    fc.integer({ min: 5, max: 400 }).map((levels) => ({ toJSON: () => nested(levels) })),
  );
const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { x: value };
  return value;
};

/** A valid body with one to three parts mutated, or with keys that other calls know. */
function bodies(example: Readonly<Record<string, unknown>>) {
  const keys = Object.keys(example);
  const changed = keys.length
    ? fc
        .dictionary(fc.constantFrom(...keys), odd(), { minKeys: 1, maxKeys: 3 })
        .map((change) => ({ ...example, ...change }))
    : fc.constant(example);
  const foreign = fc.dictionary(fc.constantFrom(...KEYS), odd(), { maxKeys: 8 });
  return fc.oneof({ weight: 3, arbitrary: changed }, { weight: 1, arbitrary: foreign });
}
/** The text sent: sometimes with a duplicate key, truncated, or not an object at all. */
const texts = (example: Readonly<Record<string, unknown>>) =>
  fc.tuple(bodies(example), fc.integer({ min: 0, max: 19 })).map(([body, how]) => {
    const text = JSON.stringify(body);
    if (how === 0) return text.replace(/^\{/, '{"version":1,"version":"x","x":1,');
    if (how === 1) return text.slice(0, -1);
    if (how === 2) return '[]';
    if (how === 3) return 'null';
    return text;
  });

const QUERIES = [
  '',
  '?filter={"q":"%25\\"}',
  '?filter={"q":"\u0000"}',
  '?filter={"id":["x"]}',
  '?filter={"from":"2026-02-30"}',
  '?filter={"patient_id":[]}',
  '?range=[0,9999999999]',
  '?range=[-1,5]',
  '?sort=["id","ASC"]',
  '?sort=["id;DROP TABLE users","ASC"]',
  '?simulate=true',
  '?filter=%00',
  '?range=[]&range=[]',
  '?to[]=x',
  '?org_id=x',
  '?before=99999999999999999999',
];

const LEAVE = /^\/auth\/(logout|role|sessions)/;

describe('mutated requests', () => {
  it(`never cause a server error: ${CASES} per route, no status of 500 or more`, async () => {
    const broken: string[] = [];
    let asked = 0;
    const routes = scanRoutes(portal.app).filter(({ route }) => !LEAVE.test(route.split(' ')[1]!));
    for (const [index, { route, access }] of routes.entries()) {
      const [method = '', path = ''] = route.split(' ');
      const target = COLUMNS[route];
      const example = (target?.body?.(objects) ?? {}) as Record<string, unknown>;
      const own = kindsOf(target ?? {}).reduce(
        (made, [param, kind]) => made.replace(`:${param}`, objects[kind] ?? 'x'),
        path,
      );
      const person = people.allowed(access);
      const attempts = fc.sample(
        fc.record({
          address: fc.oneof(
            { weight: 4, arbitrary: fc.constant(own.replace(/:\w+/g, 'intake')) },
            {
              weight: 1,
              arbitrary: fc
                .constantFrom('x', '%00', 'a'.repeat(190), '..%2f..', '%ed%a0%80')
                .map((id) => path.replace(/:\w+(?=\.json)?/g, id)),
            },
          ),
          query: fc.constantFrom(...QUERIES),
          text: texts(example),
        }),
        { numRuns: CASES, seed: SEED + index },
      );
      for (const { address, query, text } of attempts) {
        asked++;
        const response = await send(person, method, address + query, text);
        if (response.status >= 500)
          broken.push(`${method} ${address}${query} ${text.slice(0, 300)}: ${response.status}`);
      }
    }
    process.stdout.write(`fuzz: ${asked} calls of ${routes.length} routes\n`);
    expect(broken).toEqual([]);
  });
});

const send = (person: Person, method: string, address: string, text: string): Promise<Response> =>
  method === 'POST' || method === 'PATCH'
    ? person.raw(address, text, {}, method)
    : person.request(method, address, method === 'GET' ? undefined : {});
