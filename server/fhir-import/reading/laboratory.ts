import {
  analyteNamed,
  fromLaboratory,
  isComparator,
  labValueError,
  limitCanStandForValue,
  needsConfirmation,
  type AnalyteKey,
  type Comparator,
  type ReadValue,
} from '#common/clinical/index.js';
import { isLoincCode } from '#common/clinical/labs.js';
import { SYSTEM } from '#common/fhir-codes/codes.js';
import { DOUBT } from '../../lab-messages/doubts.js';
import { fitsUnit } from '../../lab-messages/reference-range.js';
import { momentError } from '../../labs/moment.js';
import type { Entry } from './bundle.js';
import { leftOut, notUnderstood, type Outcome } from './outcome.js';
import type { Part } from './part.js';
import { specimenFault, specimenName } from './specimen.js';

const LABORATORY = 'http://terminology.hl7.org/CodeSystem/observation-category';
const MOST_NOTES = 20;
const LONGEST_NOTE = 1000;
const LONGEST_SPECIMEN = 1000;
/** HL7's panic values, as in OBX-8. */
const CRITICAL = ['HH', 'LL', 'AA'];
const CORRECTED = ['amended', 'corrected'];
const FINAL = ['final', ...CORRECTED];
export const WITHDRAWN = ['entered-in-error', 'cancelled', 'refuted'];

export const categoriesOf = (observation: Part): string[] =>
  observation
    .each('category')
    .flatMap((category) => category.each('coding'))
    .filter((coding) => coding.text('system') === LABORATORY)
    .map((coding) => coding.text('code'));

export const isLaboratory = (observation: Part): boolean =>
  categoriesOf(observation).includes('laboratory') || analytesOf(observation).length > 0;

/** LOINC with its check digit, by the table of tests; no other code is guessed at. */
const analytesOf = (observation: Part): AnalyteKey[] => [
  ...new Set(
    observation
      .codes('code', SYSTEM.loinc)
      .filter(isLoincCode)
      .flatMap((code) => analyteNamed(code) ?? []),
  ),
];

/** When it was measured; '' where that is not said. */
export const measuredAt = (observation: Part): string =>
  observation.text('effectiveDateTime') ||
  observation.text('effectiveInstant') ||
  observation.at('effectivePeriod').text('start');

export const unitOf = (quantity: Part): string =>
  (quantity.text('system') === SYSTEM.ucum && quantity.text('code')) || quantity.text('unit');
export const shownQuantity = (quantity: Part): string =>
  [quantity.text('comparator'), quantity.number('value') ?? '', unitOf(quantity)].join(' ').trim();

/** A value beside the reason why there is none is no value. */
export const absenceIn = (observation: Part, path = 'dataAbsentReason'): Outcome | null =>
  observation.has('dataAbsentReason') && observation.has('valueQuantity')
    ? notUnderstood(path, observation.shown('dataAbsentReason'), 'value')
    : null;

/** The draws that a correction is about, by their tests; [] for what corrects nothing. */
export const corrects = (observation: Part): AnalyteKey[] =>
  CORRECTED.includes(observation.text('status')) ? analytesOf(observation) : [];

/** The laboratory's own range, if it has both limits, in the unit of the value. */
function rangeOf(observation: Part, unit: string): string {
  const [range] = observation.each('referenceRange');
  const low = range?.at('low');
  const high = range?.at('high');
  const same = [low, high].every((limit) => limit && unitOf(limit) === unit);
  return same ? `${low!.number('value')}-${high!.number('value')}` : '';
}

type Read = { value: ReadValue; comparator: Comparator | null } | Outcome;

function readValue(observation: Part, analyte: AnalyteKey): Read {
  const quantity = observation.at('valueQuantity');
  const number = quantity.number('value');
  const wrong = (why: Parameters<typeof notUnderstood>[2], said = shownQuantity(quantity)): Outcome =>
    notUnderstood('valueQuantity', said, why);
  if (number === null)
    return wrong('value', observation.text('valueString') || observation.shown('valueCodeableConcept'));
  const unit = unitOf(quantity);
  const value = fromLaboratory(analyte, number, unit);
  if (!value) return wrong('unit', unit);
  const said = quantity.text('comparator');
  const comparator = isComparator(said) ? said : null;
  if (said && (!comparator || !limitCanStandForValue(analyte, comparator, value.value)))
    return wrong('value');
  if (labValueError(analyte, value.value)) return wrong('implausible');
  const range = rangeOf(observation, unit);
  if (!fitsUnit(analyte, range, unit)) return wrong('reference_range', `${range} ${unit}`);
  // A rare value is often one in another unit; the laboratory's range beside it says which.
  return needsConfirmation(analyte, value.value) && !range ? wrong('check_report') : { value, comparator };
}

/** One laboratory result: test and unit by table, never guessed. */
export function readLaboratory(
  observation: Part,
  row: number,
  now: number,
  find: (reference: string) => Entry | undefined,
): Outcome {
  const status = observation.text('status');
  if (WITHDRAWN.includes(status)) return leftOut('withdrawn');
  if (!FINAL.includes(status)) return leftOut('not_final');
  const [analyte, second] = analytesOf(observation);
  const code = observation.at('code').each('coding')[0]?.text('code') ?? '';
  const name = observation.shown('code');
  if (second) return notUnderstood('code', name, 'two_tests');
  if (!analyte)
    return notUnderstood(
      'code',
      [code, name]
        .filter((one, n) => n === 0 || one !== code)
        .join(' ')
        .trim(),
      'code',
    );
  const collectedAsSent = measuredAt(observation);
  if (momentError(collectedAsSent, now)) return notUnderstood('effectiveDateTime', collectedAsSent, 'time');
  const unfit = specimenFault(observation, find) ?? absenceIn(observation);
  if (unfit) return unfit;
  const specimen = specimenName(observation, find).slice(0, LONGEST_SPECIMEN);
  const notes = observation
    .each('note')
    .slice(0, MOST_NOTES)
    .map((note) => note.text('text').slice(0, LONGEST_NOTE))
    .filter(Boolean);
  const doubt = [...notes, specimen].find((text) => DOUBT.test(text));
  if (doubt) return notUnderstood('note', doubt, 'comment');
  const read = readValue(observation, analyte);
  if ('is' in read) return read;
  const marked = observation
    .each('interpretation')
    .flatMap((one) => one.each('coding'))
    .some((coding) => CRITICAL.includes(coding.text('code')));
  return {
    is: 'result',
    result: {
      value: {
        row,
        line: row,
        named: { patient: '', analyte: name, value: '' },
        patient: { id: null, mrn: null, name: null, dob: null },
        collectedAsSent,
        sinceLastDoseH: null,
        analyte,
        ...read.value,
        ...(read.comparator && { comparator: read.comparator }),
        ...(marked && { marked: true as const }),
        corrects: false,
      },
      specimen,
      notes,
      corrects: corrects(observation).length > 0,
      issued: observation.text('issued'),
      updated: observation.at('meta').text('lastUpdated'),
    },
  };
}
