import { describe, expect, it } from '@jest/globals';
import type { ProfileSummary } from '#common/api/index.js';
import { changesOf, contactOf, currentOf } from './contact.js';
import { zoneName, zoneOptions } from './zones.js';

const summary = {
  phone: '512-555-0142',
  address: null,
  preferred_contact: 'text',
  emergency_contact_name: 'Ann',
  emergency_contact_relationship: null,
  emergency_contact_phone: null,
  timezone: 'America/New_York',
  version: 3,
} as ProfileSummary;

describe('contact details', () => {
  const known = contactOf(summary);
  it('sends nothing when nothing changed', () => expect(changesOf(known, known)).toEqual({}));
  it('sends only what changed, trimmed', () => {
    expect(
      changesOf({ ...known, mailing_address: ' 1 Main St ', emergency_contact_name: 'Ann ' }, known),
    ).toEqual({
      mailing_address: '1 Main St',
    });
  });
  it('clears an emptied field', () => {
    expect(changesOf({ ...known, phone: ' ', preferred_contact: null }, known)).toEqual({
      phone: null,
      preferred_contact: null,
    });
  });
});

describe('what a refusal says is stored', () => {
  it('is the summary, or nothing', () => {
    expect(currentOf({ current: summary })).toEqual(summary);
    expect(currentOf({ current: null })).toBeNull();
    expect(currentOf({})).toBeNull();
  });
});

describe('time zones', () => {
  it('use familiar names, or the IANA name', () => {
    expect(zoneName('America/New_York')).toBe('Eastern (New York)');
    expect(zoneName('America/Sao_Paulo')).toBe('America/Sao Paulo');
  });
  it('list each zone in use once', () => {
    const values = zoneOptions('Europe/Berlin', 'America/Chicago').map((one) => one.value);
    expect(values).toContain('Europe/Berlin');
    expect(values.filter((one) => one === 'America/Chicago')).toHaveLength(1);
  });
});
