import { describe, expect, it } from '@jest/globals';
import { judgePrescription, toldAndNotPassed } from './decisions.js';
import { MONTHLY_FILL, draw, treatedFacts, type FactChanges } from './fixtures/facts.js';
import { unreadHistory } from './history.js';
import { evaluateRules, firedKeys } from './rules/evaluate.js';
import type { ReportedChange } from './safety-check.js';
import { toldFindings } from './told-facts.js';

const told = (text: string, kind: ReportedChange['kind'] = 'conditions', n = 1): ReportedChange => ({
  check_id: `check ${n}`,
  on: '2026-11-19',
  at: `2026-11-19T1${n}:00:00Z`,
  kind,
  text,
});
const with_ = (safety_changes: readonly ReportedChange[], changes: FactChanges = {}) =>
  treatedFacts(100, {
    labs: [draw(2, { tt_ng_dl: 300, hct_percent: 45 }, { since: 84 })],
    safety_changes,
    history_reviewed: unreadHistory({}, [], safety_changes).flatMap(({ reviews }) => reviews),
    ...changes,
  });
const standing = (text: string): string[] => toldAndNotPassed(with_([told(text)]), { rules: [], at: null });
const fired = (text: string): string[] =>
  firedKeys(evaluateRules(with_([told(text)]))).filter((key) => /^text_|^organ_/.test(key));
const wordsOf = (text: string, key: string): unknown =>
  evaluateRules(with_([told(text)])).results.find(({ rule_key }) => rule_key === key)?.inputs[0]?.value;

describe('what a told condition denies', () => {
  it.each([
    'no prostate cancer',
    'Denies clots',
    'never had a stroke',
    'Never had a heart attack or a stroke',
    'I have no history of blood clots, strokes or heart attacks',
    'Biopsy was negative for cancer',
    'cancer was ruled out',
    'I don’t have any clots',
    'no DVT/PE',
    'nunca he tenido cáncer',
    'no liver problems',
    'no kidney failure',
    'no sleep apnea',
    'I do not have obstructive sleep apnea',
    'no tengo apnea',
    'was told it is not a stroke',
  ])('is no diagnosis: %s', (text) => expect([standing(text), fired(text)]).toEqual([[], []]));

  it.each([
    ['No, prostate cancer was found', 'text_prostate_cancer'],
    ['no clots, stroke in 2019', 'text_cardiac_event'],
    ['No stroke. DVT last year', 'text_clotting'],
    ['no cancer since the prostatectomy', 'text_prostate_cancer'],
    ['no stroke until this summer', 'text_cardiac_event'],
    ['no prostate problems, prostate cancer treated 2020', 'text_prostate_cancer'],
    ['no problems with my prostate cancer', 'text_prostate_cancer'],
    ['not sure if it is prostate cancer', 'text_prostate_cancer'],
    ['no longer have clots', 'text_clotting'],
    ['clots no stroke yes', 'text_cardiac_event'],
    ['no doubt a stroke', 'text_cardiac_event'],
    ['no one told me about the clot', 'text_clotting'],
    ['I do not deny prostate cancer', 'text_prostate_cancer'],
  ])('stands: %s', (text, key) => expect(standing(text)).toContain(key));

  it.each([
    ['my father had prostate cancer', 'text_prostate_cancer', 'prostate cancer (family)'],
    ['My mother had a stroke', 'text_cardiac_event', 'stroke (family)'],
    ['family history of blood clots', 'text_clotting', 'blood clots (family)'],
  ])('is named as the family’s, and stands against no order: %s', (text, key, words) => {
    expect([fired(text), wordsOf(text, key), standing(text)]).toEqual([[key], words, []]);
  });

  it('is the patient’s where both have it', () => {
    expect(standing('my father had prostate cancer and I have it too')).toEqual(['text_prostate_cancer']);
    expect(standing('My brother had a clot. I had a DVT')).toEqual(['text_clotting']);
  });
});

describe('a settled finding', () => {
  const settled = (rule_key: string, applies: boolean, change: ReportedChange) => ({
    rule_key,
    applies,
    texts: unreadHistory({}, [], [change]).flatMap(({ reviews }) => reviews),
  });
  const CLOT = told('lump behind my knee, they first thought of a clot');

  it('no longer stands, until it is told again', () => {
    const away = [settled('text_clotting', false, CLOT)];
    const none = { rules: [], at: null };
    expect(toldAndNotPassed(with_([CLOT]), none)).toEqual(['text_clotting']);
    expect(toldAndNotPassed(with_([CLOT], { told_settled: away }), none)).toEqual([]);
    const again = [CLOT, told(CLOT.text, 'conditions', 2)];
    expect(toldAndNotPassed(with_(again, { told_settled: away }), none)).toEqual(['text_clotting']);
    const recorded = [...away, settled('text_clotting', true, CLOT)];
    expect(toldAndNotPassed(with_([CLOT], { told_settled: recorded }), none)).toEqual(['text_clotting']);
  });

  it('does not settle another one', () => {
    const other = [settled('text_cardiac_event', false, CLOT)];
    expect(firedKeys(evaluateRules(with_([CLOT], { told_settled: other })))).toContain('text_clotting');
  });

  const blocked = (change: ReportedChange, changes: FactChanges = {}): string[] =>
    judgePrescription({ ...with_([change], changes), prescription: MONTHLY_FILL }).blocked_by.filter((key) =>
      key.startsWith('allergy'),
    );

  it.each([
    ['allergies', 'allergic to the injection'],
    ['allergies', 'the shot gave me hives'],
    ['allergies', 'oil'],
    ['allergies', 'Testosterone'],
    ['message', 'Hi, my last shot gave me hives all over'],
    ['message', 'I think I am allergic to the oil'],
  ] as const)('is asked of an allergy that is not clear: %s, %s', (kind, text) => {
    const change = told(text, kind);
    expect(blocked(change)).toEqual(['allergy_not_clarified']);
    const none = [settled('allergy_not_clarified', false, change)];
    expect(blocked(change, { told_settled: none })).toEqual([]);
    const oil = [settled('allergy_cypionate_vehicle', true, change)];
    expect(blocked(change, { told_settled: oil })).toEqual(['allergy_cypionate_vehicle']);
    expect(toldFindings(with_([change], { told_settled: oil })).map(({ open }) => open)).toEqual([
      false,
      false,
    ]);
  });

  it.each([
    ['allergies', 'penicillin'],
    ['allergies', 'fish oil'],
    ['allergies', 'flu shot'],
    ['message', 'When is my next shot?'],
    ['message', 'I have a rash on my arm. The oil change is done.'],
  ] as const)('is not asked: %s, %s', (kind, text) => expect(blocked(told(text, kind))).toEqual([]));

  it('may be of the form, and opens again when the form changes', () => {
    const facts = (allergies: string) => with_([], { intake: { allergies } });
    const open = { ...facts('the oil'), prescription: MONTHLY_FILL };
    const [{ texts }] = toldFindings(open) as [ReturnType<typeof toldFindings>[number]];
    const told_settled = [
      { rule_key: 'allergy_not_clarified', applies: false, texts: texts.map(({ review }) => review) },
    ];
    const keys = (given: typeof open) => judgePrescription({ ...given, told_settled }).blocked_by;
    expect(judgePrescription(open).blocked_by).toContain('allergy_not_clarified');
    expect(keys(open)).not.toContain('allergy_not_clarified');
    expect(keys({ ...facts('the oil, again'), prescription: MONTHLY_FILL })).toContain(
      'allergy_not_clarified',
    );
  });
});
