/** Wordings of a reviewer who had not read the rules: each was missed once. */
import { describe, expect, it } from '@jest/globals';
import { treatedFacts, factsWith } from '../fixtures/facts.js';
import {
  hasUnreadWarning,
  messageReadsAsHistory,
  noteReadsAsHistory,
  wordsInHistory,
  type HistoryPattern,
} from '../history.js';
import { MEDICINES } from '../medicines.js';
import { evaluateRules, firedKeys } from './evaluate.js';
import type { IntakeData } from '../../intake/index.js';

const inIntake = (text: string, field: keyof IntakeData = 'other_symptoms') =>
  ({ [field]: text }) as IntakeData;

describe('words in the intake', () => {
  it.each<[HistoryPattern, string, (keyof IntakeData)?]>([
    ['heart_failure', 'heart failure, EF 20%'],
    ['heart_failure', 'Entresto and furosemide', 'current_medications'],
    ['cardiac_event', 'nitroglycerin when needed, Brilinta', 'current_medications'],
    ['prostate_warning', 'nodule felt on DRE, skipped the urologist'],
    ['prostate_warning', 'psa went from 3 to 11'],
    ['prostate_cancer', 'feel like before the ADT for my prostate', 'treatment_goals'],
    ['prostate_cancer', 'biopsy was Gleeson 6', 'supplements'],
    ['prostate_cancer', 'on Lupron shots', 'stress_sources'],
    ['prostate_cancer', 'prostrate cancer 2021'],
    ['breast_cancer', 'lump in my breast, biopsy next week'],
    ['sleep_apnea', 'I stop breathing at night, wont wear the mask'],
    ['thick_blood', 'high red count'],
    ['thick_blood', 'hematologist takes a pint each month'],
    ['thick_blood', 'hydroxyurea 500', 'current_medications'],
    ['other_cancer', 'Hodgkins in remission'],
    ['other_cancer', 'imatinib', 'current_medications'],
    ['clotting', 'factor 5'],
    ['clotting', 'they put a filter in my vein'],
    ['hormone_use', 'sustanon 250, test e 300 mg weekly from a friend', 'current_medications'],
    ['hormone_use', 'T cyp 200/wk', 'current_medications'],
    ['hormone_use', 'Omnadren', 'current_medications'],
    ['hormone_use', 'Nebido every 12 weeks', 'current_medications'],
    ['hormone_use', 'Ostarine', 'supplements'],
    ['hormone_use', 'my gym buddy gives me test 400 a week', 'treatment_goals'],
    ['hormone_use', 'me pongo testosterona de un amigo del gimnasio', 'treatment_goals'],
    ['hormone_use', 'T shots from Low T center', 'current_medications'],
    ['heart_failure', 'congestive hart failure', 'treatment_goals'],
    ['heart_failure', 'disabled, hart failure', 'occupation'],
    ['heart_failure', 'my heart only pumps at 25 percent'],
    ['prostate_warning', 'had hormone blockers for my prostate', 'treatment_goals'],
    ['prostate_warning', 'urologist is watching a spot on my prostate'],
    ['breast_cancer', 'nipple discharge bloody'],
    ['cardiac_event', 'nitro under tongue as needed', 'current_medications'],
    ['cardiac_event', 'marcapasos y desfibrilador'],
    ['clotting', 'blod clott in my lung'],
    ['sleep_apnea', 'apnea del sueño, sin máquina', 'sleep_trouble_details'],
    ['organ_failure', '12 beers a day, cirosis', 'alcohol_heavy_details'],
  ])('%s: "%s"', (...[kind, text, field]) => {
    expect(wordsInHistory(inIntake(text, field), kind)).not.toEqual([]);
  });

  it.each<[HistoryPattern, string]>([
    ['heart_failure', 'heartburn after coffee'],
    ['thick_blood', 'I take a multivitamin each month'],
    ['prostate_warning', 'psa from 0.8 to 1.1, normal'],
    ['sleep_apnea', 'I wore a mask at work during the pandemic'],
    ['hormone_use', 'blood test 200 dollars'],
    ['clotting', 'a factor in my life'],
    ['hormone_use', 'I wear a T shirt to the gym'],
    ['cardiac_event', 'nitro cold brew every morning'],
    ['breast_cancer', 'nipple soreness'],
  ])('%s is not in "%s"', (kind, text) => {
    expect(wordsInHistory(inIntake(text), kind)).toEqual([]);
  });
});

describe('a message', () => {
  it.each([
    'I got diagnosed with heart failure',
    'my other doctor already gives me testosterone shots',
    'psa at my other doctor was 11',
    'i also buy test e from the gym, 300 a week',
    'on Lupron shots since May',
    'factor 5',
    'they put a filter in my vein',
    'i am 17 actually',
  ])('reads as history: "%s"', (text) => expect(messageReadsAsHistory(text)).toBe(true));

  it.each([
    'When is my next test?',
    'i am 17 days late with my shot',
    'my other doctor says hi',
    'Could we move the visit to Friday?',
    'The pharmacy says it needs a prior authorization',
  ])('does not read as history: "%s"', (text) => expect(messageReadsAsHistory(text)).toBe(false));
});

describe('what was answered at a safety check', () => {
  const told = (text: string, kind: 'conditions' | 'message' = 'conditions') =>
    [{ check_id: 'c', on: '2026-11-19', at: null, kind, text }] as const;

  it('keeps orders back until it is read, whatever its words', () => {
    expect(hasUnreadWarning({}, [], told('a rash on my elbow'))).toBe(true);
    expect(hasUnreadWarning({}, [], told('nothing'))).toBe(false);
    expect(hasUnreadWarning({}, [], told('No changes'))).toBe(false);
    expect(hasUnreadWarning({}, [], told('a rash on my elbow', 'message'))).toBe(true);
  });
});

describe('an order under a plan without testosterone', () => {
  const plan = { formulation: 'non_testosterone_option', dose: 50, frequency: 'once daily' } as const;
  const fired = (drug: string, dose = '50 mg') =>
    firedKeys(
      evaluateRules(
        treatedFacts(100, {
          plan: { ...factsWith({}).plan, ...plan } as never,
          prescription: {
            drug,
            dose,
            frequency: 'once daily',
            route: 'oral',
            quantity: 30,
            days_supply: 30,
            refills: 0,
            issued_on: '2026-11-20',
          } as never,
        }),
        { phases: ['RX'] },
      ),
    );

  it.each([
    'hCG / testosterone 200 mg/mL',
    'Test C 200',
    'Depo-Test 200',
    'nandrolone decanoate',
    'compound T 200',
    'testosteron',
    'Sustanon 250',
  ])('never passes with "%s"', (drug) => expect(fired(drug)).toContain('order_says_more'));

  it.each(['Clomiphene citrate 50 mg tablet', 'Enclomiphene 25 mg capsules', 'hCG', 'tadalafil 5 mg'])(
    'passes with "%s"',
    (drug) => {
      expect(fired(drug)).not.toContain('order_says_more');
      expect(fired(drug)).not.toContain('order_not_in_formulary');
    },
  );

  it('is asked about for any other drug, and for more than 100 mg at once', () => {
    expect(fired('compound 7')).toContain('order_not_in_formulary');
    expect(fired('Clomiphene citrate', '800 mg')).toContain('order_not_in_formulary');
  });
});

describe('misspelled medicines that thin the blood', () => {
  it.each(['apixiban 5mg', 'xeralto 20', 'cumadin 5', 'elikis', 'Warferin'])('%s', (text) =>
    expect(MEDICINES.anticoagulant.test(text.toLowerCase()) || MEDICINES.doac.test(text.toLowerCase())).toBe(
      true,
    ),
  );
});

describe('testosterone from more than one source, in the words of a registry query', () => {
  it.each([
    'testosterone cypionate 200 mg/mL filled 11/02 by another prescriber',
    'PDMP shows monthly testosterone fills from Low T Center',
    'two prescribers of testosterone in the last 90 days',
    'overlapping testosterone script from Dr. Jones',
    'patient has a second TRT provider',
  ])('%s', (text) => expect(noteReadsAsHistory(text)).toBe(true));

  it.each([
    'no testosterone from other prescribers',
    'denies testosterone from another clinic',
    'No duplicate testosterone, only ours',
    'no other controlled substances',
    'only our own testosterone fills',
    'moved here from another clinic',
  ])('not %s', (text) => expect(noteReadsAsHistory(text)).toBe(false));
});

describe('messages that wait to be read', () => {
  it.each([
    'still pinning 500 mg test from another clinic',
    'got pellets put in 2 months ago',
    'I use clomid and HCG from another clinic',
    'pituitary tumor removed in 2018',
    'sold some of my vials to friends',
    'giving half of my shots to my brother',
    'apnea del sueño sin tratamiento',
    'congestive hart failure',
  ])('%s', (text) => expect(messageReadsAsHistory(text)).toBe(true));

  it.each([
    'can I give my shot in the thigh',
    'do I get the pellets or the gel',
    'my test is on Monday at 8',
  ])('not %s', (text) => expect(messageReadsAsHistory(text)).toBe(false));
});
