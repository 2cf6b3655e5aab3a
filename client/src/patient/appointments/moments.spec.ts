import { describe, expect, it } from '@jest/globals';
import type { Appointment } from '../../../../common/api/index.js';
import { canCancel, fromField, groupOf, momentIn, toField } from './moments.js';

const now = Date.parse('2026-11-20T12:00:00Z');
const appointment = (change: Partial<Appointment>): Appointment =>
  ({ status: 'scheduled', starts_at: null, started_at: null, ...change }) as Appointment;

describe('a moment in words', () => {
  it('is told in the zone of the patient, with its name', () => {
    expect(momentIn('2026-11-24T15:30:00Z', 'America/New_York')).toBe('Tue, Nov 24, 2026, 10:30 AM EST');
    expect(momentIn('2026-07-01T03:00:00Z', 'America/Los_Angeles')).toBe('Tue, Jun 30, 2026, 8:00 PM PDT');
  });
  it('survives a zone nobody knows', () => {
    expect(momentIn('2026-11-24T15:30:00Z', 'Moon/Tranquility')).toContain('2026');
  });
});

describe('a date-and-time field', () => {
  it.each(['', 'soon', '2026-11-24', '2026-13-45T10:00'])('%j is no moment', (text) =>
    expect(fromField(text)).toBeNull(),
  );
  it('comes back as it was', () => {
    expect(toField(fromField('2026-11-24T10:30') as Date)).toBe('2026-11-24T10:30');
    expect(toField(fromField('2026-07-24T23:59') as Date)).toBe('2026-07-24T23:59');
  });
});

describe('groups and cancelling', () => {
  it.each([
    ['requested', 'requested'],
    ['scheduled', 'upcoming'],
    ['completed', 'past'],
    ['cancelled', 'past'],
    ['no_show', 'past'],
  ] as const)('%s stands under %s', (status, group) => expect(groupOf(appointment({ status }))).toBe(group));

  it.each([
    ['a request', appointment({ status: 'requested' }), true],
    ['before it starts', appointment({ starts_at: '2026-11-20T12:00:01Z' }), true],
    ['once its time has come', appointment({ starts_at: '2026-11-20T12:00:00Z' }), false],
    [
      'once it was begun early',
      appointment({ starts_at: '2026-11-21T12:00:00Z', started_at: '2026-11-20T11:00:00Z' }),
      false,
    ],
    ['what is over', appointment({ status: 'completed' }), false],
  ])('%s', (_, given, can) => expect(canCancel(given, now)).toBe(can));
});
