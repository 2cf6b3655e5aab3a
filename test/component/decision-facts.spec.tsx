import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { AppTheme } from '../../client/src/shared/theme/index.js';
import { isUntreated } from '../../client/src/staff/cases/CloseCaseDialog.js';
import { factsOf as safetyFacts } from '../../client/src/staff/cases/SafetyChecks.js';
import { ClinicalStrip } from '../../client/src/staff/kit/ClinicalStrip.js';
import { STRIP_TEXT } from '../../client/src/staff/kit/text/en.js';
import { PersonFacts } from '../../client/src/staff/kit/PatientBanner.js';
import { OrderChips } from '../../client/src/staff/orders/OrderSummary.js';
import { judgedNow, needsReason } from '../../client/src/staff/plans/usePlanApproval.js';
import { waitsForReview, ToReview } from '../../client/src/staff/records/ToReview.js';
import type { CaseDetail } from '../../client/src/staff/data/dataProvider.js';
import type { PendingPlan, Prescription, SafetyCheck } from '../../common/api/index.js';
import { CASE_STATUS } from '../../common/vocabulary/index.js';

afterEach(cleanup);

const MEDICINES = Array.from({ length: 25 }, (_, n) => `Medicine ${n + 1} 10 mg once a day`);
const person = (current_medications: string) => (
  <AppTheme>
    <PersonFacts mrn="10000560" intake={{ dob: '1980-01-02', allergies: null, current_medications }} />
  </AppTheme>
);

describe('the medicines in an approving dialog', () => {
  it('show their beginning, and the rest on demand, where there are 25', () => {
    render(person(MEDICINES.join('\n')));
    const list = screen.getByText(/Medicine 25 /);
    expect(getComputedStyle(list).overflow).toBe('hidden');
    const more = screen.getByRole('button', { name: 'Show all 25 medicines' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(more);
    expect(getComputedStyle(list).overflow).not.toBe('hidden');
    expect(screen.getByRole('button', { name: 'Show fewer' }).getAttribute('aria-expanded')).toBe('true');
  });

  it('have no button where they are few', () => {
    render(person('Lisinopril 20 mg'));
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it('a flag that a review here has cleared asks for no reason any more', () => {
  const plan = { version: 3, rules: [], reason_needed_for: [], each_by_name: false } as object;
  const opened = { ...plan, flagged: true, flags: [{ key: 'unread_history' }] } as unknown as PendingPlan;
  const cleared = { ...plan, flagged: false, flags: [] } as unknown as PendingPlan;
  expect(judgedNow(opened, cleared)).toMatchObject({ flagged: false, flags: [] });
  expect(needsReason(judgedNow(opened, cleared))).toBe(false);
  expect(judgedNow(opened, { ...cleared, version: 4 })).toBe(opened);
});

describe('what waits to be reviewed, at the top of a dialog', () => {
  const waits = (detail: object) =>
    render(
      <AppTheme>
        <ToReview detail={detail as CaseDetail} />
      </AppTheme>,
    ).container.textContent;
  const message = { body: 'They cut it out of me', to_review: true };

  it('is counted, with the beginning of its words', () => {
    const history = {
      field: 'surgeries',
      text: `Beams every weekday${' and so on'.repeat(30)}`,
      matched: [],
    };
    expect(waits({ unread_history: [history], patient_messages: [message] })).toMatch(
      /2 texts of the patient to review“Beams every weekday.{100,140}…”$/,
    );
    cleanup();
    expect(waits({ patient_messages: [message] })).toContain('“They cut it out of me”');
  });

  it('is none once reviewed', () => {
    const reviewed = { unread_history: [], patient_messages: [{ ...message, to_review: false }] };
    expect([waits(reviewed), waitsForReview(reviewed as unknown as CaseDetail)]).toEqual(['', false]);
  });
});

describe('an accepted order that what the patient wrote keeps back', () => {
  const order = { status: 'accepted', sent_at: null, on_hold: null, prescription_state: 'current' };
  const chips = (waits: boolean | null, change: object = {}) => {
    render(
      <AppTheme>
        <OrderChips order={{ ...order, ...change } as unknown as Prescription} waits={waits} />
      </AppTheme>,
    );
    return screen.queryByText('waits for your review');
  };

  it('says that it waits', () => {
    expect(chips(true)).not.toBeNull();
  });

  it.each<[string, boolean | null, object]>([
    ['nothing waits', false, {}],
    ['it is not known yet', null, {}],
    ['the pharmacy has it', true, { sent_at: '2026-11-20T12:00:00Z' }],
  ])('does not where %s', (_, waits, change) => {
    expect(chips(waits, change)).toBeNull();
  });

  it('waits for what was told and is not settled, too', () => {
    const told = (open: boolean) => waitsForReview({ told_findings: [{ open }] } as unknown as CaseDetail);
    expect([told(true), told(false), waitsForReview(undefined)]).toEqual([true, false, null]);
  });
});

describe('a safety check, as staff read it', () => {
  it('names the patient’s state, not the reader’s', () => {
    const check = { changes: {}, side_effects: [], location_state: 'TX' } as unknown as SafetyCheck;
    expect(safetyFacts(check)).toContainEqual(['Patient’s state', 'Texas']);
  });
});

describe('the actions of a case', () => {
  it.each([
    ['without any plan', {}, true],
    ['with a plan that waits', { pending_plan: {} }, false],
    ['on treatment', { plan: {} }, false],
    ['after a treatment', { discontinuation: {} }, false],
  ])('offer nothing to discontinue only %s', (_, change, untreated) => {
    const detail = { plan: null, pending_plan: null, discontinuation: null, ...change };
    expect(isUntreated(detail as unknown as CaseDetail)).toBe(untreated);
  });
});

describe('the strip of a case', () => {
  const plan = {
    status: 'approved',
    plan_state: 'current',
    formulation: 'testosterone_cypionate_im',
    dose: 80,
    frequency: 'once weekly',
    approved_at: '2026-11-01T12:00:00Z',
    next_review_at: null,
  };
  const known = { plan, labs_history: [], hold: null, therapy_start: { on: '2026-11-01', assumed: false } };
  const told = (change: object): string[] => {
    render(
      <AppTheme>
        <ClinicalStrip detail={{ ...known, ...change } as unknown as CaseDetail} />
      </AppTheme>,
    );
    const terms = within(screen.getByLabelText('At a glance')).getAllByRole('term');
    return terms.slice(0, 1).map(({ textContent }) => textContent);
  };

  it.each([
    ['before treatment', '2026-10-20T12:00:00Z', null, 'before treatment', false],
    ['on treatment', '2026-11-09T12:00:00Z', null, 'time since dose unknown', false],
    ['on treatment', '2026-11-09T12:00:00Z', 30, '30 h after dose', false],
    ['on treatment', '2026-11-09T12:00:00Z', 30, '30 h after dose \\(from the dose log\\)', true],
  ])(
    'says of a draw %s on %s with %s hours: %s',
    (_, collected_at, since_last_dose_h, when, since_from_log) => {
      const results = { tt_ng_dl: { value: 300, unit: 'ng/dL', flag: 'normal' } };
      told({ labs_history: [{ collected_at, since_last_dose_h, since_from_log, results }] });
      expect(screen.getByText(new RegExp(`, ${when}$`))).not.toBeNull();
    },
  );

  it.each([
    ['on treatment', {}, 'Current dose'],
    ['on hold', { hold: { since: '2026-11-20' } }, 'Dose on hold'],
    ['approved and not begun', { therapy_start: { on: '2026-11-08', assumed: true } }, 'Approved dose'],
    ['without a plan', { plan: null }, 'Treatment'],
  ])('names the dose as what it is: %s', (_, change, name) => {
    expect(told(change)).toEqual([name]);
  });

  it.each([
    ['up', { systolic: 128, diastolic: 78 }],
    ['down', { systolic: 170, diastolic: 110 }],
    ['down', { systolic: 165, diastolic: 110 }],
  ])('shows that the blood pressure went %s from the last reading', (way, before) => {
    const now = { systolic: 165, diastolic: 105, on: '2026-11-20', reported: false };
    told({ blood_pressure: { ...now, before } });
    const item = screen.getByText('Blood pressure').closest('div')!;
    expect(item.textContent).toContain(STRIP_TEXT.trend[way as 'up' | 'down']);
    expect(item.textContent).toContain(`${before.systolic}/${before.diastolic}`);
  });

  it('has no green tick for monitoring, which says nothing of how the patient is', () => {
    expect(CASE_STATUS.monitoring.tone).not.toBe('success');
  });
});
