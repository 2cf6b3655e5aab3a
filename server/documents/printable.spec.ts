import { describe, expect, it } from '@jest/globals';
import { printedParts } from './printable.js';

const print = (data: Record<string, unknown>, slug: 'intake' | 'education' = 'intake') =>
  printedParts({ slug, data }).map((p) => [p.title, p.entries.map((e) => [e.label, e.text])]);

describe('a printed document', () => {
  it('puts each answer in words under its question', () => {
    expect(
      print({
        height: 70,
        sleep_quality: 6,
        dob: '1984-01-05',
        formulation_preference: 'no_preference',
        asthma: false,
        consent_labs: true,
        treatment_goals: 'More\nenergy',
      }),
    ).toEqual([
      ['1. Patient Information', [['Date of birth', 'January 5, 1984']]],
      [
        '2. Body and Lifestyle',
        [
          ['Height', '70 in'],
          ['Sleep quality', '6 of 10'],
        ],
      ],
      [
        '5. Reproductive Plans',
        [
          ['Treatment goals', 'More\nenergy'],
          ['Formulation preference', 'No preference'],
        ],
      ],
      [expect.stringMatching(/^6\. /), [[expect.any(String), 'No']]],
      [
        '10. Consent',
        [
          [
            'Consent to lab testing',
            'I agree to have the blood tests my clinician orders before and during treatment.\nAgreed.',
          ],
        ],
      ],
    ]);
  });

  it('keeps answers that today’s form no longer asks for, and leaves out unanswered questions', () => {
    expect(print({ old_question: 'Old answer', height: null, full_name: '' })).toEqual([
      ['Further answers', [['Old question', 'Old answer']]],
    ]);
  });

  it('is the text itself for an acknowledgment', () => {
    expect(print({ summary_points: ['One', 'Two'] }, 'education')).toEqual([
      [
        'In short',
        [
          [null, 'One'],
          [null, 'Two'],
        ],
      ],
    ]);
  });
});
