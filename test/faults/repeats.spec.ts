import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Prescription } from '../../common/api/index.js';
import { ordered, type Ordered } from '../support/care.js';
import { startOutagePortal, type OutagePortal } from '../support/outage.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';
import { measured } from './measured.js';

jest.setTimeout(180_000);

/** For each of two providers. */
const EDITS = process.env.FAULT_ROUNDS ? 1000 : 80;
const AT_ONCE = 20;

let portal: TestPortal;
let outage: OutagePortal;
beforeAll(async () => {
  portal = await startPortal('demo');
  outage = await startOutagePortal();
});
afterAll(async () => {
  await outage.close();
  await portal.close();
});

const counted = async (sql: string, values: unknown[]): Promise<number> => {
  const [row] = await portal.database.asSuperuser<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${sql}`,
    values,
  );
  return row!.n;
};

describe('an answer that never arrives', () => {
  /** Sends the request, and hangs up when the answer arrives. */
  async function unheard(person: Person, path: string, body: object, key: string): Promise<void> {
    const call = request(portal.base + path, {
      method: 'POST',
      headers: {
        cookie: `trt_sid=${person.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    });
    call.on('error', () => undefined);
    call.end(JSON.stringify(body));
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    answer.destroy();
  }

  it('is returned again when the call is repeated, and the action happens once: one user, one email', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const { users } = (await admin.list('/api/admin/users', { filter: { q: 'provider@demo.test' } })).body;
    const invited = async (email: string, send: (body: object) => Promise<unknown>) => {
      await send({ email, roles: ['provider'], org_id: users[0].org_id });
      return [
        await counted('users WHERE email = $1', [email]),
        await counted('mails WHERE recipient = $1', [email]),
      ];
    };
    expect(
      await invited('lost@example.test', async (body) => {
        await unheard(admin, '/api/admin/users/invite', body, 'lost answer');
        const again = await admin.post('/api/admin/users/invite', body, { 'idempotency-key': 'lost answer' });
        expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
      }),
    ).toEqual([1, 1]);
    expect(
      await invited('many@example.test', async (body) => {
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, () =>
            admin.post('/api/admin/users/invite', body, { 'idempotency-key': 'all at once' }),
          ),
        );
        expect(answers.filter((a) => a.status !== 201 && a.body.error !== 'duplicate_in_flight')).toEqual([]);
      }),
    ).toEqual([1, 1]);
    measured(
      `answer lost and asked again, then ${AT_ONCE} times at once, same key (R-10)`,
      '1 row, 1 mail',
      '1 row, 1 mail each',
    );
  });
});

describe('a call whose work was cut off, as by a failover', () => {
  it('is worked on when it is repeated, at once and once; before that, a repeat is told to wait', async () => {
    const { database } = outage.portal;
    const person = await outage.portal.signUp();
    const save = (version: number, text: string, key: string) =>
      person.post('/api/trt/intake', { version, data: { full_name: text } }, { 'idempotency-key': key });
    expect((await save(0, 'Before', 'before')).status).toBe(200);
    await database.asSuperuser('BEGIN');
    await database.asSuperuser(
      `SELECT 1 FROM intakes i JOIN patients p ON p.id = i.patient_id WHERE p.user_id = $1 FOR UPDATE OF i`,
      [person.me!.user.id],
    );
    const cutOff = save(1, 'Cut off', 'cut off');
    const waiting = () =>
      database.asSuperuser<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    await until('it works', async () => (await waiting()).length === 1, 3000);
    expect((await save(1, 'Cut off', 'cut off')).body.error).toBe('duplicate_in_flight');
    await outage.cut();
    expect((await cutOff).status).toBe(503);
    await database.asSuperuser('SELECT pg_terminate_backend($1)', [(await waiting())[0]!.pid]);
    await database.asSuperuser('ROLLBACK');
    await outage.mend();
    const again = await save(1, 'Cut off', 'cut off');
    expect([again.status, again.body.intake_form?.version]).toEqual([200, 2]);
    const repeated = await save(1, 'Cut off', 'cut off');
    expect([repeated.status, repeated.headers['idempotency-replayed']]).toEqual([200, 'true']);
  });
});

describe('two providers at the same orders', () => {
  const stored = async ({ provider, order }: Ordered): Promise<Prescription> =>
    (await provider.get(`/api/trt/prescriptions/${order.prescription_id}`)).body as Prescription;

  /** Increments the stored value over and over, rereading a stale version. Returns how often it was saved. */
  async function adds(person: Person, orders: readonly Ordered[], odd: unknown[]): Promise<number> {
    let saved = 0;
    for (let i = 0; i < EDITS; i++) {
      const order = orders[Math.floor(Math.random() * orders.length)]!;
      const path = `/api/trt/prescriptions/${order.order.prescription_id}`;
      const { drug, dose, frequency, route, quantity, days_supply, refills, version } = (
        await person.get(path)
      ).body as Prescription;
      const change = { drug, dose, frequency, route, quantity: quantity + 1, days_supply, refills, version };
      const { status, body } = await person.post(path, change);
      if (status === 200) saved += 1;
      else if (body.error !== 'version_conflict') odd.push(body);
      const act = Math.random() < 0.5 ? 'flag' : 'unflag';
      const flagged = await person.post(`/api/trt/provider/plans/${act}`, { plan_id: order.plan.plan_id });
      if (![200, 409].includes(flagged.status)) odd.push(flagged.body);
    }
    return saved;
  }

  it(`lose no edit of ${2 * EDITS}: each is saved or refused as stale`, async () => {
    const orders = [await ordered(portal), await ordered(portal), await ordered(portal)];
    const total = async (): Promise<number> =>
      (await Promise.all(orders.map(stored))).reduce((sum, { quantity }) => sum + quantity, 0);
    const before = await total();
    const odd: unknown[] = [];
    const [first, second] = [
      await portal.signIn('provider@demo.test'),
      await portal.signIn('multi@demo.test'),
    ];
    const saved = await Promise.all([adds(first, orders, odd), adds(second, orders, odd)]);
    const sum = saved[0] + saved[1];
    expect(odd).toEqual([]);
    expect(sum).toBeGreaterThan(EDITS);
    expect(await total()).toBe(before + sum);
    measured(
      `two providers, ${2 * EDITS} edits of the same orders, flags between (R-11)`,
      '0 lost, 0 deadlocks shown',
      `0 lost: ${sum} saved, ${2 * EDITS - sum} refused as stale`,
    );
  });
});
