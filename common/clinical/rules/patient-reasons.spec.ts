import { describe, expect, it } from '@jest/globals';
import { effectsOf } from './evaluate.js';
import { PATIENT_REASONS } from './patient-reasons.js';
import { RULES } from './registry.js';

describe('PATIENT_REASONS', () => {
  it('speaks of every rule that blocks a plan, and of no other', () => {
    const blocking = RULES.map((rule) => rule.key).filter((key) =>
      effectsOf(key).some((effect) => effect === 'BLOCK' || effect === 'SUBMIT-BLOCK'),
    );
    expect(Object.keys(PATIENT_REASONS).sort()).toEqual(blocking.sort());
  });

  it.each(Object.entries(PATIENT_REASONS))(
    '%s says why and what to do, in plain words',
    (_, { why, what }) => {
      for (const sentence of [why, what]) {
        expect(sentence).toMatch(/^[A-Z].*\.”?$/);
        expect(sentence.length).toBeLessThan(220);
        expect(sentence).not.toMatch(/contraindicat|erythrocyt|myeloprolif|indurat|Hct\b|_|neoplas/i);
      }
    },
  );
});
