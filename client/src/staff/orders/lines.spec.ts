import { describe, expect, it } from '@jest/globals';
import { orderChange } from './lines.js';

const order = (prescription_id: string, dose: string, more: { drug?: string; frequency?: string } = {}) => ({
  prescription_id,
  drug: 'Cypionate',
  dose,
  frequency: 'once weekly',
  status: 'accepted' as const,
  prescription_state: 'current' as const,
  plan_status: 'approved' as const,
  ...more,
});

describe('orderChange', () => {
  it.each([
    [order('b', '120 mg'), '80 mg → 120 mg once weekly'],
    [order('b', '40 mg', { frequency: 'twice weekly' }), '80 mg once weekly → 40 mg twice weekly'],
    [
      order('b', '40.5 mg', { drug: 'Gel', frequency: 'once daily' }),
      'Cypionate 80 mg once weekly → Gel 40.5 mg once daily',
    ],
  ])('%j reads "%s"', (next, text) => expect(orderChange(next, [order('a', '80 mg'), next])).toBe(text));

  it('is null for the first order, and where the one before has ended', () => {
    const next = order('b', '80 mg');
    expect(orderChange(next, [next])).toBeNull();
    expect(orderChange(next, [{ ...order('a', '80 mg'), prescription_state: 'past' }])).toBeNull();
  });
});
