import { describe, expect, it } from '@jest/globals';
import {
  controlOf,
  firstDraft,
  isTouched,
  safetyCheckProblems,
  toRequest,
  type SafetyCheckDraft,
} from './draft.js';

const BEFORE = {
  location_state: 'NY',
  sex_assigned_at_birth: 'male',
  vte_history: 'no',
  vte_details: null,
  last_testosterone_on: null,
};
const nothing = { medicines: false, conditions: false, allergies: false, fertility: false };
const FIRST = firstDraft(BEFORE);
const HERE = { ...FIRST, answers: { ...FIRST.answers, location_state: 'NY' } };
const draft = (change: Partial<SafetyCheckDraft> = {}): SafetyCheckDraft => ({
  ...HERE,
  changed: nothing,
  ...change,
});

describe('safety check form', () => {
  it('opens with the previous answers, unchanged, and without the place', () => {
    expect(firstDraft(BEFORE).answers).toEqual({
      sex_assigned_at_birth: 'male',
      vte_history: 'no',
    });
    expect(isTouched(firstDraft(BEFORE), BEFORE)).toBe(false);
    expect(isTouched(draft(), BEFORE)).toBe(true);
  });

  it('may tell a blood pressure measured at home, both numbers and the day', () => {
    const pressure = { systolic: 164, diastolic: 98, measuredOn: '2026-11-20' };
    expect(safetyCheckProblems(draft({ pressure }))).toEqual({});
    expect(toRequest(draft({ pressure })).blood_pressure).toEqual({
      systolic: 164,
      diastolic: 98,
      on: '2026-11-20',
    });
    expect(toRequest(draft())).not.toHaveProperty('blood_pressure');
    const half = { ...pressure, diastolic: undefined };
    expect(Object.keys(safetyCheckProblems(draft({ pressure: half })))).toContain('diastolic');
    expect(controlOf('blood_pressure.on', draft())).toBe('measuredOn');
  });

  it('requires each yes or no, details of what changed, and the severity of each checked side effect', () => {
    expect(Object.keys(safetyCheckProblems({ ...firstDraft(BEFORE), answers: {} }))).toEqual([
      'location_state',
      'changed_medicines',
      'changed_conditions',
      'changed_allergies',
      'changed_fertility',
    ]);
    expect(
      Object.keys(
        safetyCheckProblems(
          draft({
            changed: { ...nothing, medicines: true },
            what: { medicines: '  ' },
            effects: { acne: { since: '2026-13' } },
          }),
        ),
      ),
    ).toEqual(['medicines', 'severity_acne', 'since_acne']);
    expect(safetyCheckProblems(draft())).toEqual({});
  });

  it('names the question in each message, so that no two in the summary read the same', () => {
    const empty = { ...firstDraft(BEFORE), answers: {}, effects: { acne: {}, headache: {} } };
    const messages = Object.values(safetyCheckProblems(empty));
    expect(messages).toContain('Medicines and supplements: choose yes or no.');
    expect(messages).toContain('Acne: choose mild, moderate or severe.');
    expect(new Set(messages).size).toBe(messages.length);
  });

  it('sends what was answered and leaves out the rest', () => {
    expect(
      toRequest(
        draft({
          answers: { location_state: 'CT', vte_history: 'no', vte_details: 'typed, then taken back' },
          changed: { ...nothing, medicines: true },
          what: { medicines: ' Eliquis ', allergies: 'typed, then taken back' },
          effects: { headache: { severity: 'mild' }, acne: { severity: 'severe', since: '2026-11-01' } },
        }),
      ),
    ).toEqual({
      location_state: 'CT',
      vte_history: 'no',
      changes: { medicines: 'Eliquis' },
      side_effects: [
        { key: 'acne', severity: 'severe', since: '2026-11-01' },
        { key: 'headache', severity: 'mild' },
      ],
    });
  });

  it('shows a server error next to its control', () => {
    const effects = draft({ effects: { headache: { severity: 'mild' }, acne: { severity: 'mild' } } });
    expect(controlOf('side_effects.1.since', effects)).toBe('since_headache');
    expect(controlOf('changes.medicines', effects)).toBe('medicines');
    expect(controlOf('vte_history', effects)).toBe('vte_history');
  });
});
