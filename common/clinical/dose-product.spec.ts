import { describe, expect, it } from '@jest/globals';
import { productOfDose, type FollowedProduct } from './dose-product.js';

const CYPIONATE = 'testosterone_cypionate_im';
const GEL = 'testosterone_gel_1_62';
const AVEED = 'testosterone_undecanoate_im';
const followed = (
  formulation: FollowedProduct['formulation'],
  dose: number,
  approvedOn: string,
  filled_on: string | null = null,
): FollowedProduct => ({ formulation, dose, approved_at: `${approvedOn}T15:00:00Z`, filled_on });
const weekly = followed(CYPIONATE, 80, '2026-10-01', '2026-10-03');
const gel = followed(GEL, 40.5, '2026-10-01', '2026-10-03');
const taken = (on: string, dose: number, unit: 'mg' | 'pumps' | 'mL' = 'mg') => ({
  taken_at: `${on}T16:00:00Z`,
  dose,
  unit,
});

describe('the product of a logged dose', () => {
  it.each([
    ['is unknown where none is counted so', taken('2026-11-20', 2, 'pumps'), [weekly], null],
    [
      'is the first one before any was approved',
      taken('2026-09-01', 80),
      [weekly, followed(AVEED, 750, '2026-11-28')],
      CYPIONATE,
    ],
    [
      'is the new one given minutes before its approval',
      { ...taken('2026-11-28', 750), taken_at: '2026-11-28T14:48:00Z' },
      [weekly, followed(AVEED, 750, '2026-11-28')],
      AVEED,
    ],
    [
      'is the new one of its amount on the day of the approval, not the day before',
      { ...taken('2026-11-28', 40.5), taken_at: '2026-11-28T14:48:00Z' },
      [weekly, followed(GEL, 40.5, '2026-11-28')],
      GEL,
    ],
    [
      'is the old one the day before',
      taken('2026-11-27', 40.5),
      [weekly, followed(GEL, 40.5, '2026-11-28')],
      CYPIONATE,
    ],
    [
      'is that of the clinic by its amount, however long before the approval',
      taken('2026-08-22', 750),
      [weekly, followed(AVEED, 750, '2026-11-28')],
      AVEED,
    ],
    ['is the one there is', taken('2026-11-20', 20), [weekly], CYPIONATE],
    [
      'is the one whose unit it is, whatever was filled since',
      taken('2026-11-28', 2, 'pumps'),
      [gel, followed(CYPIONATE, 80, '2026-11-20', '2026-11-21')],
      GEL,
    ],
    [
      'is the old one on the day of the change where its dose is nearer',
      taken('2026-11-28', 40.5),
      [gel, followed(CYPIONATE, 80, '2026-11-28', '2026-11-28')],
      GEL,
    ],
    [
      'is the new one where that dose is nearer',
      taken('2026-11-28', 0.4, 'mL'),
      [gel, followed(CYPIONATE, 80, '2026-11-28', '2026-11-28')],
      CYPIONATE,
    ],
    [
      'is the old one while the new one is not filled',
      taken('2026-12-05', 80),
      [weekly, followed(AVEED, 750, '2026-11-28')],
      CYPIONATE,
    ],
    [
      'is the new one once its dose was given, filled or not',
      taken('2026-12-05', 750),
      [weekly, followed(AVEED, 750, '2026-11-28')],
      AVEED,
    ],
    [
      'is the new one after the day of its fill',
      taken('2026-12-05', 60),
      [weekly, followed(GEL, 40.5, '2026-11-28', '2026-12-01')],
      GEL,
    ],
    [
      'is the one that was taken up again',
      taken('2026-12-20', 80),
      [
        weekly,
        followed(GEL, 40.5, '2026-11-01', '2026-11-02'),
        followed(CYPIONATE, 80, '2026-12-10', '2026-12-11'),
      ],
      CYPIONATE,
    ],
    [
      'is the one before where that one waits for its fill again',
      taken('2026-12-20', 40.5),
      [weekly, followed(GEL, 40.5, '2026-11-01', '2026-11-02'), followed(CYPIONATE, 80, '2026-12-19')],
      GEL,
    ],
  ] as const)('%s', (_, dose, products, product) =>
    expect(productOfDose(dose, products, 'America/New_York')).toBe(product),
  );
});
