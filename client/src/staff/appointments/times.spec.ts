import { describe, expect, it } from '@jest/globals';
import type { StaffAppointment } from '#common/api/index.js';
import { actsOf, lengthOf, patientsClock, span, toLocalField } from './times.js';

const NOW = Date.parse('2026-03-02T15:00:00Z');
const base = {
  status: 'scheduled',
  starts_at: '2026-03-02T16:00:00Z',
  ends_at: '2026-03-02T16:45:00Z',
  started_at: null,
  ended_at: null,
  note: null,
  timezone: 'UTC',
} as StaffAppointment;

describe('actsOf', () => {
  it.each([
    [{ status: 'requested' }, ['schedule', 'decline']],
    [{}, ['start', 'reschedule', 'cancel']],
    [{ starts_at: '2026-03-04T14:00:00Z' }, ['reschedule', 'cancel']],
    [{ starts_at: '2026-03-03T09:00:00Z' }, ['reschedule', 'cancel']],
    [{ starts_at: '2026-03-02T14:00:00Z' }, ['start', 'noShow', 'cancel']],
    [{ started_at: '2026-03-02T14:00:00Z' }, ['complete']],
    [{ status: 'completed' }, ['writeNote']],
    [{ status: 'completed', note: 'Seen' }, []],
    [{ status: 'cancelled' }, []],
  ] as const)('%j', (change, acts) => {
    expect(actsOf({ ...base, ...change }, NOW)).toEqual(acts);
  });
});

it('takes the length from start and end', () => expect(lengthOf(base)).toBe(45));

it('span keeps the instant of a local time', () => {
  const local = toLocalField('2026-03-02T16:00:00Z');
  expect(span(local, 45)).toEqual({
    starts_at: '2026-03-02T16:00:00.000Z',
    ends_at: '2026-03-02T16:45:00.000Z',
  });
  expect(span('', 45)).toBeNull();
});

it("shows the patient's local time where it differs", () => {
  const zones = ['Asia/Tokyo', 'America/Denver'].map((timezone) => patientsClock({ ...base, timezone }));
  expect(zones.filter(Boolean).length).toBeGreaterThan(0);
});
