import { describe, expect, it } from '@jest/globals';
import { nextVisit } from './next-visit.js';

const visit = (status: 'requested' | 'scheduled' | 'completed' | 'cancelled', starts_at: string | null) => ({
  status,
  starts_at,
});
const [soon, later] = [
  visit('scheduled', '2026-11-28T15:00:00Z'),
  visit('scheduled', '2027-01-08T15:00:00Z'),
];

describe('the next visit', () => {
  it('is the earliest confirmed one, whatever their order', () =>
    expect(nextVisit([later, visit('completed', '2026-10-20T15:00:00Z'), soon])).toBe(soon));

  it('is a request where none is confirmed', () => {
    const asked = visit('requested', null);
    expect(nextVisit([visit('cancelled', '2026-11-28T15:00:00Z'), asked])).toBe(asked);
    expect(nextVisit([asked, later])).toBe(later);
  });

  it('is none where all are closed', () => {
    expect(nextVisit([visit('cancelled', '2026-12-28T15:00:00Z')])).toBeNull();
    expect(nextVisit([])).toBeNull();
  });
});
