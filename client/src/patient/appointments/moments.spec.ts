import { describe, expect, it } from '@jest/globals';
import type { Appointment } from '#common/api/index.js';
import { canCancel, groupOf, isOutOfHours, startsSoon } from './moments.js';

const now = Date.parse('2026-11-20T12:00:00Z');
const appointment = (change: Partial<Appointment>): Appointment =>
  ({ status: 'scheduled', starts_at: null, started_at: null, ...change }) as Appointment;

describe('joining a visit', () => {
  it.each([
    ['six days early', { starts_at: '2026-11-26T12:00:00Z' }, false],
    ['half an hour early', { starts_at: '2026-11-20T12:30:00Z' }, true],
    ['late', { starts_at: '2026-11-20T11:00:00Z' }, true],
    [
      'of a visit that has started',
      { starts_at: '2026-11-26T12:00:00Z', started_at: '2026-11-20T11:59:00Z' },
      true,
    ],
  ])('%s', (_, change, soon) => expect(startsSoon(appointment(change), now)).toBe(soon));
});

describe('groups and canceling', () => {
  it.each([
    ['requested', 'requested'],
    ['scheduled', 'upcoming'],
    ['completed', 'past'],
    ['cancelled', 'past'],
    ['no_show', 'past'],
  ] as const)('lists %s under %s', (status, group) => expect(groupOf(appointment({ status }))).toBe(group));

  it.each([
    ['a request', appointment({ status: 'requested' }), true],
    ['before it starts', appointment({ starts_at: '2026-11-20T12:00:01Z' }), true],
    ['once its time has come', appointment({ starts_at: '2026-11-20T12:00:00Z' }), false],
    [
      'once it was started early',
      appointment({ starts_at: '2026-11-21T12:00:00Z', started_at: '2026-11-20T11:00:00Z' }),
      false,
    ],
    ['what is over', appointment({ status: 'completed' }), false],
  ])('%s', (_, given, can) => expect(canCancel(given, now)).toBe(can));
});

it.each([
  ['2026-12-06T03:00', true], // a Sunday, at night
  ['2026-12-05T10:00', true],
  ['2026-12-07T07:59', true],
  ['2026-12-07T08:00', false],
  ['2026-12-11T17:59', false],
  ['2026-12-11T18:00', true],
  ['', false],
])('says of %s whether it is out of business hours: %s', (field, expected) => {
  expect(isOutOfHours(field)).toBe(expected);
});
