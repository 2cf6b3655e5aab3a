import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApproveUnflaggedResponse } from '../../common/api/index.js';
import { approvePlan, submitted, planned, type Treated } from '../support/care.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());
describe('approving everything unflagged', () => {
  const call = async (treated: Treated, body: object) =>
    (await treated.provider.post('/api/trt/provider/plans/approve-unflagged', body))
      .body as ApproveUnflaggedResponse;

  it('shows the list first and changes nothing', async () => {
    const treated = await planned(portal);
    const flagged = await planned(portal);
    await flagged.provider.post('/api/trt/provider/plans/flag', { plan_id: flagged.plan.plan_id });
    const shown = await call(treated, { dry_run: true });
    expect(shown.approved_count).toBe(0);
    const row = shown.would_approve!.find((w) => w.plan_id === treated.plan.plan_id);
    expect(row).toMatchObject({
      version: treated.plan.version,
      prescription_blocked_by: [],
      prescription_id: expect.any(String),
    });
    expect(shown.skipped).toContainEqual({ plan_id: flagged.plan.plan_id, reason: 'flagged' });
    expect((await treated.patient.get('/api/trt/dashboard')).body.plan.status).toBe('pending_review');
  });

  it('approves what was shown and skips what has been changed or flagged since', async () => {
    const [kept, changed, flagged] = [await planned(portal), await planned(portal), await planned(portal)];
    const versions = Object.fromEntries(
      [kept, changed, flagged].map((t) => [t.plan.plan_id, t.plan.version]),
    );
    await flagged.provider.post('/api/trt/provider/plans/flag', { plan_id: flagged.plan.plan_id });
    await changed.provider.post('/api/trt/provider/plans/flag', { plan_id: changed.plan.plan_id });
    await changed.provider.post('/api/trt/provider/plans/unflag', { plan_id: changed.plan.plan_id });
    const result = await call(kept, { plan_ids: Object.keys(versions), versions });
    expect(result).toMatchObject({
      approved_count: 1,
      approved: [{ plan_id: kept.plan.plan_id, prescription_blocked_by: [] }],
    });
    expect(result.skipped).toEqual(
      expect.arrayContaining([
        { plan_id: changed.plan.plan_id, reason: 'version_conflict' },
        { plan_id: flagged.plan.plan_id, reason: 'flagged' },
      ]),
    );
  });

  it("skips a plan whose version is missing among the others'", async () => {
    const [shown, unseen] = [await planned(portal), await planned(portal)];
    const result = await call(shown, {
      plan_ids: [shown.plan.plan_id, unseen.plan.plan_id],
      versions: { [shown.plan.plan_id]: shown.plan.version },
    });
    expect(result.approved!.map((a) => a.plan_id)).toEqual([shown.plan.plan_id]);
    expect(result.skipped).toEqual([{ plan_id: unseen.plan.plan_id, reason: 'version_conflict' }]);
  });

  it('skips what has been decided since as changed, with and without versions', async () => {
    const treated = await planned(portal);
    await approvePlan(treated, treated.plan);
    const { plan_id, version } = treated.plan;
    const absent = '11111111-1111-4111-8111-111111111111';
    for (const versions of [undefined, { [plan_id]: version }]) {
      const result = await call(treated, { plan_ids: [plan_id, absent], versions });
      expect(result).toMatchObject({ approved_count: 0, approved: [] });
      expect(result.skipped).toEqual([
        { plan_id: absent, reason: 'not_found' },
        { plan_id, reason: 'version_conflict' },
      ]);
    }
  });

  it('by two providers at once approves each plan once', async () => {
    const plans = [
      await planned(portal),
      await planned(portal),
      await planned(portal),
      await planned(portal),
    ];
    const ids = plans.map((p) => p.plan.plan_id);
    const other = await portal.signIn('multi@demo.test');
    const both = await Promise.all(
      [plans[0]!.provider, other].map((p) =>
        p.post('/api/trt/provider/plans/approve-unflagged', { plan_ids: ids }),
      ),
    );
    expect(both.map((r) => r.status)).toEqual([200, 200]);
    expect(both.reduce((sum, r) => sum + (r.body as ApproveUnflaggedResponse).approved_count, 0)).toBe(4);
    const rows = await portal.database.asSuperuser(
      `SELECT l.id FROM plans l JOIN prescriptions x ON x.plan_id = l.id AND x.status = 'accepted' WHERE l.id = ANY($1) AND l.lifecycle = 'approved'`,
      [ids],
    );
    expect(rows).toHaveLength(4);
  });

  it('rejects unknown keys in the payload', async () => {
    const { provider } = await submitted(portal);
    const response = await provider.post('/api/trt/provider/plans/approve-unflagged', { all: true });
    expect([response.status, response.body.error]).toEqual([422, 'unknown_field']);
  });
});
