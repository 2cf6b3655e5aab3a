import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scanRoutes } from '../../server/platform/access/route-scan.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

const RUNS = 60;

let portal: TestPortal;
let people: Person[];
let ids: string[];
beforeAll(async () => {
  portal = await startPortal('demo');
  people = [
    await portal.signIn('review@demo.test'),
    await portal.signIn('provider@demo.test'),
    await portal.signIn('admin@demo.test'),
    portal.anonymous(),
  ];
  const rows = await portal.database.asSuperuser<{ id: string }>(
    `(SELECT id FROM cases LIMIT 2) UNION ALL (SELECT id FROM plans LIMIT 2) UNION ALL (SELECT id FROM prescriptions LIMIT 2) UNION ALL (SELECT id FROM patients LIMIT 2)
      UNION ALL (SELECT id FROM appointments LIMIT 2) UNION ALL (SELECT id FROM message_threads LIMIT 2) UNION ALL (SELECT id FROM documents LIMIT 2)`,
  );
  ids = [...rows.map((r) => r.id), '11111111-1111-4111-8111-111111111111'];
});
afterAll(() => portal.close());

/** Keys that some call knows, so that the noise gets past the first door. */
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
      '',
      ' ',
      '\0',
      '\ud800',
      'x'.repeat(3000),
      "' OR 1=1 --",
      '../../etc/passwd',
      '2026-02-30',
      'Infinity',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.double(),
    fc.constantFrom(...ids),
    fc.array(fc.constantFrom<unknown>(null, 1, 'x', {}), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom('tt_ng_dl', 'full_name', 'ipss_total', 'x', '__proto__'),
      fc.constantFrom<unknown>(null, 1, 'x', [], {}),
      { maxKeys: 3 },
    ),
  );

describe('odd requests', () => {
  it('never make a call fail by itself: no answer of 500 or more', async () => {
    const routes = scanRoutes(portal.app).map((r) => r.route.split(' ') as [string, string]);
    const attempt = fc.record({
      route: fc.constantFrom(...routes),
      person: fc.constantFrom(...people.keys()),
      id: fc.constantFrom(...ids, 'x', '%00', 'a'.repeat(190)),
      body: fc.option(fc.dictionary(fc.constantFrom(...KEYS), odd(), { maxKeys: 8 }), { nil: undefined }),
      query: fc.constantFrom(
        '',
        '?filter={"q":"%25\\\\"}',
        '?range=[0,9999999999]',
        '?sort=["id","ASC"]',
        '?simulate=true',
        '?filter=%00',
        '?range=[]&range=[]',
        '?to[]=x',
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 20, maxLength: 20 }), async (attempts) => {
        for (const { route, person, id, body, query } of attempts) {
          const [method, path] = route;
          if (path === '/auth/logout' || path === '/auth/role' || path.startsWith('/auth/sessions')) continue;
          const address =
            path.replace(
              /:\w+(\.json)?/g,
              (_, ending: string | undefined) => encodeURIComponent(id) + (ending ?? ''),
            ) + query;
          const response = await people[person]!.request(
            method,
            address,
            method === 'GET' ? undefined : body,
          );
          expect([method, address, JSON.stringify(body), response.status < 500]).toEqual([
            method,
            address,
            JSON.stringify(body),
            true,
          ]);
        }
      }),
      { numRuns: RUNS, seed: 20_261_120, endOnFailure: true },
    );
  }, 180_000);
});
