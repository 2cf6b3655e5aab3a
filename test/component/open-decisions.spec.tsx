import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { AppTheme } from '../../client/src/shared/theme/index.js';
import { CurveKey } from '../../client/src/staff/curve/CurveKey.js';
import { WayOut } from '../../client/src/staff/orders/WayOut.js';
import { LeftOutPlans } from '../../client/src/staff/plans/LeftOutPlans.js';
import type {
  CaseDetailResponse,
  CaseListResponse,
  CurveResponse,
  StaffRefillRequest,
} from '../../common/api/index.js';
import { caseOf, failing, type Answers } from './answers.js';
import { closePage, openPage, SLOW } from './page.js';

/** What is open on a case, and what a clinician sees when deciding. */

// The case loads much of the staff side: its modules are there before the first test waits for a page.
beforeAll(() => import('../../client/src/staff/cases/CaseDetailPage.js'));
afterEach(closePage);

const CASE = caseOf('Paul Drake');
const DETAIL = `/api/trt/cases/${CASE}/detail`;
const CRITICAL = 't_supraphysiologic';
const answer = (body: object): Response => failing(200, body);

/** Opens the case as it was recorded, with a change. */
function openCase(
  change: (detail: CaseDetailResponse) => CaseDetailResponse,
  tab = '',
  more: Answers = {},
): void {
  openPage(`/trt/cases/${CASE}${tab}`, { as: 'provider', answers: { [DETAIL]: change, ...more } });
}
const withEffect = (detail: CaseDetailResponse, effect: string): CaseDetailResponse => ({
  ...detail,
  rules: detail.rules.map((rule) => (rule.rule_key === CRITICAL ? { ...rule, effect } : rule)),
});
const panel = async () => screen.findByRole('tabpanel', {}, SLOW);
const therapy = (place: HTMLElement) =>
  within(place)
    .queryAllByRole('button', { name: /^(Hold therapy|Discontinue)/ })
    .map(({ textContent }) => textContent);

it.each([
  ['testosterone_cypionate_im', 1],
  ['testosterone_undecanoate_im', 0],
] as const)('the key of the curve of %s names %s target', (formulation, count) => {
  const current = { formulation, frequency: 'once weekly', target: { low: 450, high: 600 }, points: [] };
  const curve = { current, proposed: null, draws: [], basis: 'plan' } as unknown as CurveResponse;
  render(
    <AppTheme>
      <CurveKey curve={curve} />
    </AppTheme>,
  );
  expect(screen.queryAllByText(/450/)).toHaveLength(count);
  cleanup();
});

describe('an alert', () => {
  it.each(['STOP', 'HOLD+REFER', 'BLOCK/STOP'])(
    'of a rule with %s can hold or end the treatment',
    async (effect) => {
      openCase((detail) => withEffect(detail, effect));
      expect(therapy(await panel())).toHaveLength(2);
      fireEvent.click(within(await panel()).getByRole('button', { name: 'Hold therapy' }));
      expect(screen.getByRole('dialog', { name: /^Hold therapy for/ })).not.toBeNull();
    },
  );

  it.each([
    ['that advises something else', (detail: CaseDetailResponse) => withEffect(detail, 'DOSE↓+RXBLOCK')],
    ['without a treatment', (detail: CaseDetailResponse) => ({ ...withEffect(detail, 'STOP'), plan: null })],
  ])('%s does not', async (_, change) => {
    openCase(change);
    expect(therapy(await panel())).toEqual([]);
  });
});

describe('the review of a result', () => {
  it('can hold or end the treatment where a rule that read it advises that', async () => {
    const { calls } = await import('./recorded/provider.json', { with: { type: 'json' } }).then(
      (file) => file.default as unknown as { calls: Record<string, CaseDetailResponse> },
    );
    const known = withEffect(calls[DETAIL]!, 'STOP');
    const patient = {
      source: 'db',
      summary: {},
      intake_summary: null,
      case_id: CASE,
      rules: known.rules,
    };
    const { patient_id: id } = known.case;
    openCase((detail) => withEffect(detail, 'STOP'), '?tab=labs', {
      [`/api/provider/patients/${id}/profile`]: answer(patient),
      [`/api/provider/patients/${id}`]: answer(patient),
      '/api/labs': answer({ labs: [], total: 0, source: 'db' }),
      '/api/trt/lab-orders': answer({ lab_orders: [], total: 0 }),
    });
    const [open] = await waitFor(() => {
      const found = screen.getAllByRole('button', { name: /^(Review|Open) .*Paul Drake/ });
      expect(found.length).toBeGreaterThan(0);
      return found;
    }, SLOW);
    fireEvent.click(open!);
    await waitFor(() => expect(therapy(screen.getByRole('dialog'))).toHaveLength(2), SLOW);
  });
});

describe('a case', () => {
  /** What is open is named above the chart; the alerts themselves stand in their tab. */
  const order = async () => {
    await panel();
    const chart = document.getElementById('case-timeline')!;
    const named = screen.queryByText(/^\d+ open alerts?:/);
    const above = named && named.compareDocumentPosition(chart) & Node.DOCUMENT_POSITION_FOLLOWING;
    return above ? 'alerts' : 'chart';
  };
  const only = (severity: string) => (detail: CaseDetailResponse) => ({
    ...detail,
    alerts: detail.alerts.filter((one) => one.severity === severity),
  });

  it.each([
    ['critical', 'alerts'],
    ['warning', 'alerts'],
    ['info', 'chart'],
  ])('with nothing open but %s begins with the %s', async (severity, first) => {
    openCase(only(severity));
    expect(await order()).toBe(first);
  });

  it('says which orders in use were approved against which rules', async () => {
    openCase((detail) => ({
      ...detail,
      prescriptions: detail.prescriptions.map((one) => ({ ...one, override_rules: ['rx_dose_over_max'] })),
    }));
    expect(await screen.findByText(/Approved against rules: .*maximum/i, {}, SLOW)).not.toBeNull();
  });

  it.each([
    [
      'a rule against treatment',
      ['psa_on_therapy_over_4'],
      /intake\. Rules against treatment: Testosterone over/,
    ],
    ['no such rule', [], /^No plan was drafted from the intake\. A provider can write one/],
  ])('without a plan says why: %s', async (_, against, words) => {
    openCase(
      (detail) => ({
        ...withEffect(detail, against.length ? 'BLOCK' : 'NOTE'),
        plan: null,
        pending_plan: null,
        discontinuation: null,
      }),
      '?tab=plan',
    );
    expect(await screen.findByText(words, {}, SLOW)).not.toBeNull();
  });
});

describe('the list of cases', () => {
  it('marks a case with an order that was approved against rules', async () => {
    openPage('/trt/provider/cases', {
      as: 'provider',
      answers: {
        '/api/trt/cases': (list: CaseListResponse) => ({
          ...list,
          items: list.items.map((row) => ({ ...row, approved_against: ['rx_dose_over_max'] })),
        }),
      },
    });
    expect((await screen.findAllByText(/^Approved against rules: /, {}, SLOW)).length).toBeGreaterThan(0);
  });
});

describe('an order that nothing overrides', () => {
  const told = (legal: string[]) => {
    const { container } = render(
      <AppTheme>
        <MemoryRouter>
          <WayOut legal={legal} />
        </MemoryRouter>
      </AppTheme>,
    );
    return container;
  };
  afterEach(cleanup);

  it('is not to be corrected where the license has expired', () => {
    const words = told(['license_expired']);
    expect(words.textContent).not.toContain('Correct');
    expect(within(words).getByRole('link', { name: 'License and DEA' }).getAttribute('href')).toBe(
      '/account/licenses',
    );
  });

  it('is to be corrected where something is wrong in it', () => {
    expect(told(['dose_implausible']).textContent).toContain('Correct the prescription first.');
  });
});

describe('a refill request', () => {
  it('shows directions, quantity, days, refills and the last fill of its order', async () => {
    const request = {
      id: 'r1',
      version: 1,
      case_id: CASE,
      patient_name: 'Paul Drake',
      mrn: '10000000',
      state: 'in_review',
      asked: {
        labs: { by: 'Dr. Elena Rossi', at: '2026-11-26T15:00:00Z', missing: ['hct_percent'] },
        visit: null,
      },
      answer: 'Please have your hematocrit checked',
      requested_on: '2026-11-25',
      due_by: '2026-11-30',
      owner: 'Care team',
      doses_left: 99,
      reason: null,
      reported: { changes: {}, side_effects: [] },
      signs: { share: null, signs: [], days_in_hand: 0 },
      gates: [],
      findings: [],
      supply: {
        last_fill_on: '2026-11-02',
        legal_last_fill_on: '2027-04-30',
        days_left: 13,
        doses_left: 1,
        doses_short: true,
        refills_left: 2,
      },
    } as unknown as StaffRefillRequest;
    const { calls } = await import('./recorded/provider.json', { with: { type: 'json' } }).then(
      (file) => file.default as unknown as { calls: Record<string, CaseDetailResponse> },
    );
    const [rx] = calls[DETAIL]!.prescriptions;
    const mine = { ...request, prescription_id: rx!.prescription_id, drug: rx!.drug, dose: rx!.dose };
    openPage('/trt/provider/refills', {
      as: 'provider',
      answers: {
        '/api/trt/refill-requests': (list: object) => ({ ...list, refill_requests: [mine], total: 1 }),
        [`/api/trt/prescriptions/${rx!.prescription_id}/judgement`]: answer({
          blocked_by: [],
          legal: [],
          each_by_name: false,
          rules: [],
          after_plan_approval: null,
        }),
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Decide.*Paul Drake/ }, SLOW));
    const dialog = screen.getByRole('dialog');
    await within(dialog).findByText(rx!.sig, {}, SLOW);
    expect(dialog.textContent).toContain(`for ${rx!.days_supply} days, ${rx!.refills} refill`);
    expect(dialog.textContent).toContain('Last fill Nov 2, 2026.');
    expect(dialog.textContent).toContain('1 dose left by fills and dose log, fewer than the days');
    expect(dialog.textContent).toContain('Patient says 99 left, log says 1');
    // What a colleague asked for stands there, and an approval names it.
    expect(dialog.textContent).toContain('Labs asked on Nov 26, 2026 by Dr. Elena Rossi, no result');
    expect(dialog.textContent).toContain('“Please have your hematocrit checked”');
    fireEvent.change(within(dialog).getByLabelText('Decision'), { target: { value: 'approve' } });
    within(dialog).getByRole('checkbox', { name: /Labs asked for before the refill, no result/ });
  });
});

describe('a fill of an order that a rule keeps back', () => {
  it('is recorded by name with a reason, as a status is', async () => {
    const { calls } = await import('./recorded/provider.json', { with: { type: 'json' } }).then(
      (file) => file.default as unknown as { calls: Record<string, CaseDetailResponse> },
    );
    const { prescriptions } = calls[DETAIL]!;
    const rx = {
      ...prescriptions[0]!,
      status: 'filled',
      prescription_state: 'current',
      on_hold: null,
    } as const;
    openPage(`/trt/cases/${CASE}/prescriptions`, {
      as: 'provider',
      answers: {
        [DETAIL]: (detail: CaseDetailResponse) => ({ ...detail, prescriptions: [rx] }),
        [`/api/trt/prescriptions/${rx.prescription_id}/dispenses`]: answer({ dispenses: [] }),
        [`/api/trt/prescriptions/${rx.prescription_id}/judgement`]: answer({
          blocked_by: ['critical_lab_not_called'],
          legal: [],
          each_by_name: true,
          rules: [],
          after_plan_approval: null,
        }),
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Record a fill/ }, SLOW));
    const dialog = await screen.findByRole('dialog', {}, SLOW);
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: /critical/i }, SLOW));
    fireEvent.change(within(dialog).getByLabelText(/^Reason for recording it/), {
      target: { value: 'Handed over before the result came' },
    });
    const read = globalThis.fetch;
    const sent: unknown[] = [];
    globalThis.fetch = (asked, init) => {
      if (init?.method === 'POST') sent.push(JSON.parse(init.body as string));
      return read(asked, init);
    };
    fireEvent.click(within(dialog).getByRole('button', { name: 'Record fill' }));
    await waitFor(
      () =>
        expect(sent).toContainEqual(
          expect.objectContaining({
            overrides: ['critical_lab_not_called'],
            override_reason: 'Handed over before the result came',
          }),
        ),
      SLOW,
    );
  });
});

describe('plans that bulk approval leaves out', () => {
  const left = (name: string, at: number, ...reasons: string[]) => ({
    plan_id: `p-${name}-${at}`,
    case_id: `c-${name}-${at}`,
    patient_name: `${name} ${at}`,
    mrn: '12345678',
    reasons,
  });
  const flagged = [1, 2, 3, 4].map((at) => left('Flagged', at, 'polycythemia_history', 'Asked for a call'));
  const other = [left('Unread', 1, 'message_unread')];
  const shown = () =>
    render(
      <AppTheme>
        <MemoryRouter>
          <LeftOutPlans
            skipped={[
              ...flagged.map(({ plan_id }) => ({ plan_id, reason: 'flagged' })),
              ...other.map(({ plan_id }) => ({ plan_id, reason: 'message_unread' })),
              { plan_id: 'closed', reason: 'reason_required' },
            ]}
            left={[...flagged, ...other]}
          />
        </MemoryRouter>
      </AppTheme>,
    );

  it('are named with their reasons, folded where there are many', () => {
    const { container } = shown();
    const [fold, ...more] = container.querySelectorAll('details');
    expect(more).toEqual([]);
    expect(fold!.querySelector('summary')!.textContent).toBe('Show the 4 flagged plans');
    expect(fold!.querySelector('li')!.textContent).toBe(
      'Flagged 1 12345678: History of polycythemia; Asked for a call',
    );
    const [link] = screen.getAllByRole('link', { name: 'Unread 1', hidden: true });
    expect(link!.getAttribute('href')).toBe('/trt/cases/c-Unread-1');
    expect(fold!.contains(link!)).toBe(false);
    expect(container.textContent).not.toContain('6 plans');
  });
});
