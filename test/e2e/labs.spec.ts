import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Lab, LabImportResponse, LabListResponse } from '../../common/api/index.js';
import { addLab, daysAgo, detail, morning, submitted, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const ABSENT = '11111111-1111-4111-8111-111111111111';

describe('labs', () => {
  it.each<[string, object, string]>([
    ['nmol/L typed as ng/dL', { results: { tt_ng_dl: 12 } }, 'results.tt_ng_dl'],
    ['a fraction as hematocrit', { results: { hct_percent: 0.44 } }, 'results.hct_percent'],
    ['text', { results: { tt_ng_dl: 'high' } }, 'results.tt_ng_dl'],
    ['no results', { results: {} }, 'results'],
    ['an unknown test', { results: { unobtainium: 1 } }, 'results.unobtainium'],
    ['the future', { collected_at: '2999-01-01T08:00:00Z' }, 'collected_at'],
    ['a time without an offset', { collected_at: '2026-01-01T08:00:00' }, 'collected_at'],
    ['a negative time since the dose', { since_last_dose_h: -1 }, 'since_last_dose_h'],
  ])('reject %s and store nothing', async (_, change, field) => {
    const treated = await submitted(portal);
    const response = await treated.provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at: `${daysAgo(3)}T08:00:00Z`,
      results: { tt_ng_dl: 300 },
      ...change,
    });
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
    expect((await detail(treated)).labs_history).toEqual([]);
  });

  it('run the rules at once, and close an alert that no longer applies', async () => {
    const treated = await submitted(portal);
    await addLab(treated, 5, { hct_percent: 50.1 });
    const alertsNow = async () => (await detail(treated)).alerts.map((a) => a.rule_key);
    expect(await alertsNow()).toContain('hct_baseline_over_50');
    await addLab(treated, 1, { hct_percent: 46 });
    expect(await alertsNow()).not.toContain('hct_baseline_over_50');
    const kept = await portal.database.asSuperuser(
      `SELECT closed_at IS NOT NULL AS closed FROM case_alerts WHERE case_id = $1 AND rule_key = 'hct_baseline_over_50'`,
      [treated.caseId],
    );
    expect(kept).toEqual([{ closed: true }]);
  });

  it('leave the unreviewed list with a review', async () => {
    const treated = await submitted(portal);
    const lab = (await addLab(treated, 2, { tt_ng_dl: 300 })).body as { id: string };
    const unreviewed = async () =>
      (
        (
          await treated.provider.list('/api/labs', {
            filter: { patient_id: treated.patientId, unreviewed: true },
          })
        ).body as { total: number }
      ).total;
    expect(await unreviewed()).toBe(1);
    const reviewed = await treated.provider.post(`/api/labs/${lab.id}/review`, { note: 'seen' });
    expect([reviewed.status, reviewed.body.note, reviewed.body.reviewed_by]).toEqual([
      200,
      'seen',
      'Dr. Elena Rossi',
    ]);
    expect(await unreviewed()).toBe(0);
  });
});

describe('a review of labs', () => {
  it('is refused when someone else has reviewed the panel since', async () => {
    const treated = await submitted(portal);
    const lab = (await addLab(treated, 2, { tt_ng_dl: 300 })).body as Lab;
    const review = (note: string, headers = {}) =>
      treated.provider.post(`/api/labs/${lab.id}/review`, { note }, headers);
    const first = await review('seen', { 'if-match': `"${lab.version}"` });
    expect([first.status, first.body.version]).toEqual([200, lab.version + 1]);
    const stale = await treated.provider.post(`/api/labs/${lab.id}/review`, {
      note: 'late',
      version: lab.version,
    });
    expect([stale.status, stale.body.error, stale.body.current]).toEqual([
      409,
      'version_conflict',
      first.body,
    ]);
    const blind = await review('unseen');
    expect([blind.status, blind.body.note]).toEqual([200, 'seen\nunseen']);
    const seen = await review('later', { 'if-match': `"${(blind.body as Lab).version}"` });
    expect([seen.status, seen.body.note]).toEqual([200, 'later']);
  });

  it('without a version keeps both notes written at the same time', async () => {
    const treated = await submitted(portal);
    const lab = (await addLab(treated, 2, { tt_ng_dl: 300 })).body as Lab;
    const both = await Promise.all(
      ['one', 'two'].map((note) => treated.provider.post(`/api/labs/${lab.id}/review`, { note })),
    );
    expect(both.map((r) => r.status)).toEqual([200, 200]);
    const last = both.map((r) => r.body as Lab).toSorted((a, b) => b.version - a.version)[0]!;
    expect(last.note!.split('\n').toSorted()).toEqual(['one', 'two']);
  });
});

describe('your own labs', () => {
  it('cannot be entered or reviewed by yourself', async () => {
    const multi = await portal.signIn('multi@demo.test');
    const { body } = await multi.list('/api/trt/cases', { filter: { q: 'multi@demo.test' } });
    const patient_id = (body.items as { patient_id: string }[])[0]!.patient_id;
    const panels = async () => (await multi.list('/api/labs', { filter: { patient_id } })).body.labs as Lab[];
    const before = await panels();
    const done = before.find((l) => l.status === 'completed')!;
    const calls = [
      await multi.post('/api/labs', {
        patient_id,
        collected_at: `${daysAgo(1)}T08:00:00Z`,
        results: { tt_ng_dl: 300 },
      }),
      await multi.post(`/api/labs/${done.id}/review`, { note: 'fine' }),
    ];
    expect(calls.map((c) => [c.status, c.body.error])).toEqual([
      [403, 'forbidden'],
      [403, 'forbidden'],
    ]);
    expect(await panels()).toEqual(before);
  });
});

describe('a panel entered by hand', () => {
  const post = ({ provider, patientId }: Treated, collected_at: string, results: object) =>
    provider.post('/api/labs', { patient_id: patientId, collected_at, results });

  it('is refused the second time, and adds nothing', async () => {
    const treated = await submitted(portal);
    const at = `${daysAgo(9)}T08:00:00-05:00`;
    expect((await post(treated, at, { tt_ng_dl: 333, hct_percent: 45 })).status).toBe(201);
    const onFile = 'Results of this draw are on file already. Nothing was added.';
    const otherValue =
      'This draw is on file with another value. To change it, correct the results on file. Nothing was added.';
    for (const [moment, results, message] of [
      [at, { tt_ng_dl: 333, hct_percent: 45 }, onFile],
      [`${daysAgo(9)}T13:00:00Z`, { tt_ng_dl: 340 }, otherValue],
      [`${daysAgo(9)}T08:30:00-05:00`, { hct_percent: 45, tt_ng_dl: 333 }, onFile],
    ] as const) {
      const again = await post(treated, moment, results);
      expect([moment, again.status, again.body.error, again.body.message]).toEqual([
        moment,
        409,
        'invalid_state',
        message,
      ]);
    }
    const list = await treated.provider.list('/api/labs', {
      filter: { patient_id: treated.patientId, status: 'completed' },
    });
    expect(list.body.total).toBe(1);
  });

  it('can be followed by other tests, other values later that day, or the same on another day', async () => {
    const treated = await submitted(portal);
    const at = `${daysAgo(9)}T08:00:00-05:00`;
    await post(treated, at, { tt_ng_dl: 333 });
    for (const [moment, results] of [
      [at, { psa_ng_ml: 0.9 }],
      [`${daysAgo(9)}T09:00:00-05:00`, { tt_ng_dl: 350 }],
      [`${daysAgo(8)}T08:00:00-05:00`, { tt_ng_dl: 333 }],
    ] as const)
      expect([moment, (await post(treated, moment, results)).status]).toEqual([moment, 201]);
  });

  it('entered by two people at once is on file once', async () => {
    const treated = await submitted(portal);
    const at = `${daysAgo(9)}T08:00:00-05:00`;
    const both = await Promise.all([1, 2].map(() => post(treated, at, { tt_ng_dl: 333 })));
    expect(both.map((r) => r.status).sort((a, b) => a - b)).toEqual([201, 409]);
  });
});

describe('a limit of the laboratory', () => {
  const post = ({ provider, patientId }: Treated, results: object, days = 3) =>
    provider.post('/api/labs', { patient_id: patientId, collected_at: morning(days), results });

  it('entered by hand is kept with its sign, and ">54" asks for the call', async () => {
    const treated = await submitted(portal);
    const { status, body } = await post(treated, { hct_percent: '>54', psa_ng_ml: '<10', tt_ng_dl: '<600' });
    expect(status).toBe(201);
    const lab = body as unknown as Lab;
    expect(lab.results).toMatchObject({
      hct_percent: { value: 54, comparator: '>', flag: 'high' },
      psa_ng_ml: { value: 10, comparator: '<', flag: 'unclear' },
      tt_ng_dl: { value: 600, comparator: '<', flag: 'unclear' },
    });
    expect(lab.critical).toEqual([
      { analyte: 'hct_percent', value: 54, comparator: '>', unit: '%', limit: 54 },
    ]);
    const { alerts, latest_labs } = await detail(treated);
    const keys = alerts.map(({ rule_key }) => rule_key);
    expect(keys).toEqual(expect.arrayContaining(['hct_baseline_over_50', 'result_limit_undecided']));
    expect(keys).not.toContain('psa_baseline_over_4');
    expect(latest_labs).toMatchObject({ hct_percent: 54, psa_ng_ml: null, tt_ng_dl: null });
    const due = await treated.provider.list('/api/labs', {
      filter: { patient_id: treated.patientId, call_due: true },
    });
    expect((due.body as LabListResponse).labs.map(({ id }) => id)).toEqual([lab.id]);
    const called = await treated.provider.post(`/api/labs/${lab.id}/call-back`, {
      called_on: daysAgo(0),
      reached: true,
      note: 'Reached the patient, who comes in tomorrow for a repeat',
    });
    expect(called.status).toBe(200);
  });

  it('is another value than its number, and corrected to one', async () => {
    const treated = await submitted(portal);
    const lab = (await post(treated, { psa_ng_ml: '<0.1', hct_percent: 45 })).body as unknown as Lab;
    expect(lab).toMatchObject({
      critical: [],
      results: { psa_ng_ml: { value: 0.1, comparator: '<', flag: 'normal' } },
    });
    const again = await post(treated, { psa_ng_ml: 0.1 });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('another value')]);
    const correct = (version: number, psa_ng_ml: unknown) =>
      treated.provider.post(`/api/labs/${lab.id}/correct`, {
        version,
        results: { psa_ng_ml },
        reason: 'The report says so, read again',
      });
    const number = (await correct(lab.version, 0.1)).body as unknown as Lab;
    expect(number.results['psa_ng_ml']).not.toHaveProperty('comparator');
    const back = (await correct(number.version, '≤ 0.1')).body as unknown as Lab;
    expect(back.results['psa_ng_ml']).toMatchObject({ value: 0.1, comparator: '<=' });
  });

  it.each(['<', '<low', '0.1', '>0x36', '<>54'])('is not %s', async (psa_ng_ml) => {
    const { status, body } = await post(await submitted(portal), { psa_ng_ml });
    expect([status, Object.keys(body.fields as object)]).toEqual([422, ['results.psa_ng_ml']]);
  });

  it('comes in a file, and again without adding anything', async () => {
    const treated = await submitted(portal);
    const at = morning(4);
    const file = [
      'patient_id,collected_at,since_last_dose_h,analyte,value,unit',
      `${treated.patientId},${at},,hct_percent,>54,%`,
      `${treated.patientId},${at},,psa_ng_ml,<10,ng/mL`,
      `${treated.patientId},${at},,tt_ng_dl,"< 600",ng/dL`,
    ].join('\n');
    const send = async () =>
      (await treated.provider.post('/api/labs/import', file, { 'content-type': 'text/csv' }))
        .body as LabImportResponse;
    const first = await send();
    expect([first.accepted, first.rejected]).toEqual([3, 0]);
    expect(first.rows[0]!.critical).toMatchObject([{ analyte: 'hct_percent', comparator: '>' }]);
    expect(first.critical[0]!.results).toMatchObject({
      psa_ng_ml: { value: 10, comparator: '<' },
      tt_ng_dl: { value: 600, comparator: '<' },
    });
    expect(await send()).toMatchObject({ accepted: 0, duplicates: 3 });
  });
});

describe('the worklist of labs', () => {
  it('sorts by urgency: out of range first, then the longest wait', async () => {
    const treated = await submitted(portal);
    for (const [days, tt] of [
      [12, 450],
      [8, 200],
      [4, 500],
      [2, 210],
    ] as const)
      await addLab(treated, days, { tt_ng_dl: tt });
    const filter = { patient_id: treated.patientId, unreviewed: true };
    const { body } = await treated.provider.list('/api/labs', { filter, sort: ['urgency', 'ASC'] });
    expect((body as LabListResponse).labs.map((l) => l.results['tt_ng_dl']!.value)).toEqual([
      200, 210, 450, 500,
    ]);
  });
});

describe('lab import', () => {
  const HEADER = 'patient_id,collected_at,since_last_dose_h,analyte,value,unit';
  const send = ({ provider }: Treated, lines: string[]) =>
    provider.post('/api/labs/import', [HEADER, ...lines].join('\n'), { 'content-type': 'text/csv' });
  const count = async ({ provider, patientId }: Treated) =>
    (
      (await provider.list('/api/labs', { filter: { patient_id: patientId, status: 'completed' } })).body as {
        total: number;
      }
    ).total;

  it('makes one panel per draw, reports each row, and adds nothing the second time', async () => {
    const treated = await submitted(portal);
    const at = `${daysAgo(9)}T08:00:00-05:00`;
    const lines = [
      `${treated.patientId},${at},84,tt_ng_dl,333,ng/dL`,
      `${treated.patientId},${at},84,hct_percent,45.5,%`,
      `${treated.patientId},${at},84,psa_ng_ml,not-a-number,ng/mL`,
      `${ABSENT},${at},,tt_ng_dl,300,ng/dL`,
      `${treated.patientId},${at},84,tt_ng_dl,12,nmol/L`,
      `"${treated.patientId}","${at}","","psa_ng_ml","0.9","ng/mL\n"`,
      `${treated.patientId},${at}`,
      `${treated.patientId},last week,84,tt_ng_dl,333,ng/dL`,
    ];
    const first = await send(treated, lines);
    expect([first.status, first.body.accepted, first.body.rejected]).toEqual([200, 3, 5]);
    expect(
      (first.body as LabImportResponse).rows
        .filter((r) => !r.ok)
        .map((r) => [r.row, r.line, r.column ?? r.error, r.value]),
    ).toEqual([
      [3, 4, 'value', 'not-a-number ng/mL'],
      [4, 5, 'patient_id', '300 ng/dL'],
      [5, 6, 'value', '12 nmol/L'],
      [7, 9, 'The row has 2 columns instead of 6.', ''],
      [8, 10, 'collected_at', '333 ng/dL'],
    ]);
    expect((await detail(treated)).latest_labs).toMatchObject({
      tt_ng_dl: 333,
      hct_percent: 45.5,
      psa_ng_ml: 0.9,
    });
    expect(await count(treated)).toBe(1);
    const second = await send(treated, lines);
    const { accepted, duplicates, rejected, rows } = second.body as LabImportResponse;
    expect([accepted, duplicates, rejected, await count(treated)]).toEqual([0, 3, 5, 1]);
    expect(rows.filter((r) => r.ok).every((r) => r.duplicate && r.lab_id)).toBe(true);
  });

  it('accepts a file of 10,000 rows, and names the 37 bad ones', async () => {
    const treated = await submitted(portal);
    const { body } = await treated.provider.list('/api/provider/patients', { range: [0, 19] });
    const ids = (body as { patients: { patient_id: string }[] }).patients.map((p) => p.patient_id);
    const bad = (i: number) => i % 270 === 269;
    const lines = Array.from({ length: 10_000 }, (_, i) => {
      const at = new Date(Date.UTC(2020, 0, 1) + i * 60_000).toISOString();
      return `${ids[i % ids.length]},${at},,tt_ng_dl,${bad(i) ? 'high' : 300 + (i % 500)},ng/dL`;
    });
    const first = (await send(treated, lines)).body as LabImportResponse;
    expect([first.accepted, first.duplicates, first.rejected, first.rows.length]).toEqual([
      9963, 0, 37, 10_000,
    ]);
    expect(first.rows.filter((r) => !r.ok).map((r) => r.row)).toEqual(
      lines.flatMap((_, i) => (bad(i) ? [i + 1] : [])),
    );
    const second = (await send(treated, lines)).body as LabImportResponse;
    expect([second.accepted, second.duplicates, second.rejected]).toEqual([0, 9963, 37]);
  });

  it('reports conflicting hours since the last dose, within the file and with what is on file', async () => {
    const treated = await submitted(portal);
    const at = `${daysAgo(9)}T08:00:00-05:00`;
    const line = (since: string, analyte: string, value: number, unit: string) =>
      `${treated.patientId},${at},${since},${analyte},${value},${unit}`;
    const told = async (lines: string[]) =>
      ((await send(treated, lines)).body as LabImportResponse).rows.map(
        (r) => r.error ?? r.duplicate ?? r.ok,
      );
    expect(
      await told([
        line('', 'tt_ng_dl', 333, 'ng/dL'),
        line('84', 'hct_percent', 45, '%'),
        line('12', 'psa_ng_ml', 1, 'ng/mL'),
      ]),
    ).toEqual([true, true, 'Line 3 of the file gives 84 hours for the same draw.']);
    expect(
      await told([
        line('12', 'estradiol_pg_ml', 25, 'pg/mL'),
        line('', 'psa_ng_ml', 1, 'ng/mL'),
        line('', 'tt_ng_dl', 333, 'ng/dL'),
      ]),
    ).toEqual(['84 hours are on file for this draw.', true, true]);
    const [panel] = (await detail(treated)).labs_history;
    expect([panel!.since_last_dose_h, Object.keys(panel!.results).sort()]).toEqual([
      84,
      ['hct_percent', 'psa_ng_ml', 'tt_ng_dl'],
    ]);
  });

  it('reads thousands of rows of one draw, and leaves a line for what it compared', async () => {
    const treated = await submitted(portal);
    const row = `${treated.patientId},${daysAgo(9)}T08:00:00-05:00,,tt_ng_dl,333,ng/dL`;
    await send(treated, [row]);
    const started = performance.now();
    const response = await treated.provider.post(
      '/api/labs/import?dry_run=true',
      [HEADER, ...Array.from({ length: 5000 }, () => row)].join('\n'),
      { 'content-type': 'text/csv' },
    );
    expect([response.status, (response.body as LabImportResponse).duplicates]).toEqual([200, 5000]);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect((await treated.patient.get('/api/patient/access-log')).text).toContain(
      'Compared a file of lab results with your record',
    );
  });

  it('adds the hours since the last dose to a draw without them', async () => {
    const treated = await submitted(portal);
    const line = (since: string) =>
      `${treated.patientId},${daysAgo(9)}T08:00:00-05:00,${since},tt_ng_dl,333,ng/dL`;
    for (const [since, expected] of [
      ['', [1, 0]],
      ['84', [1, 0]],
      ['84', [0, 1]],
    ] as const) {
      const { accepted, duplicates } = (await send(treated, [line(since)])).body as LabImportResponse;
      expect([accepted, duplicates]).toEqual(expected);
    }
    expect((await detail(treated)).labs_history.map((l) => l.since_last_dose_h)).toEqual([84]);
  });

  it('that adds results to a reviewed panel makes it unreviewed again, and keeps its note', async () => {
    const treated = await submitted(portal);
    const at = `${daysAgo(9)}T08:00:00-05:00`;
    const line = (analyte: string, value: number, unit: string) =>
      `${treated.patientId},${at},84,${analyte},${value},${unit}`;
    const panel = async () =>
      (
        (await treated.provider.list('/api/labs', { filter: { patient_id: treated.patientId } })).body
          .labs as Lab[]
      ).find((l) => l.status === 'completed')!;
    const known = line('tt_ng_dl', 333, 'ng/dL');
    await send(treated, [known]);
    const { id } = await panel();
    const reviewed = (await treated.provider.post(`/api/labs/${id}/review`, { note: 'seen' })).body as Lab;

    await send(treated, [known]);
    expect(await panel()).toEqual(reviewed);

    await send(treated, [known, line('hct_percent', 55, '%')]);
    expect(await panel()).toMatchObject({
      id,
      reviewed_at: null,
      reviewed_by: null,
      note: 'seen',
      version: reviewed.version + 1,
      results: { tt_ng_dl: { value: 333 }, hct_percent: { value: 55 } },
    });
    const late = await treated.provider.post(`/api/labs/${id}/review`, { version: reviewed.version });
    expect([late.status, late.body.error]).toEqual([409, 'version_conflict']);
  });

  it.each(['0x1F4', '1e3', '0b11', 'Infinity', '1,000'])('does not read %s as a number', async (cell) => {
    const treated = await submitted(portal);
    const { body } = await send(treated, [
      `${treated.patientId},${daysAgo(9)}T08:00:00-05:00,84,tt_ng_dl,"${cell}",ng/dL`,
      `${treated.patientId},${daysAgo(8)}T08:00:00-05:00,"${cell}",tt_ng_dl,333,ng/dL`,
    ]);
    expect(body.rows).toMatchObject([
      {
        row: 1,
        ok: false,
        column: 'value',
        error: 'Enter a decimal number, such as 12.5, or a limit, such as <0.1.',
      },
      { row: 2, ok: false, column: 'since_last_dose_h', error: 'Enter hours from 0 to 4320, or nothing.' },
    ]);
    expect(await count(treated)).toBe(0);
  });

  it.each([
    ['500', 500],
    ['+500.5', 500.5],
  ])('reads %s as a number', async (cell, value) => {
    const treated = await submitted(portal);
    await send(treated, [`${treated.patientId},${daysAgo(9)}T08:00:00-05:00,,tt_ng_dl,${cell},ng/dL`]);
    expect((await detail(treated)).latest_labs.tt_ng_dl).toBe(value);
  });

  it('is rejected completely without its header, and never accepts JSON', async () => {
    const treated = await submitted(portal);
    const response = await treated.provider.post('/api/labs/import', 'patient_id,analyte\nx,y', {
      'content-type': 'text/csv',
    });
    expect([response.status, response.body.fields.file]).toEqual([
      422,
      'The header lacks: collected_at, since_last_dose_h, value, unit.',
    ]);
    expect((await treated.provider.post('/api/labs/import', { csv: '' })).status).toBe(415);
  });
});
