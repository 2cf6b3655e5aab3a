import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Lab, LabImportResponse, ProgressResponse } from '../../common/api/index.js';
import { isMrn } from '../../common/mrn.js';
import { addLab, approvePlan, daysAgo, detail, planned, submitted, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const entered = async (treated: Treated, days: number, results: Record<string, number>): Promise<Lab> =>
  (await addLab(treated, days, results)).body as Lab;
const act = ({ provider }: Treated, lab: Lab, what: string, body: object) =>
  provider.post(`/api/labs/${lab.id}/${what}`, { version: lab.version, ...body });
const listed = async ({ provider, patientId }: Treated, filter: object = {}): Promise<Lab[]> =>
  (await provider.list('/api/labs', { filter: { patient_id: patientId, ...filter } })).body.labs as Lab[];
const alerts = async (treated: Treated) => (await detail(treated)).alerts.map((a) => a.rule_key);
const REASON = { reason: 'Typed 54.5 for 45.4' };

describe('POST /api/labs/{id}/correct', () => {
  it('creates a new version, keeps the old one readable, and runs the rules again', async () => {
    const treated = await submitted(portal);
    const lab = await entered(treated, 3, { hct_percent: 54.5, tt_ng_dl: 300 });
    expect(await alerts(treated)).toContain('hct_baseline_over_50');
    const reviewed = (await act(treated, lab, 'review', { note: 'seen' })).body as Lab;
    const { status, body } = await act(treated, reviewed, 'correct', {
      results: { hct_percent: 45.4 },
      ...REASON,
    });
    const corrected = body as Lab;
    expect([status, corrected.status, corrected.version]).toEqual([200, 'corrected', reviewed.version + 1]);
    expect(corrected).toMatchObject({
      id: lab.id,
      results: { hct_percent: { value: 45.4, flag: 'normal' }, tt_ng_dl: { value: 300 } },
      reviewed_at: null,
      reviewed_by: null,
      note: 'seen',
      critical: [],
      revision: { n: 2, of: 2, ...REASON, by: 'Dr. Elena Rossi' },
      earlier: [
        { n: 1, of: 2, reason: null, by: 'Dr. Elena Rossi', results: { hct_percent: { value: 54.5 } } },
      ],
    });
    expect(await alerts(treated)).not.toContain('hct_baseline_over_50');
    const told = (await detail(treated)).alerts.find((a) => a.rule_key === 'lab_result_withdrawn');
    expect([told?.severity, told?.message]).toEqual([
      'warning',
      expect.stringContaining('Hct over 50% off treatment'),
    ]);
    for (const filter of [{}, { status: 'completed' }, { status: 'corrected' }, { unreviewed: true }])
      expect((await listed(treated, filter)).map((l) => l.id)).toContain(lab.id);
    const progress = (await treated.patient.get('/api/progress')).body as ProgressResponse;
    expect(progress.labs.map((s) => [s.analyte, s.points.map((p) => [p.value, p.corrected])])).toEqual([
      ['tt_ng_dl', [[300, undefined]]],
      ['hct_percent', [[45.4, true]]],
    ]);
    const audited = await portal.database.asSuperuser(
      `SELECT action, detail FROM audit_events WHERE target_id = $1 AND action = 'lab.correct'`,
      [lab.id],
    );
    expect(audited).toEqual([
      { action: 'lab.correct', detail: { analytes: ['hct_percent'], version: corrected.version } },
    ]);
    const stored = await portal.database.asSuperuser(
      'SELECT reason_enc FROM lab_revisions WHERE panel_id = $1',
      [lab.id],
    );
    expect(JSON.stringify(stored)).not.toContain(REASON.reason);
  });

  it('asks for a reason at approval until its alert is acknowledged', async () => {
    const treated = await planned(portal);
    const high = await entered(treated, 2, { psa_ng_ml: 9 });
    const voided = await act(treated, high, 'void', { reason: 'The sample was another patient’s' });
    expect(voided.status).toBe(200);
    const before = await detail(treated);
    const bare = await approvePlan(treated, before.pending_plan!);
    expect([bare.status, Object.keys(bare.body.fields as object)]).toEqual([422, ['override_reason']]);
    expect(bare.body['rules']).toContain('fact_withdrawn');

    const alert = before.alerts.find((one) => one.rule_key === 'lab_result_withdrawn')!;
    const handled = { action: 'handled', note: 'The laboratory confirmed that they mixed up two samples' };
    const path = `/api/trt/cases/${treated.caseId}/alerts/${alert.id}/acknowledge`;
    expect((await treated.provider.post(path, handled)).status).toBe(200);
    const again = await approvePlan(treated, (await detail(treated)).pending_plan!);
    expect(again.body['rules'] ?? []).not.toContain('fact_withdrawn');
  });

  it('tells nothing where what it took away kept nothing back', async () => {
    const treated = await submitted(portal);
    const lab = await entered(treated, 3, { tt_ng_dl: 300, psa_ng_ml: 0.8 });
    expect((await act(treated, lab, 'correct', { results: { psa_ng_ml: 0.9 }, ...REASON })).status).toBe(200);
    expect(await alerts(treated)).not.toContain('lab_result_withdrawn');
  });

  it('adds and removes single values, and can be corrected again', async () => {
    const treated = await submitted(portal);
    const lab = await entered(treated, 3, { hct_percent: 45, tt_ng_dl: 300 });
    const first = (
      await act(treated, lab, 'correct', { results: { tt_ng_dl: null, psa_ng_ml: 0.9 }, ...REASON })
    ).body as Lab;
    expect(Object.keys(first.results).sort()).toEqual(['hct_percent', 'psa_ng_ml']);
    const second = (
      await act(treated, first, 'correct', {
        results: { tt_ng_dl: 8.5 },
        units: { tt_ng_dl: 'nmol/L' },
        reason: 'Left out before',
      })
    ).body as Lab;
    expect(second.revision).toMatchObject({ n: 3, of: 3 });
    expect(second.results['tt_ng_dl']).toMatchObject({ value: 245.1, entered: { value: 8.5 } });
    expect(second.earlier.map((v) => [v.n, Object.keys(v.results).length])).toEqual([
      [2, 2],
      [1, 2],
    ]);
  });

  it.each<[string, object, number, string[]]>([
    ['no reason', { results: { hct_percent: 45 } }, 422, ['reason']],
    ['a dot as the reason', { results: { hct_percent: 45 }, reason: '.' }, 422, ['reason']],
    ['the same value', { results: { hct_percent: 54.5 }, ...REASON }, 422, ['results']],
    ['no value', { results: {}, ...REASON }, 422, ['results']],
    ['the last value removed', { results: { hct_percent: null }, ...REASON }, 422, ['results']],
    [
      'a value removed that was never there',
      { results: { psa_ng_ml: null }, ...REASON },
      422,
      ['results.psa_ng_ml'],
    ],
    ['an impossible value', { results: { hct_percent: 144 }, ...REASON }, 422, ['results.hct_percent']],
    ['an unchecked value', { results: { tt_ng_dl: 20 }, ...REASON }, 422, ['results.tt_ng_dl']],
    [
      'an impossible version',
      { results: { hct_percent: 45 }, ...REASON, version: 2 ** 31 },
      422,
      ['version'],
    ],
    ['a stale version', { results: { hct_percent: 45 }, ...REASON, version: 0 }, 409, []],
  ])('rejects %s', async (_, body, status, fields) => {
    const treated = await submitted(portal);
    const lab = await entered(treated, 3, { hct_percent: 54.5 });
    const response = await act(treated, lab, 'correct', body);
    expect([response.status, Object.keys((response.body.fields as object | undefined) ?? {})]).toEqual([
      status,
      fields,
    ]);
    if (status === 409)
      expect(response.body).toMatchObject({ error: 'version_conflict', current: { id: lab.id } });
    expect((await listed(treated, { status: 'completed' }))[0]).toEqual(lab);
  });

  it('creates one version when two corrections come at once', async () => {
    const treated = await submitted(portal);
    const lab = await entered(treated, 3, { hct_percent: 54.5 });
    const both = await Promise.all(
      [45.4, 45.5].map((hct_percent) =>
        act(treated, lab, 'correct', { results: { hct_percent }, ...REASON }),
      ),
    );
    expect(both.map((r) => r.status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('POST /api/labs/{id}/void', () => {
  it('removes the panel from the rules, the case and the progress page, and keeps it readable', async () => {
    const treated = await submitted(portal);
    const lab = await entered(treated, 3, { hct_percent: 54.5 });
    const { status, body } = await act(treated, lab, 'void', { reason: 'Results of another person' });
    expect([status, body]).toMatchObject([
      200,
      { status: 'voided', critical: [], revision: { n: 2, reason: 'Results of another person' } },
    ]);
    expect((await detail(treated)).labs_history).toEqual([]);
    expect(await alerts(treated)).not.toContain('hct_baseline_over_50');
    expect(((await treated.patient.get('/api/progress')).body as ProgressResponse).labs).toEqual([]);
    expect((await listed(treated, { status: 'voided' })).map((l) => l.id)).toEqual([lab.id]);
    expect(await listed(treated, { status: 'completed' })).toEqual([]);
    for (const [what, more] of [
      ['void', REASON],
      ['correct', { results: { hct_percent: 45 }, ...REASON }],
      ['review', {}],
      ['call-back', { called_on: daysAgo(0), reached: true, note: '', version: undefined }],
    ] as const) {
      const again = await act(treated, body as Lab, what, more);
      expect([what, again.status, again.body.error]).toEqual([what, 409, 'invalid_state']);
    }
    // The right results for the same draw can be entered now.
    expect((await addLab(treated, 3, { hct_percent: 45.4 })).status).toBe(201);
  });
});

describe('critical results', () => {
  it('are reported by create, list and detail until the patient is reached', async () => {
    const treated = await submitted(portal);
    const lab = await entered(treated, 3, { hct_percent: 56.2, tt_ng_dl: 300 });
    const critical = [{ analyte: 'hct_percent', value: 56.2, unit: '%', limit: 54 }];
    expect([lab.critical, lab.call_back]).toEqual([critical, null]);
    expect((await detail(treated)).labs_history[0]).toMatchObject({ critical, call_back: null });
    const due = async () => (await listed(treated, { call_due: true })).map((l) => l.id);
    expect(await due()).toEqual([lab.id]);
    const call = (body: object) => treated.provider.post(`/api/labs/${lab.id}/call-back`, body);
    const missed = await call({ called_on: daysAgo(0), reached: false, note: 'No answer' });
    expect([missed.status, missed.body.call_back]).toMatchObject([
      200,
      { called_on: daysAgo(0), reached: false, note: 'No answer', by: 'Dr. Elena Rossi' },
    ]);
    expect(await due()).toEqual([lab.id]);
    const reached = await call({ called_on: daysAgo(0), reached: true, note: 'Stops injecting' });
    expect(reached.body.call_back).toMatchObject({ reached: true, note: 'Stops injecting' });
    expect([await due(), (await listed(treated, { critical: true })).length]).toEqual([[], 1]);

    const worse = await act(treated, reached.body as Lab, 'correct', {
      results: { hct_percent: 58 },
      ...REASON,
    });
    expect(worse.body).toMatchObject({ critical: [{ value: 58 }], call_back: null });
    expect(await due()).toEqual([lab.id]);
  });

  it('come first when sorted by urgency', async () => {
    const treated = await submitted(portal);
    for (const [days, results] of [
      [12, { tt_ng_dl: 450 }],
      [8, { tt_ng_dl: 200 }],
      [2, { hct_percent: 55 }],
    ] as const)
      await addLab(treated, days, results);
    const { body } = await treated.provider.list('/api/labs', {
      filter: { patient_id: treated.patientId, unreviewed: true },
      sort: ['urgency', 'ASC'],
    });
    expect((body.labs as Lab[]).map((l) => Object.values(l.results)[0]!.value)).toEqual([55, 200, 450]);
  });

  it.each<[string, object, string[]]>([
    ['a future day', { called_on: daysAgo(-2) }, ['called_on']],
    ['a day before the draw', { called_on: daysAgo(9) }, ['called_on']],
    ['no day', { called_on: 'today' }, ['called_on']],
    ['no outcome', { reached: 'yes' }, ['reached']],
    ['no note', { note: 7 }, ['note']],
  ])('reject a call with %s', async (_, change, fields) => {
    const treated = await submitted(portal);
    const lab = await entered(treated, 3, { hct_percent: 56 });
    const body = { called_on: daysAgo(0), reached: true, note: '', ...change };
    const response = await treated.provider.post(`/api/labs/${lab.id}/call-back`, body);
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, fields]);
  });

  it('have no call if nothing is critical', async () => {
    const treated = await submitted(portal);
    const lab = await entered(treated, 3, { hct_percent: 45 });
    const body = { called_on: daysAgo(0), reached: true, note: '' };
    const response = await treated.provider.post(`/api/labs/${lab.id}/call-back`, body);
    expect([response.status, response.body.error]).toEqual([409, 'invalid_state']);
  });
});

describe('who may correct, void and call', () => {
  const acts: [string, object][] = [
    ['correct', { results: { hct_percent: 45 }, ...REASON }],
    ['void', REASON],
    ['call-back', { called_on: daysAgo(0), reached: true, note: '' }],
  ];
  it('is staff of the clinic, except for their own labs', async () => {
    const treated = await submitted(portal);
    const lab = await entered(treated, 3, { hct_percent: 56 });
    const north = await portal.signIn('north@demo.test');
    for (const [what, body] of acts) {
      const sent = what === 'call-back' ? body : { version: lab.version, ...body };
      const path = `/api/labs/${lab.id}/${what}`;
      expect([what, (await treated.patient.post(path, sent)).status]).toEqual([what, 403]);
      expect([what, (await north.post(path, sent)).status]).toEqual([what, 404]);
    }
    const multi = await portal.signIn('multi@demo.test');
    const own = (await multi.list('/api/trt/cases', { filter: { q: 'multi@demo.test' } })).body.items as {
      patient_id: string;
    }[];
    const [mine] = (
      await multi.list('/api/labs', { filter: { patient_id: own[0]!.patient_id, status: 'completed' } })
    ).body.labs as Lab[];
    for (const [what, body] of acts) {
      const sent = what === 'call-back' ? body : { version: mine!.version, ...body };
      expect([what, (await multi.post(`/api/labs/${mine!.id}/${what}`, sent)).status]).toEqual([what, 403]);
    }
  });
});

describe('the filters of the list', () => {
  it('find by patient and by the day of the draw', async () => {
    const treated = await submitted(portal);
    await addLab(treated, 9, { tt_ng_dl: 300 });
    await addLab(treated, 3, { tt_ng_dl: 310 });
    const [newest] = await listed(treated, { status: 'completed' });
    const found = async (filter: object) => {
      const { status, body } = await treated.provider.list('/api/labs', {
        filter: { status: 'completed', ...filter },
      });
      return status === 200
        ? (body.labs as Lab[]).filter((l) => l.patient_id === treated.patientId).length
        : status;
    };
    expect(await found({ q: newest!.mrn })).toBe(2);
    expect(await found({ q: newest!.mrn, collected_from: daysAgo(4) })).toBe(1);
    expect(await found({ q: newest!.mrn, collected_to: daysAgo(4) })).toBe(1);
    expect(await found({ q: 'Nobody of this name' })).toBe(0);
    expect(await found({ collected_from: 'yesterday' })).toBe(422);
    expect(await found({ collected_to: '2026-02-30' })).toBe(422);
  });
});

describe('POST /api/labs/import', () => {
  const HEADER = 'mrn,name,dob,collected_at,since_last_dose_h,analyte,value,unit,status,confirmed';
  const send = ({ provider }: Treated, lines: string[], query = '') =>
    provider.post(`/api/labs/import${query}`, [HEADER, ...lines].join('\r\n'), {
      'content-type': 'text/csv',
    });
  const person = async (treated: Treated) => {
    const { body } = await treated.provider.get(`/api/provider/patients/${treated.patientId}`);
    return body.summary as { mrn: string; name: string; dob: string };
  };
  const at = `${daysAgo(9)}T08:00:00-05:00`;

  it('accepts MRN, test names, LOINC codes and other units', async () => {
    const treated = await submitted(portal);
    const { mrn } = await person(treated);
    expect(isMrn(mrn)).toBe(true);
    const { body } = await send(treated, [
      `${mrn},,,${at},,"Testosterone, Total",8.5,nmol/L,,`,
      `${mrn},,,${at},,4544-3,45.5,%,final,`,
      `${mrn},,,${at},,PSA,0.9,ng/mL,,`,
      `${mrn},,,${at},,Free Testosterone,9.5,pg/mL,,`,
      `${mrn},,,${at},,Estradiol,110,pg/mL,,yes`,
    ]);
    expect(body).toMatchObject({ accepted: 4, rejected: 1, corrected: 0 });
    expect((body as LabImportResponse).rows[3]).toMatchObject({
      ok: false,
      line: 5,
      column: 'value',
      patient: mrn,
      analyte: 'Free Testosterone',
      value: '9.5 pg/mL',
    });
    const [lab] = await listed(treated, { status: 'completed' });
    expect(lab!.results).toMatchObject({
      tt_ng_dl: { value: 245.1, entered: { value: 8.5, unit: 'nmol/L' } },
      hct_percent: { value: 45.5 },
      psa_ng_ml: { value: 0.9 },
      estradiol_pg_ml: { value: 110 },
    });
  });

  it("says in plain words why a row's patient cannot be identified", async () => {
    const treated = await submitted(portal);
    const one = await person(treated);
    const twin = await submitted(portal, { full_name: one.name });
    expect(await person(twin)).toMatchObject({ name: one.name, dob: one.dob });
    const wrongDigit = `${one.mrn.slice(0, 7)}${(Number(one.mrn[7]) + 1) % 10}`;
    const row = (patient: string) => `${patient},${at},,tt_ng_dl,300,ng/dL,,`;
    const { body } = await send(treated, [
      row(`${wrongDigit},,`),
      row(`${unusedMrn()},,`),
      row(`,${one.name},${one.dob}`),
      row(`,Nobody Here,1980-01-01`),
      row(`,${one.name},`),
      row(`,${one.name},soon`),
      row(`${one.mrn},,1931-01-01`),
    ]);
    expect((body as LabImportResponse).rows.map((r) => r.error)).toEqual([
      'This is not an MRN: check its eight digits.',
      'Patient not found.',
      'Several patients have this name and date of birth. Enter the MRN.',
      'Patient not found.',
      'Enter the MRN of the patient, or the name and the date of birth.',
      'Enter the date of birth as YYYY-MM-DD or MM/DD/YYYY.',
      'The patient with this number has another date of birth.',
    ]);
  });

  it('finds one patient by "Last, First" and a date in US format', async () => {
    const treated = await submitted(portal, {
      full_name: `Ulysses Quartermain${Date.now()}`,
      dob: '1971-04-09',
    });
    const { name } = await person(treated);
    const [first, last] = name.split(' ');
    const { body } = await send(treated, [`,"${last}, ${first}",04/09/1971,${at},,tt_ng_dl,300,ng/dL,,`]);
    expect(body).toMatchObject({ accepted: 1, rejected: 0 });
  });

  it('shows what would happen without storing it', async () => {
    const treated = await submitted(portal);
    const { mrn } = await person(treated);
    const lines = [`${mrn},,,${at},,Hematocrit,56.2,%,,`, `${mrn},,,${at},,PSA,x,ng/mL,,`];
    const preview = (await send(treated, lines, '?dry_run=true')).body as LabImportResponse;
    expect(preview).toMatchObject({
      accepted: 1,
      rejected: 1,
      rows: [{ ok: true, critical: [{ limit: 54 }] }, {}],
    });
    expect(await listed(treated, { status: 'completed' })).toEqual([]);
    const stored = (await send(treated, lines)).body as LabImportResponse;
    expect(stored).toMatchObject({
      accepted: 1,
      critical: [{ mrn, critical: [{ analyte: 'hct_percent', value: 56.2, limit: 54 }], call_back: null }],
    });
    expect((await send(treated, lines, '?dry_run=maybe')).status).toBe(422);
    expect((await send(treated, lines, '?dryrun=true')).status).toBe(422);
  });

  it('recognizes a correction by its status, and importing a file again adds nothing', async () => {
    const treated = await submitted(portal);
    const { mrn } = await person(treated);
    const row = (value: number, status: string) => `${mrn},,,${at},,Hematocrit,${value},%,${status},`;
    await send(treated, [row(54.5, 'final')]);
    const plain = (await send(treated, [row(45.4, '')])).body as LabImportResponse;
    expect(plain.rows[0]).toMatchObject({ ok: false, column: 'value' });
    const corrected = (await send(treated, [row(45.4, 'Corrected')])).body as LabImportResponse;
    expect(corrected).toMatchObject({ accepted: 1, corrected: 1, rows: [{ corrected: true }] });
    expect(await alerts(treated)).toContain('lab_result_withdrawn');
    const [lab] = await listed(treated, { status: 'corrected' });
    expect(lab).toMatchObject({
      results: { hct_percent: { value: 45.4 } },
      earlier: [{ results: { hct_percent: { value: 54.5 } } }],
    });
    const again = (await send(treated, [row(54.5, 'final'), row(45.4, 'corrected')]))
      .body as LabImportResponse;
    expect(again).toMatchObject({ accepted: 0, duplicates: 2, rejected: 0, corrected: 0 });
    expect((await send(treated, [row(45, 'maybe')])).body).toMatchObject({ rows: [{ column: 'status' }] });
  });

  it.each([
    'collected_at,since_last_dose_h,analyte,value,unit',
    'mrn,collected_at,since_last_dose_h,analyte,value',
    'name,collected_at,since_last_dose_h,analyte,value,unit',
  ])('rejects a file with the header %s', async (header) => {
    const provider = await portal.signIn('provider@demo.test');
    const response = await provider.post('/api/labs/import', `${header}\n`, { 'content-type': 'text/csv' });
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, ['file']]);
  });
});

/** A valid number that has not been assigned. */
function unusedMrn(): string {
  return [...'0123456789'].map((d) => `9999998${d}`).find(isMrn)!;
}

describe('the medical record number', () => {
  it('is on every row of a patient, and is searchable like name, date of birth and phone', async () => {
    const phone = `512555${String(Date.now()).slice(-4)}`;
    const treated = await submitted(portal, { dob: '1969-03-07', phone });
    const lab = await entered(treated, 3, { tt_ng_dl: 300 });
    const { provider, patientId } = treated;
    const row = async (path: string, rows: string, filter: object) =>
      ((await provider.list(path, { filter })).body[rows] as { mrn: string; patient_id: string }[]).find(
        (r) => r.patient_id === patientId,
      )?.mrn;
    expect((await detail(treated)).case.mrn).toBe(lab.mrn);
    expect(await row('/api/trt/cases', 'items', { q: lab.mrn })).toBe(lab.mrn);
    for (const q of [
      lab.mrn,
      patientId,
      '1969-03-07',
      '3/7/1969',
      '03/07/1969',
      phone,
      `(512) 555-${phone.slice(6)}`,
    ])
      expect([q, await row('/api/provider/patients', 'patients', { q })]).toEqual([q, lab.mrn]);
    expect(await row('/api/provider/patients', 'patients', { q: '1969-03-08' })).toBeUndefined();
    expect(await row('/api/provider/patients', 'patients', { q: '5125549' })).toBeUndefined();
  });
});
