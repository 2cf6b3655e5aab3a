import { describe, expect, it } from '@jest/globals';
import type { DashboardResponse, NoPlan, Plan } from '#common/api/index.js';
import { mayRequest, nextBloodTest, nextSteps, standingOf, targetRange, waitsForLabs } from './standing.js';

const dashboard = (change: Partial<DashboardResponse>): DashboardResponse => ({
  case_source: 'db',
  as_of: '2026-11-20T12:00:00.000Z',
  intake_completed: false,
  intake_status: 'none',
  emergency_open: false,
  plan: null,
  pending_plan: null,
  no_plan: null,
  hold: null,
  goes_on_as: null,
  goes_on_until: null,
  next_lab_suggestion: null,
  lab_order: null,
  intake: null,
  unsent_changes: null,
  reminders_due: 0,
  held_since: null,
  ...change,
});
const noPlan = (reason: NoPlan['reason'], ended_on: string | null): NoPlan => ({
  reason,
  ended_on,
  reasons: [],
  in_person: false,
});
const plan = (status: Plan['status']) => ({ status }) as Plan;
const submitted = { intake_completed: true, intake_status: 'submitted' } as const;

const treated = (instruction: string, due: number) =>
  dashboard({
    plan: plan('approved'),
    next_lab_suggestion: {
      instruction,
      suggested_in_days: Math.max(0, due),
      draw_timing: '',
      status: due < 0 ? 'overdue' : 'scheduled',
      due_in_days: due,
      due_on: '2026-11-20',
      label: instruction,
      analytes: [],
    },
  });

it('the next blood test is the earlier of the schedule and an order to be drawn', () => {
  const { next_lab_suggestion: labs } = treated('Quarterly check: PSA.', 48);
  const order = { laboratory: 'Lab', due_on: '2026-12-24', drawn: false };
  expect(nextBloodTest(labs, order, '2026-11-27')).toBe(27);
  expect(nextBloodTest(labs, { ...order, drawn: true }, '2026-11-27')).toBe(48);
  expect(nextBloodTest(labs, null, '2026-11-27')).toBe(48);
  expect(nextBloodTest(null, order, '2026-11-27')).toBe(27);
  expect(nextBloodTest(null, null, '2026-11-27')).toBeNull();
});

const onHold = (answer: DashboardResponse): DashboardResponse => ({
  ...answer,
  hold: { since: '2026-11-18', until_on: null },
});

describe('next labs text', () => {
  it('knows when the tests a diagnosis requires are missing', () => {
    expect(waitsForLabs(treated('Second morning testosterone on a different day.', 7))).toBe(true);
    expect(waitsForLabs(treated('Quarterly check: PSA.', 7))).toBe(false);
    expect(waitsForLabs(dashboard({}))).toBe(false);
  });
});

describe('standingOf', () => {
  it.each([
    ['start', dashboard({}), false],
    ['resume', dashboard({ intake_status: 'draft' }), true],
    ['education', dashboard(submitted), false],
    ['education', dashboard({ ...submitted, plan: plan('pending_review') }), false],
    [
      'ended',
      dashboard({
        ...submitted,
        no_plan: noPlan('ended', '2026-10-01'),
      }),
      false,
    ],
    [
      'unstarted',
      dashboard({
        ...submitted,
        no_plan: noPlan('not_started', '2026-10-01'),
      }),
      false,
    ],
    [
      'held',
      dashboard({
        ...submitted,
        no_plan: noPlan('not_eligible', null),
      }),
      false,
    ],
    ['request', dashboard(submitted), true],
    ['request', dashboard(submitted), undefined],
    ['review', dashboard({ ...submitted, plan: plan('pending_review') }), true],
    ['approved', dashboard({ ...submitted, plan: plan('approved') }), false],
    ['approved', dashboard({ plan: plan('approved') }), undefined],
    ['approved', treated('Quarterly check: total testosterone.', 0), undefined],
    ['overdue', treated('Quarterly check overdue: total testosterone.', -1), undefined],
    ['recheck', treated('Blood count recheck: hematocrit.', 28), undefined],
    ['paused', onHold(dashboard({ plan: plan('approved') })), undefined],
    ['paused', onHold(treated('Blood count recheck: hematocrit.', 28)), undefined],
    ['paused', onHold(treated('Quarterly check overdue: total testosterone.', -1)), true],
  ])('%s', (standing, answer, educated) => expect(standingOf(answer, educated)).toBe(standing));
});

describe('mayRequest', () => {
  it.each([
    ['before the intake is submitted', dashboard({}), false],
    ['without a plan', dashboard(submitted), true],
    ['when a rule was against one', noPlan('not_eligible', null), true],
    ['after treatment ended', noPlan('ended', '2026-10-01'), false],
    ['after treatment ended before it began', noPlan('not_started', '2026-10-01'), false],
    ['with a plan', dashboard({ ...submitted, plan: plan('pending_review') }), false],
  ])('%s', (_, given, may) =>
    expect(mayRequest('reason' in given ? dashboard({ ...submitted, no_plan: given }) : given)).toBe(may),
  );
});

describe('nextSteps', () => {
  const today = '2026-11-20';
  const labs = (due: number) =>
    ({ due_in_days: due, suggested_in_days: due }) as DashboardResponse['next_lab_suggestion'];
  const approved = (due: number, review: string | null) =>
    nextSteps(
      dashboard({ plan: { next_review_at: review } as Plan, next_lab_suggestion: labs(due) }),
      'approved',
      today,
    );
  it("starts with the patient's own step and ends with the plan", () => {
    const steps = nextSteps(dashboard({}), 'start', today);
    expect(steps[0]).toBe('You fill in the medical intake.');
    expect(steps.at(-1)).toMatch(/^Your plan will appear here once it’s approved/);
  });
  it('puts what is due first at the top', () => {
    expect(approved(27, '2026-11-30')).toEqual([
      'Your clinician reviews your plan in 10 days.',
      'Your next blood test is due in 27 days.',
      'Between visits, let us know how you’re doing.',
    ]);
    expect(approved(3, '2026-11-30')[0]).toBe('Your next blood test is due in 3 days.');
  });
  it('after treatment ends, names the follow-up tests and how to return', () => {
    const ended = { no_plan: noPlan('ended', '2026-10-01') };
    expect(nextSteps(dashboard({ ...ended, next_lab_suggestion: labs(12) }), 'ended', today)).toEqual([
      'Your next blood test is due in 12 days.',
      'If you want to start again one day, submit your intake again. A clinician will then review it.',
    ]);
    expect(nextSteps(dashboard(ended), 'ended', today)).toHaveLength(1);
  });
  it('starts with the care team while treatment is on hold', () => {
    const paused = onHold(dashboard({ next_lab_suggestion: labs(28) }));
    expect(nextSteps(paused, 'paused', today).slice(0, 2)).toEqual([
      'Your care team tells you when to take your next dose.',
      'Your next blood test is due in 28 days.',
    ]);
  });
  it('says that a test is overdue, and promises no review in the past', () => {
    expect(approved(-4, '2026-11-19')).toEqual([
      'Your blood test is overdue. Please have it done soon.',
      'Between visits, let us know how you’re doing.',
    ]);
  });
});

describe('targetRange', () => {
  const usual = { low: 450, high: 600 };
  it('is the plan’s range, or the usual one when the plan has none', () => {
    expect(targetRange({ target_range_low: 500, target_range_high: 700 }, usual)).toEqual({
      low: 500,
      high: 700,
    });
    expect(targetRange({ target_range_low: null, target_range_high: null }, usual)).toEqual(usual);
    expect(targetRange({ target_range_low: 0, target_range_high: 700 }, usual)).toEqual({
      low: 0,
      high: 700,
    });
  });
});
