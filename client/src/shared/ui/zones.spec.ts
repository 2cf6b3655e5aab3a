import { describe, expect, it } from '@jest/globals';
import { dateIn, dayIn, fromField, momentIn, sameClock, toField, zoneTitle } from './zones.js';

const NEW_YORK = 'America/New_York';
const LOS_ANGELES = 'America/Los_Angeles';
const EVENING = '2026-11-25T04:30:00Z';

describe('a time in words', () => {
  it('is shown in the given zone, with its name', () => {
    expect(momentIn('2026-11-24T15:30:00Z', NEW_YORK)).toBe('Tue, Nov 24, 2026, 10:30 AM EST');
    expect(momentIn('2026-07-01T03:00:00Z', LOS_ANGELES)).toBe('Tue, Jun 30, 2026, 8:00 PM PDT');
  });
  it('is on the day it is there', () => {
    expect(dayIn(EVENING, NEW_YORK)).toBe('Nov 24, 2026');
    expect(dayIn(EVENING, 'Asia/Tokyo')).toBe('Nov 25, 2026');
    expect(dateIn(new Date(EVENING), NEW_YORK)).toBe('2026-11-24');
  });
  it('survives an unknown zone', () => {
    expect(momentIn('2026-11-24T15:30:00Z', 'Moon/Tranquility')).toContain('2026');
    expect(dateIn(new Date('2026-11-24T15:30:00Z'), 'Moon/Tranquility')).toMatch(/^2026-11-2[45]$/);
  });
});

describe('a date-and-time field', () => {
  it.each(['', 'soon', '2026-11-24', '2026-13-45T10:00'])('%j is no moment', (text) =>
    expect(fromField(text, NEW_YORK)).toBeNull(),
  );
  it.each([
    ['2026-11-24T10:30', NEW_YORK, '2026-11-24T15:30:00.000Z'],
    ['2026-11-24T10:30', LOS_ANGELES, '2026-11-24T18:30:00.000Z'],
    ['2026-07-24T23:59', NEW_YORK, '2026-07-25T03:59:00.000Z'],
    ['2026-11-24T00:10', 'Asia/Kathmandu', '2026-11-23T18:25:00.000Z'],
    // Both sides of the clock changes.
    ['2026-03-08T01:30', NEW_YORK, '2026-03-08T06:30:00.000Z'],
    ['2026-03-08T03:30', NEW_YORK, '2026-03-08T07:30:00.000Z'],
    ['2026-11-01T00:30', NEW_YORK, '2026-11-01T04:30:00.000Z'],
    ['2026-11-01T02:30', NEW_YORK, '2026-11-01T07:30:00.000Z'],
  ])('%s in %s is %s, and comes back as it was', (text, zone, iso) => {
    const at = fromField(text, zone);
    expect(at?.toISOString()).toBe(iso);
    expect(toField(new Date(iso), zone)).toBe(text);
  });
  it.each([
    ['2027-03-14T02:30', NEW_YORK, '2027-03-14T03:30'],
    ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T03:30'],
    ['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-03T02:45'],
  ])('%s, which %s skips, is %s', (text, zone, later) =>
    expect(toField(fromField(text, zone)!, zone)).toBe(later),
  );
});

describe('two zones', () => {
  const autumn = new Date('2026-11-20T12:00:00Z');
  it('have familiar names', () => expect(zoneTitle(LOS_ANGELES)).toBe('Pacific Time'));
  it.each([
    [NEW_YORK, 'America/Detroit', true],
    [NEW_YORK, LOS_ANGELES, false],
    // Alike in winter, an hour apart in summer.
    ['America/Denver', 'America/Phoenix', false],
  ])('%s and %s show the same clock: %s', (a, b, same) => expect(sameClock(a, b, autumn)).toBe(same));
});
