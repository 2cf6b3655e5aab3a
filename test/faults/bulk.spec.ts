import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ordered, type Ordered } from '../support/care.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { measured } from './measured.js';

jest.setTimeout(120_000);

const ITEMS = 4;
const POSITIONS = Array.from({ length: ITEMS }, (_, i) => i + 1);

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
  await portal.database.asSuperuser('CREATE SEQUENCE item; GRANT USAGE ON SEQUENCE item TO PUBLIC');
});
afterAll(() => portal.close());

const several = async (): Promise<Ordered[]> => {
  const made: Ordered[] = [];
  for (let i = 0; i < ITEMS; i++) made.push(await ordered(portal));
  return made;
};

/** The database fails at the k-th item, after most of its work: at the audit insert. */
async function failAt(k: number, action: string): Promise<void> {
  await portal.database.asSuperuser(`SELECT setval('item', 1, false)`);
  await portal.database.asSuperuser(`CREATE OR REPLACE FUNCTION fail_at() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF nextval('item') = ${k} THEN RAISE EXCEPTION 'failed at item ${k}'; END IF; RETURN NEW; END $$`);
  await portal.database.asSuperuser(
    `CREATE OR REPLACE TRIGGER fail_at BEFORE INSERT ON audit_events FOR EACH ROW WHEN (NEW.action = '${action}') EXECUTE FUNCTION fail_at()`,
  );
}
const failNoMore = () => portal.database.asSuperuser('DROP FUNCTION fail_at CASCADE');

/** Everything an approval changes. */
const changed = (cases: readonly string[]) =>
  portal.database.asSuperuser(
    `SELECT c.id, c.status, c.version, p.lifecycle, p.version AS plan_version, r.status AS order_status, r.version AS order_version,
        (SELECT count(*)::int FROM audit_events e WHERE e.patient_id = c.patient_id AND e.action LIKE '%.approve') AS written_down,
        (SELECT count(*)::int FROM mails m JOIN patients t ON t.user_id = m.user_id WHERE t.id = c.patient_id) AS mails
      FROM cases c JOIN plans p ON p.case_id = c.id JOIN prescriptions r ON r.case_id = c.id
      WHERE c.id = ANY($1) ORDER BY c.id`,
    [cases],
  );

describe('a bulk call that fails midway', () => {
  it('changes no plan, wherever it fails', async () => {
    const made = await several();
    const cases = made.map((m) => m.caseId);
    const before = await changed(cases);
    const body = {
      plan_ids: made.map((m) => m.plan.plan_id),
      versions: Object.fromEntries(made.map((m) => [m.plan.plan_id, m.plan.version])),
    };
    const approve = () => made[0]!.provider.post('/api/trt/provider/plans/approve-unflagged', body);
    for (const k of POSITIONS) {
      await failAt(k, 'plan.approve');
      expect((await approve()).status).toBe(500);
      expect(await changed(cases)).toEqual(before);
    }
    await failNoMore();
    expect((await approve()).body.approved_count).toBe(ITEMS);
    expect((await changed(cases)).map((row) => row['lifecycle'])).toEqual(POSITIONS.map(() => 'approved'));
    measured('approval of several plans that fails at item 1, 2, 3, 4 (R-16)', '0 changed', '0 changed');
  });

  it('reports each order separately: only what it reports as approved is approved', async () => {
    for (const k of POSITIONS) {
      const made = await several();
      const ids = made.map((m) => m.order.prescription_id);
      await failAt(k, 'prescription.approve');
      const { status, body } = await made[0]!.provider.post('/api/trt/prescriptions/approve', { ids });
      await failNoMore();
      const stored = await portal.database.asSuperuser<{ id: string }>(
        `SELECT id FROM prescriptions WHERE id = ANY($1) AND status = 'accepted'`,
        [ids],
      );
      const accepted = stored.map((row) => row.id).toSorted();
      if (k === 1) {
        expect([status, accepted]).toEqual([500, []]);
        continue;
      }
      const results = body.results as { id: string; ok: boolean; error?: string }[];
      expect([status, body.approved_count]).toEqual([200, ITEMS - 1]);
      expect(
        results
          .filter((r) => r.ok)
          .map((r) => r.id)
          .toSorted(),
      ).toEqual(accepted);
      expect(results[k - 1]).toMatchObject({ id: ids[k - 1], ok: false, error: 'internal' });
    }
    measured(
      'approval of several orders that fails at item 1, 2, 3, 4 (R-16)',
      'the response says what changed',
      'held',
    );
  });
});
