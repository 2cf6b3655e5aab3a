import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  RULE_SET_VERSION,
  casePhases,
  evaluateRules,
  type ClinicalFacts,
} from '../../common/clinical/index.js';
import { RULES } from '../../common/clinical/rules/registry.js';
import { FieldCipher } from '../../server/platform/crypto/field-cipher.js';
import { addLab, detail, generate, ready, submitted } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

interface Kept {
  id: string;
  rule_set_version: string;
  facts_enc: string;
  result_enc: string;
}

describe('evaluations', () => {
  it('are stored with the facts they read, and replay to the same bytes', async () => {
    const treated = await ready(await submitted(portal));
    await generate(treated.patient);
    const kept = await portal.database.asSuperuser<Kept>(
      'SELECT id, rule_set_version, facts_enc, result_enc FROM rule_evaluations ORDER BY created_at DESC LIMIT 200',
    );
    const cipher = portal.app.get(FieldCipher);
    expect(kept.length).toBeGreaterThan(100);
    for (const row of kept) {
      const facts = cipher.decryptJson<ClinicalFacts>(row.facts_enc, `rule_evaluations.facts:${row.id}`);
      const replayed = evaluateRules(facts, { phases: casePhases(facts) });
      expect(row.rule_set_version).toBe(RULE_SET_VERSION);
      expect(JSON.stringify(replayed)).toBe(
        cipher.decrypt(row.result_enc, `rule_evaluations.result:${row.id}`),
      );
    }
  });

  it('raise one alert per rule and case, however often they run', async () => {
    const treated = await submitted(portal, { desire_fertility: 'yes' });
    for (const day of [9, 8, 7]) await addLab(treated, day, { hct_percent: 44 });
    const rows = await portal.database.asSuperuser(
      `SELECT rule_key, count(*)::int AS n FROM case_alerts WHERE case_id = $1 AND closed_at IS NULL GROUP BY rule_key HAVING count(*) > 1`,
      [treated.caseId],
    );
    expect(rows).toEqual([]);
  });

  it('list every rule against treating a young patient with normal values who wants children', async () => {
    const dob = `${new Date().getUTCFullYear() - 34}-01-15`;
    const treated = await submitted(portal, { desire_fertility: 'yes', dob });
    await addLab(treated, 20, { tt_ng_dl: 675, hct_percent: 44 });
    await addLab(treated, 10, { tt_ng_dl: 675 });
    const { body } = await generate(treated.patient);
    expect(body).toMatchObject({ outcome: 'not_eligible_pending_review', plan: null, prescription: null });
    expect([...body.reasons].sort()).toEqual(['fertility_desired', 't_not_low']);
    const { alerts } = await detail(treated);
    const critical = alerts.filter((a) => a.severity === 'critical').map((a) => a.rule_key);
    expect(new Set(critical)).toEqual(new Set(['fertility_desired', 't_not_low']));
  });
});

describe('the rule set', () => {
  it('is shown to administrators with its version, sources and changes', async () => {
    const admin = await portal.signIn('orgadmin@demo.test');
    const { body } = await admin.get('/api/admin/rules');
    expect(body).toMatchObject({
      version: RULE_SET_VERSION,
      changes: expect.any(Array),
      sources: expect.any(Object),
    });
    expect(body.rules).toHaveLength(RULES.length);
    expect(body.rules[0]).toMatchObject({
      rule_key: expect.any(String),
      recommendation: expect.any(String),
      source: expect.any(String),
    });
  });

  it('fires somewhere in the demo, family by family', async () => {
    const keys = await portal.database.asSuperuser<{ rule_key: string }>(
      'SELECT DISTINCT rule_key FROM case_alerts WHERE closed_at IS NULL',
    );
    const fired = keys.map((k) => k.rule_key);
    for (const key of [
      'fertility_desired',
      'osa_untreated',
      'hct_on_therapy_52_54',
      'psa_rise_over_1_4',
      'estradiol_high_symptomatic',
      't_below_target',
      't_above_target',
      't_supraphysiologic',
      'ddi_anticoagulant',
      'low_t_unconfirmed',
    ])
      expect(fired).toContain(key);
  });
});

describe('the lab worklist', () => {
  it('has scheduled, overdue and completed rows, abnormal and unreviewed ones', async () => {
    const provider = await portal.signIn('provider@demo.test');
    for (const filter of [
      { status: 'scheduled' },
      { status: 'overdue' },
      { status: 'completed' },
      { abnormal: true },
      { unreviewed: true },
    ]) {
      const { body } = await provider.list('/api/labs', { filter });
      expect([filter, (body as { total: number }).total > 0]).toEqual([filter, true]);
    }
  });

  it.each(['scheduled', 'overdue'])('has nothing to review on a panel that is %s', async (status) => {
    const provider = await portal.signIn('provider@demo.test');
    const { body } = await provider.list('/api/labs', { filter: { status } });
    const response = await provider.post(`/api/labs/${body.labs[0].id}/review`, { note: 'seen' });
    expect([response.status, response.body.error]).toEqual([409, 'invalid_state']);
  });
});
