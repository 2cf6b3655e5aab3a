import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type {
  DashboardResponse,
  PrescriptionSupply,
  RefillRequest,
  RefillRequestsResponse,
  SupplyResponse,
} from '../../common/api/index.js';
import { failing, type Answers, addressOf } from './answers.js';
import { closePage, openPage, SLOW } from './page.js';

/** What a patient reads about a request for a refill. */

beforeAll(() => import('../../client/src/patient/refills/RefillForm.js'));
afterEach(closePage);

const REQUEST: Omit<RefillRequest, 'prescription_id' | 'drug'> = {
  id: '3f0c1f5e-6f0e-4f5e-9d57-1b1b0a1c2d3e',
  version: 2,
  requested_on: '2026-11-27',
  doses_left: null,
  reason: null,
  state: 'needs_labs',
  withdrawn: false,
  owner: 'Dr. Elena Rossi',
  due_by: '2026-12-01',
  results_on: null,
  visit_on: null,
  answer: null,
  decided_at: '2026-11-27T15:00:00Z',
};

const recording = (await import('./recorded/patient.json', { with: { type: 'json' } }).then(
  (file) => file.default,
)) as unknown as { calls: { '/api/supply': SupplyResponse } };
const [OTHER, FIRST] = recording.calls['/api/supply'].prescriptions as [
  PrescriptionSupply,
  PrescriptionSupply,
];

/** One of two orders was asked for. */
const asked = (change: Partial<RefillRequest>, other = OTHER): Answers => ({
  '/api/supply': (): SupplyResponse => {
    const open = change.state !== 'refused' && { refill_request_id: REQUEST.id };
    return { prescriptions: [other, { ...FIRST, ...open }] };
  },
  '/api/refill-requests': (): RefillRequestsResponse => ({
    refill_requests: [{ ...REQUEST, prescription_id: FIRST.prescription_id, drug: FIRST.drug, ...change }],
  }),
});
const text = (): string => document.body.textContent;

describe('a request that waits for labs', () => {
  it('stands before the form for an order of another product, and says until when and where to go', async () => {
    const gel: PrescriptionSupply = {
      ...OTHER,
      formulation: 'testosterone_gel',
      drug: 'Testosterone gel 1.62%',
    };
    openPage('/trt/patient/refill', { as: 'patient', answers: asked({}, gel) });
    const form = await screen.findByRole('form', { name: 'Ask for a refill' }, SLOW);
    const card = await screen.findByText(
      /Go to the lab in the next few days, before your medicine runs out on Dec 1, 2026\./,
    );
    expect(card.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(within(card).getByRole('link').getAttribute('href')).toBe('/trt/patient/lab-visit');
  });

  it('is the only one for a product: the form does not ask for its other order', async () => {
    openPage('/trt/patient/refill', { as: 'patient', answers: asked({}) });
    await screen.findByText('Nothing to ask for right now', {}, SLOW);
    expect(screen.queryByRole('form', { name: 'Ask for a refill' })).toBeNull();
  });

  it('says the same on the first card', async () => {
    openPage('/trt/patient', { as: 'patient', answers: asked({}) });
    await screen.findByText(
      /Go to the lab in the next few days, before your medicine runs out on Dec 1, 2026\./,
      {},
      SLOW,
    );
  });

  it('says that the results are in once they are, and sends no one to a blood draw', async () => {
    const back = asked({ state: 'requested', results_on: '2026-11-28' });
    openPage('/trt/patient', { as: 'patient', answers: back });
    await screen.findByText(
      /blood test on Nov 28, 2026 are in\. Dr\. Elena Rossi will look at your request by/,
      {},
      SLOW,
    );
    expect(text()).toContain('Your results are in.');
    expect(text()).not.toContain('Go to the lab in the next few days');
  });

  it('says that a report sent since is being read', async () => {
    const report = {
      id: REQUEST.id,
      name: 'report.pdf',
      content_type: 'application/pdf',
      bytes: 1,
      state: 'waiting',
      uploaded_at: '2026-11-27T16:00:00Z',
      transcribed_at: null,
      values_entered: false,
    };
    const answers = { ...asked({}), '/api/lab-reports': () => ({ lab_reports: [report] }) };
    openPage('/trt/patient', { as: 'patient', answers });
    await screen.findByText(/Your care team will read it and enter the results/, {}, SLOW);
    expect(text()).not.toContain('Go to the lab in the next few days');
  });
});

it('a refused request says on the first card why, and what to do', async () => {
  const answer = 'Your blood pressure has to come down first.';
  openPage('/trt/patient', { as: 'patient', answers: asked({ state: 'refused', answer }) });
  const why = await screen.findByText(/Your blood pressure has to come down first\./, {}, SLOW);
  const card = why.closest('section')!;
  expect(card.textContent).toContain('Not approved. Dr. Elena Rossi did not approve it.');
  expect(within(card).getByRole('link', { name: 'Message your care team' })).not.toBeNull();
});

describe('a high blood pressure', () => {
  const measured = (): void => {
    const type = (place: ReturnType<typeof within>, name: RegExp, value: string) =>
      fireEvent.change(place.getByRole('textbox', { name }), { target: { value } });
    type(within(document.body), /^Top number/, '165');
    type(within(document.body), /^Bottom number/, '102');
    const day = within(screen.getByRole('group', { name: /^Measured on/ }));
    type(day, /^Month/, '11');
    type(day, /^Day/, '27');
    type(day, /^Year/, '2026');
  };
  const saving = (path: string, body: object): void => {
    const before = globalThis.fetch;
    globalThis.fetch = async (url, init) =>
      init?.method === 'POST' && addressOf(url).endsWith(path) ? failing(201, body) : before(url, init);
  };
  const advice = () => screen.findByText(/measure again.*message your care team today.*call 911/, {}, SLOW);

  it('told with a request for a refill says what to do once it was sent', async () => {
    openPage('/trt/patient/refill', { as: 'patient' });
    await screen.findByRole('form', { name: 'Ask for a refill' }, SLOW);
    const place = screen.getByRole<HTMLSelectElement>('combobox', { name: /^Where are you right now/ });
    expect(place.value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Still in New York' }));
    expect([place.value, screen.queryByRole('button', { name: /^Still in/ })]).toEqual(['NY', null]);
    for (const no of screen.getAllByRole('radio', { name: 'No' }).slice(0, 4)) fireEvent.click(no);
    measured();
    await advice();
    const order = { prescription_id: FIRST.prescription_id, drug: FIRST.drug };
    saving('/api/refill-requests', { ...REQUEST, ...order, state: 'requested', emergency: null });
    fireEvent.click(screen.getByRole('button', { name: 'Send refill request' }));
    await screen.findByText(/^Request sent/, {}, SLOW);
    await advice();
  });

  it('told with a check-in too', async () => {
    openPage('/trt/patient/progress?check-in=1', { as: 'patient' });
    const form = await screen.findByRole('form', { name: /check-in/i }, SLOW);
    fireEvent.click(within(form).getByRole('button', { name: /the rest/ }));
    measured();
    saving('/api/progress/check-in', { id: REQUEST.id, emergency: null, phq2_total: null, follow_up: null });
    fireEvent.click(within(form).getByRole('button', { name: /^(Send|Save)/ }));
    await waitFor(() => expect(screen.queryByRole('form', { name: /check-in/i })).toBeNull(), SLOW);
    await advice();
  });
});

describe('without a lab order', () => {
  const none: Answers = {
    '/api/lab-orders': () => ({ lab_orders: [] }),
    '/api/trt/dashboard': (dashboard: object) => ({ ...dashboard, lab_order: null }),
    ...asked({}),
  };
  const ways = async (): Promise<(string | null)[]> =>
    (await screen.findAllByRole('link', { name: 'Ask for a lab order' }, SLOW)).map((link) =>
      link.getAttribute('href'),
    );
  const ASK = '/trt/patient/messages?thread=new&about=lab_order';

  it('the labs card begins a message, and does not ask for anything the patient does not have', async () => {
    openPage('/trt/patient', { as: 'patient', answers: none });
    expect(await ways()).toContain(ASK);
    expect(text()).not.toContain('your lab order, and anything');
  });

  it('the lab visit does so too, and says why a test is due now', async () => {
    openPage('/trt/patient/lab-visit', { as: 'patient', answers: none });
    expect(await ways()).toEqual([ASK]);
    await screen.findByText(/Go now, before your medicine runs out on Dec 1, 2026\./);
  });

  it('an ordered visit is now too while a refill waits for it', async () => {
    openPage('/trt/patient/lab-visit', { as: 'patient', answers: asked({}) });
    await screen.findByText('Now: your refill waits for the result.', {}, SLOW);
    expect(text()).not.toContain('Between Dec');
    expect(text()).toContain('Going now matters more than the preparation below.');
  });

  it.each([
    ['between its days', '2099-12-01', '2099-12-02', /^Go between Dec 1, 2099 and Dec 2, 2099: your refill/],
    ['from its only day on', '2099-12-02', '2099-12-02', /^Go from Dec 2, 2099 on: your refill/],
    ['now once they are over', '2020-12-01', '2020-12-02', /^Now: your refill/],
  ])('or %s, as the suggestion says', async (_, draw_from, draw_until, said) => {
    const days = (dashboard: DashboardResponse) => ({
      ...dashboard,
      next_lab_suggestion: { ...dashboard.next_lab_suggestion, draw_from, draw_until },
    });
    openPage('/trt/patient/lab-visit', {
      as: 'patient',
      answers: { ...asked({}), '/api/trt/dashboard': days as Answers[string] },
    });
    await screen.findByText(said, {}, SLOW);
  });

  it('the message has its subject', async () => {
    openPage(ASK, { as: 'patient' });
    const subject = await screen.findByRole('textbox', { name: 'Subject' }, SLOW);
    expect((subject as HTMLInputElement).value).toBe('I need a lab order');
  });
});

it('my prescriptions has the button where a refill can be asked for', async () => {
  openPage('/trt/patient/prescriptions', { as: 'patient' });
  const [button] = await screen.findAllByRole('link', { name: 'Ask for a refill' }, SLOW);
  expect(button!.getAttribute('href')).toMatch(/^\/trt\/patient\/refill\?prescription=/);
});

it.each([
  ['has it too on treatment without any fill on record', false, 1],
  ['has none before the first dose', true, 0],
])('my prescriptions %s', async (_, assumed, count) => {
  openPage('/trt/patient/prescriptions', {
    as: 'patient',
    answers: {
      '/api/first-dose': (asks: object) => ({ ...asks, therapy_start: { on: '2026-11-20', assumed } }),
      '/api/supply': (): SupplyResponse => ({
        prescriptions: [
          { ...FIRST, last_fill_on: null, run_out_on: null, days_left: null, state: 'ask_now' },
        ],
      }),
    },
  });
  await screen.findByRole('heading', { name: 'Current' }, SLOW);
  await waitFor(() =>
    expect(screen.queryAllByRole('link', { name: 'Ask for a refill' })).toHaveLength(count),
  );
});

it('chest pain that is unchecked before sending says that the care team was told', async () => {
  openPage('/trt/patient/safety-check', {
    as: 'patient',
    answers: { '/api/safety-checks/emergency': failing(200, { told: true }) },
  });
  const chest = await screen.findByRole('checkbox', { name: /chest pain/i }, SLOW);
  fireEvent.click(chest);
  await screen.findByText(/We have told your care team about this symptom/, {}, SLOW);
  // The crisis line is not for the body.
  expect(screen.getAllByRole('link', { name: 'Call 911' })).not.toHaveLength(0);
  expect(screen.queryAllByRole('link', { name: /988/ })).toHaveLength(0);
  fireEvent.click(chest);
  await screen.findByText(/Unchecking it does not take that back: do not take your next dose until/);
  fireEvent.click(chest);
  expect(text()).not.toContain('Unchecking it');
});
