import { FIELD_BY_NAME, type FieldName, type IntakeData } from '#common/intake/index.js';
import { saysNone } from '../../fhir/model/none.js';
import { isRefused } from './answers.js';
import type { Entry } from './bundle.js';
import type { Claim } from './outcome.js';
import type { Tally } from './tally.js';

const MOST_LINES = 200;

export interface Claimed {
  entry: Entry;
  claim: Claim;
}

const isNone = saysNone('nka', 'nkda', 'no( known)?( drug)? allerg(y|ies)');
const wordsOf = ({ answers }: Claim): string =>
  Object.values(answers)
    .filter((value) => typeof value === 'string')
    .join(' ');
const shown = ({ answers, kind }: Claim): string =>
  kind === 'history'
    ? Object.keys(answers)
        .map((field) => FIELD_BY_NAME.get(field)!.label)
        .join(', ')
    : wordsOf({ answers } as Claim);

/** Fields that one medicine may stand in. */
const PLACES: Readonly<Partial<Record<string, readonly FieldName[]>>> = {
  current_medications: ['current_medications', 'supplements'],
};

function says(form: IntakeData, { kind, answers }: Claim): boolean {
  return Object.entries(answers).every(([field, value]) => {
    if (kind === 'measured') return field === 'blood_pressure_on' || form[field as FieldName] === value;
    if (kind === 'history' && typeof value !== 'boolean') return true;
    const places = PLACES[field] ?? [field as FieldName];
    return typeof value === 'boolean'
      ? form[field as FieldName] === value
      : places.some((place) => String(form[place] ?? '').includes(String(value)));
  });
}

/** Beside the intake form, other resources only repeat it: what says more is for a person to read. */
export function compareWithForm(form: IntakeData, claimed: readonly Claimed[], tally: Tally): void {
  for (const { entry, claim } of claimed)
    if (says(form, claim)) tally.understood(entry.type);
    else if (claim.kind === 'measured') tally.leftOut(entry.type, 'superseded');
    else tally.notUnderstood(entry, 'code', shown(claim), 'not_in_form');
}

/** The newest first; what has no date comes last. */
const byAge = (a: Claimed, b: Claimed): number =>
  (Date.parse(b.claim.on) || 0) - (Date.parse(a.claim.on) || 0);

/** Answers of a file without an intake form. */
export function mergeClaims(claimed: readonly Claimed[], today: string, tally: Tally): IntakeData {
  const answers: IntakeData = {};
  const lines = new Map<string, string[]>();
  const add = (field: string, text: string): boolean => {
    const known = lines.get(field) ?? [];
    if (known.length >= MOST_LINES) return false;
    // "None" beside something is no answer.
    const all = [...new Set([...known, text])];
    const real = all.filter((line) => field !== 'allergies' || !isNone(line));
    const kept = real.length ? real : all;
    if (isRefused(field, kept.join('\n'), today)) return false;
    lines.set(field, kept);
    return true;
  };
  for (const { entry, claim } of claimed.filter((one) => one.claim.kind !== 'measured')) {
    const fits = Object.entries(claim.answers).every(([field, value]) => {
      if (typeof value === 'string') return add(field, value);
      Object.assign(answers, { [field]: value });
      return true;
    });
    if (fits) tally.understood(entry.type);
    else tally.notUnderstood(entry, 'code', shown(claim), 'answer');
  }
  for (const { entry, claim } of claimed.filter((one) => one.claim.kind === 'measured').sort(byAge)) {
    const isKnown = Object.keys(claim.answers).some((field) => Object.hasOwn(answers, field));
    if (!isKnown) Object.assign(answers, claim.answers);
    if (isKnown) tally.leftOut(entry.type, 'superseded');
    else tally.understood(entry.type);
  }
  return { ...answers, ...Object.fromEntries([...lines].map(([field, all]) => [field, all.join('\n')])) };
}
