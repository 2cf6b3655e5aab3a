import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Lab } from '../../common/api/index.js';
import { daysAgo, submitted, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

describe('POST /api/labs with units', () => {
  const post = ({ provider, patientId }: Treated, body: object) =>
    provider.post('/api/labs', {
      patient_id: patientId,
      collected_at: `${daysAgo(3)}T08:00:00-05:00`,
      ...body,
    });

  it('converts, and keeps what was entered', async () => {
    const treated = await submitted(portal);
    const { status, body } = await post(treated, {
      results: { tt_ng_dl: 8.5, estradiol_pg_ml: 110, free_t_pg_ml: 9.5, hct_percent: 45 },
      units: { tt_ng_dl: 'nmol/L', estradiol_pg_ml: 'pmol/L', free_t_pg_ml: 'ng/dL' },
    });
    expect(status).toBe(201);
    expect((body as Lab).results).toMatchObject({
      tt_ng_dl: { value: 245.1, unit: 'ng/dL', flag: 'low', entered: { value: 8.5, unit: 'nmol/L' } },
      estradiol_pg_ml: { value: 29.96, unit: 'pg/mL', entered: { value: 110, unit: 'pmol/L' } },
      free_t_pg_ml: { value: 95, unit: 'pg/mL', entered: { value: 9.5, unit: 'ng/dL' } },
    });
    expect((body as Lab).results['hct_percent']).not.toHaveProperty('entered');
  });

  it.each<[Record<string, number>, string, number]>([
    [{ tt_ng_dl: 10 }, 'nmol/L', 288.4],
    [{ tt_ng_dl: 1.7 }, 'nmol/L', 49],
    [{ estradiol_pg_ml: 200 }, 'pmol/L', 54.48],
    [{ free_t_pg_ml: 5 }, 'ng/dL', 50],
  ])('converts %j in %s to %d', async (results, unit, value) => {
    const [key] = Object.keys(results) as [string];
    const treated = await submitted(portal);
    const { status, body } = await post(treated, { results, units: { [key]: unit }, confirmed: [key] });
    expect([status, (body as Lab).results[key]!.value]).toEqual([201, value]);
  });

  it.each([
    [{ tt_ng_dl: 20 }],
    [{ tt_ng_dl: 32 }],
    [{ tt_ng_dl: 49 }],
    [{ tt_ng_dl: 1 }],
    [{ free_t_pg_ml: 9.5 }],
    [{ estradiol_pg_ml: 110 }],
  ])('accepts %j only once it was checked against the report', async (results) => {
    const treated = await submitted(portal);
    const [key] = Object.keys(results);
    const refused = await post(treated, { results });
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { [`results.${key}`]: 'Check this value against the lab report, then confirm it.' },
    ]);
    const taken = await post(treated, { results, confirmed: [key] });
    expect([taken.status, (taken.body as Lab).results]).toMatchObject([
      201,
      { [key!]: { value: Object.values(results)[0] } },
    ]);
  });

  it.each([[{ tt_ng_dl: 50 }], [{ tt_ng_dl: 300 }], [{ tt_ng_dl: 5000 }]])(
    'accepts %j as it is',
    async (results) => {
      expect((await post(await submitted(portal), { results })).status).toBe(201);
    },
  );

  it.each<[object, string]>([
    [{ results: { tt_ng_dl: 0.5 }, confirmed: ['tt_ng_dl'] }, 'results.tt_ng_dl'],
    [{ results: { tt_ng_dl: 5001 } }, 'results.tt_ng_dl'],
    [{ results: { tt_ng_dl: 300 }, units: { tt_ng_dl: 'mg' } }, 'units.tt_ng_dl'],
    [{ results: { tt_ng_dl: 300 }, units: { tt_ng_dl: null }, confirmed: ['psa_ng_ml'] }, 'confirmed'],
    [{ results: { tt_ng_dl: 300 }, units: { psa_ng_ml: 'ng/mL' } }, 'units.psa_ng_ml'],
    [{ results: { tt_ng_dl: 300 }, units: 'ng/dL' }, 'units'],
    [{ results: { tt_ng_dl: 300 }, confirmed: [7] }, 'confirmed'],
    [{ results: { tt_ng_dl: 300 }, confirmed: 'tt_ng_dl' }, 'confirmed'],
  ])('rejects %j', async (body, field) => {
    const response = await post(await submitted(portal), body);
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
  });
});
