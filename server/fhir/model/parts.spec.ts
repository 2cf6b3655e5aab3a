import { describe, expect, it } from '@jest/globals';
import type { Basic } from 'fhir/r4.js';
import { finished, humanName, narrative, partId } from './parts.js';

describe('humanName', () => {
  it.each([
    ['Dr. Maya Lin, MD', 'Lin', ['Maya'], ['Dr.'], ['MD']],
    ['Sam Stone Jr.', 'Stone', ['Sam'], [], ['Jr.']],
    ['Ana María de la Cruz', 'Cruz', ['Ana', 'María', 'de', 'la'], [], []],
    ['Cher', 'Cher', [], [], []],
  ])('takes %s apart', (text, family, given, prefix, suffix) =>
    expect(humanName(text)).toEqual({ use: 'official', text, family, given, prefix, suffix }),
  );
});

describe('finished', () => {
  const basic = (text: string | null): Basic =>
    finished<Basic>(
      { resourceType: 'Basic', id: 'x', code: { text: text ?? undefined, coding: [] }, language: ' ' },
      new Date('2026-01-02T03:04:05Z'),
    );

  it('leaves out empty values, and trims the others', () => {
    expect(basic(' a ')).toMatchObject({ resourceType: 'Basic', id: 'x', code: { text: 'a' } });
    expect(Object.keys(basic(null))).toEqual(['resourceType', 'id', 'meta']);
  });

  it('has another version only if its content changes', () => {
    expect(basic('a').meta!.versionId).toBe(basic('a ').meta!.versionId);
    expect(basic('a').meta!.versionId).not.toBe(basic('b').meta!.versionId);
  });
});

describe('narrative', () => {
  it('shows a text as written, never as markup', () =>
    expect(narrative('a < b & c').div).toContain('a &lt; b &amp; c'));
});

describe('partId', () => {
  it('contains only characters allowed in an id', () =>
    expect(partId('9097aa40-6d1f-450c-9464-eaebb76753b3', 'blood_pressure')).toMatch(
      /^[A-Za-z0-9.-]{1,64}$/,
    ));
});
