import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Prescription } from '../../common/api/index.js';
import { detail, inForce, ordered, submitted, type Ordered } from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
let treated: Ordered;
let colleague: Person;
beforeAll(async () => {
  portal = await startTreatedPortal();
  treated = await inForce(portal);
  colleague = await portal.signIn('multi@demo.test');
});
afterAll(() => portal.close());

const PLAN = {
  formulation: 'testosterone_cypionate_im',
  dose: 80,
  frequency: 'once weekly',
  route: 'intramuscular',
};
const LONG = 'Discussed with the patient by phone today';
const fieldsOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  Object.keys((body['fields'] ?? {}) as object),
];

describe('a safety check', () => {
  it('is always about the patient who sends it', async () => {
    const other = await submitted(portal);
    const check = { location_state: 'NY', changes: {}, side_effects: [] };
    for (const sender of [treated.patient, treated.provider])
      for (const path of ['/api/safety-checks', `/api/safety-checks?patient_id=${other.patientId}`]) {
        const answer = await sender.post(path, { ...check, patient_id: other.patientId });
        expect([path, [403, 404, 422].includes(answer.status)]).toEqual([path, true]);
      }
    const own = await other.patient.get('/api/safety-checks');
    expect(own.body['safety_checks']).toEqual([]);
    await treated.patient.post('/api/safety-checks', check);
    const asked = await other.patient.get(`/api/safety-checks?patient_id=${treated.patientId}`);
    expect(asked.body['safety_checks']).toEqual([]);
  });
});

describe('two providers at the same time', () => {
  const at = () => `/api/trt/prescriptions/${treated.order.id}`;
  const order = async () => (await treated.provider.get(at())).body as unknown as Prescription;
  const acts = async (one: [Person, string, string], two: [Person, string, string]) => {
    const { version } = (await detail(treated)).case;
    const sent = await Promise.all(
      [one, two].map(([who, path, reason]) => who.post(path, { reason, version })),
    );
    return sent.map(({ status }) => status).sort((a, b) => a - b);
  };

  it('hold and release an order: one act counts, the other is told', async () => {
    const together = async (first: string, second: string) => {
      const { version } = await order();
      // Whatever keeps the order back is named, so that only the race decides.
      const { blocked_by } = (await treated.provider.get(`${at()}/judgement`)).body as unknown as {
        blocked_by: string[];
      };
      const body = (act: string) => ({
        reason: LONG,
        version,
        ...(act === 'release' && { overrides: blocked_by }),
      });
      const sent = await Promise.all([
        treated.provider.post(`${at()}/${first}`, body(first)),
        colleague.post(`${at()}/${second}`, body(second)),
      ]);
      return sent.map(({ status }) => status).sort((a, b) => a - b);
    };
    expect(await together('hold', 'hold')).toEqual([200, 409]);
    expect((await order()).on_hold).not.toBeNull();
    expect(await together('release', 'release')).toEqual([200, 409]);
    expect((await order()).on_hold).toBeNull();
    for (let round = 0; round < 3; round += 1) {
      const before = (await order()).on_hold;
      expect(await together('hold', 'release')).toEqual([200, 409]);
      expect(Boolean((await order()).on_hold)).toBe(!before);
    }
  });

  it('hold and resume the therapy: one act counts, the other is told', async () => {
    const path = (act: string) => `/api/trt/cases/${treated.caseId}/${act}`;
    expect(await acts([treated.provider, path('hold'), LONG], [colleague, path('hold'), LONG])).toEqual([
      200, 409,
    ]);
    expect(await acts([treated.provider, path('resume'), LONG], [colleague, path('hold'), LONG])).toEqual([
      200, 409,
    ]);
  });
});

describe('a dose or a frequency that is none', () => {
  const WRONG: [string, unknown][] = [
    ['dose', 1e9],
    ['dose', -80],
    ['dose', 0],
    ['dose', 'banana'],
    ['dose', null],
    ['dose', [80]],
    ['frequency', 'banana'],
    ['frequency', 'once daily'],
    ['frequency', 7],
  ];

  it.each(WRONG)('is refused in an adjustment, with or without a reason: %s %j', async (field, value) => {
    const wish = { ...PLAN, [field]: value };
    for (const more of [{}, { reason: LONG, overrides: ['rx_dose_over_max', 'dose_raised_by_half'] }])
      for (const query of ['', '?simulate=true']) {
        const answer = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate${query}`, {
          ...wish,
          ...more,
        });
        expect([query, ...fieldsOf(answer)]).toEqual([query, 422, [field]]);
      }
    expect((await detail(treated)).pending_plan).toBeNull();
  });

  it.each(WRONG)('is refused in a plan of a clinician: %s %j', async (field, value) => {
    const one = await submitted(portal);
    const answer = await one.provider.post(`/api/trt/cases/${one.caseId}/plans`, {
      ...PLAN,
      [field]: value,
      override_reason: LONG,
    });
    expect(fieldsOf(answer)).toEqual([422, [field]]);
    expect((await detail(one)).pending_plan).toBeNull();
  });

  it.each<[object, number]>([
    [{ dose: '1000000000 mg' }, 409],
    [{ dose: '1e9 mg' }, 409],
    [{ dose: '-80 mg' }, 409],
    [{ dose: 'banana' }, 409],
    [{ frequency: 'banana' }, 409],
    [{ dose: 1e9 }, 422],
    [{ quantity: 1e9 }, 422],
    [{ quantity: -2 }, 422],
    [{ refills: 'banana' }, 422],
  ])('never becomes an accepted order: %j', async (change, status) => {
    const one = await ordered(portal);
    const { drug, dose, frequency, route, quantity, refills, days_supply } = one.order;
    const made = await one.provider.post(`/api/trt/cases/${one.caseId}/prescriptions`, {
      drug,
      dose,
      frequency,
      route,
      quantity,
      refills,
      days_supply,
      ...change,
    });
    if (status === 422) return expect(made.status).toBe(422);
    const { id } = made.body as unknown as Prescription;
    const at = `/api/trt/prescriptions/${id}`;
    const { blocked_by } = (await one.provider.get(`${at}/judgement`)).body as { blocked_by: string[] };
    const accepted = await one.provider.post(`${at}/review`, {
      decision: 'accept',
      override_reason: LONG,
      overrides: blocked_by,
    });
    expect(accepted.status).toBe(status);
    expect(((await one.provider.get(at)).body as unknown as Prescription).status).toBe('draft');
  });
});
