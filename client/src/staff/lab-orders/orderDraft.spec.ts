import { describe, expect, it } from '@jest/globals';
import type { LabOrderDraft } from '#common/api/lab-orders.js';
import { fastingOf, formOf, readOrder, sameTests } from './orderDraft.js';

const draft: LabOrderDraft = {
  label: '3-month check',
  analytes: ['tt_ng_dl', 'hct_percent'],
  fasting: false,
  window_from: '2026-11-27',
  due_on: '2026-12-11',
  formulation: 'testosterone_cypionate_im',
  diagnosis_codes: ['E29.1'],
  laboratories: [{ id: 'l', name: 'A', account_number: '', address: '', phone: '', hours: '' }],
  open_orders: [
    { id: 'o', number: '482109376626', status: 'ordered', analytes: ['hct_percent'], due_on: '2026-12-01' },
  ],
  blocked_by: [],
};

describe('an order being filled in', () => {
  it('begins with what is due, and the only laboratory', () => {
    expect(formOf(draft)).toMatchObject({ laboratory: 'l', analytes: draft.analytes, diagnoses: 'E29.1' });
  });

  it('asks for fasting as the chosen tests do, until the clinician decides', () => {
    const form = formOf(draft);
    expect(fastingOf(form, draft)).toBe(false);
    expect(fastingOf({ ...form, analytes: ['ldl_mg_dl'] }, draft)).toBe(true);
    expect(fastingOf({ ...form, analytes: ['ldl_mg_dl'], fasting: false }, draft)).toBe(false);
  });

  it('asks before the same tests are ordered again', () => {
    const form = formOf(draft);
    expect(sameTests(form, draft).map(({ id }) => id)).toEqual(['o']);
    expect(readOrder(form, draft)).toEqual({ problems: { despite_open: expect.any(String) } });
    expect(readOrder({ ...form, despite: true }, draft)).toMatchObject({ request: { despite_open: true } });
    expect(readOrder({ ...form, analytes: ['tt_ng_dl'] }, draft)).not.toHaveProperty('problems');
  });

  it('names everything that is missing at once', () => {
    const form = { ...formOf(draft), laboratory: '', analytes: [], from: '', until: '', diagnoses: 'low T' };
    expect(readOrder(form, draft)).toEqual({
      problems: {
        connection_id: expect.any(String),
        analytes: expect.any(String),
        window_from: expect.any(String),
        due_on: expect.any(String),
        diagnosis_codes: expect.any(String),
      },
    });
  });

  it('reads codes however they are separated, each once', () => {
    const form = { ...formOf(draft), analytes: ['tt_ng_dl' as const], diagnoses: 'e29.1; E66.9 e29.1' };
    expect(readOrder(form, draft)).toMatchObject({ request: { diagnosis_codes: ['E29.1', 'E66.9'] } });
  });
});
