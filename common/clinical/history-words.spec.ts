import { describe, expect, it } from '@jest/globals';
import { HISTORY_PATTERNS, wordsFound, type HistoryPattern } from './history.js';

const kindsIn = (text: string): HistoryPattern[] =>
  (Object.keys(HISTORY_PATTERNS) as HistoryPattern[]).filter(
    (kind) => wordsFound(text, HISTORY_PATTERNS[kind]).length > 0,
  );

describe('history in any text, in the words of patients and of staff', () => {
  it.each<[string, HistoryPattern]>([
    ['Retired; prostate tumor irradiated 2021', 'prostate_warning'],
    ['Feel like before the beam treatments on my prostate tumor', 'prostate_warning'],
    ['I am a prostate tumor survivor', 'prostate_warning'],
    ['my prostate was radiated', 'prostate_warning'],
    ['CaP s/p EBRT 2021', 'prostate_cancer'],
    ['E29.1; C61', 'prostate_cancer'],
    ['E29.1; Z85.46', 'prostate_cancer'],
    ['vein filter since 2022', 'clotting'],
    ['E29.1, I26.99', 'clotting'],
    ['cath lab three weeks ago', 'cardiac_event'],
    ['they opened two arteries', 'cardiac_event'],
    ['heart atack in October', 'cardiac_event'],
    ['a balloon in my coronary artery', 'cardiac_event'],
    ['brain bleed in 2024', 'cardiac_event'],
    ['MI 2019', 'cardiac_event'],
    ['had an MI, two stents', 'cardiac_event'],
    ['prior MI', 'cardiac_event'],
    ['MI two years ago', 'cardiac_event'],
    ['s/p MI in 2021', 'cardiac_event'],
    ['tuve un MI hace dos anos', 'cardiac_event'],
    ['A stroke of bad luck, and a stroke in 2020', 'cardiac_event'],
    ['my pump is only working at 25 percent', 'heart_failure'],
    ['bloodletting every two months', 'thick_blood'],
    ['I quit my breathing machine at night', 'sleep_apnea'],
    ['testicular tumor removed', 'other_cancer'],
    ['orchiectomy 2019', 'other_cancer'],
  ])('%s', (text, kind) => expect(kindsIn(text)).toEqual([kind]));

  it.each([
    'I opened a bakery on Artery Road',
    'my balloon business',
    'Mi esposa pregunta por mi receta',
    'mi presión está bien, y mi peso también',
    'el gel es para mi',
    'A stroke of bad luck',
    'sesame made me swell up as a kid',
    'I like fish',
  ])('finds nothing in: %s', (text) => expect(kindsIn(text)).toEqual([]));
});
