import {
  analyteNamed,
  fromLaboratory,
  isAnalyteKey,
  isComparator,
  limitCanStandForValue,
  labValueError,
  criticalValues,
  type AnalyteKey,
  type Comparator,
  type ReadValue,
} from '#common/clinical/index.js';
import { isLoincCode } from '#common/clinical/labs.js';
import {
  NOT_USED,
  type LabMessageResult,
  type LabProblem,
  type LabProblemKind,
} from '#common/api/lab-messages.js';
import type { Segment } from '../lab-spool/hl7.js';
import { momentError } from '../labs/moment.js';
import { DOUBT } from './doubts.js';
import { ordersIn, type Noted, type Order } from './message-orders.js';
import { readDate, readMoment } from './moments.js';
import { fitsUnit } from './reference-range.js';
import { conditionOf, specimenOf } from './specimens.js';

export const MOST_RESULTS = 500;
const LONGEST_TEXT = 200;

/** How a message names its patient. */
export interface SaidPatient {
  name: string;
  family: string;
  dob: string | null;
  numbers: string[];
}

/** What a patient is compared by, besides. */
export interface ComparedPatient extends SaidPatient {
  given: string;
  /** PID-8; '' where it is not sent. */
  sex: string;
}

/** What is to become of a result, by its status. */
export type Fate = 'import' | 'correct' | 'withdraw' | 'wait' | 'not_used';

/** A result that was understood, with where it stands in `results`. */
export interface Understood {
  index: number;
  test: string;
  analyte: AnalyteKey;
  fate: Exclude<Fate, 'not_used'>;
  /** null where none is needed: the result is withdrawn or not final. */
  value: ReadValue | null;
  /** The value is a limit, and the real one beyond it. */
  comparator?: Comparator;
  /** The laboratory marked it as critical (OBX-8). */
  marked?: true;
  collectedAt: string;
  /** The laboratory's comments on it, and on the order it is in. */
  notes: readonly string[];
  ofOrder: readonly string[];
  /** The number of our order that it answers (OBR-2, else ORC-2); null: the laboratory names none. */
  order: string | null;
}

/** Everything a message says, and what of it was not understood. */
export interface Reading {
  patient: ComparedPatient;
  results: LabMessageResult[];
  understood: Understood[];
  problems: LabProblem[];
  critical: boolean;
  specimen: string | null;
  /** Its comments on everything. */
  notes: readonly string[];
  /** The laboratory's number of the order (OBR-3); '' where there is none. */
  filler: string;
  /** Numbers of our orders that the message names. */
  orders: string[];
}

/** What the message is read with. */
export interface ReadBy {
  codes: Readonly<Record<string, string>>;
  timezone: string;
  now: number;
}

const FATES: Readonly<Record<string, Fate>> = {
  F: 'import',
  C: 'correct',
  X: 'withdraw',
  D: 'withdraw',
  W: 'withdraw',
  P: 'wait',
  I: 'wait',
  R: 'wait',
  S: 'wait',
};
/** OBX-8: panic values, and values beyond what the instrument can tell. */
const CRITICAL = ['HH', 'LL', 'AA'];
const PANIC = [...CRITICAL, '>', '<'];
const short = (text: string): string => text.slice(0, LONGEST_TEXT);
const problem = (
  kind: LabProblemKind,
  said: string | null = null,
  test: string | null = null,
  proposal: string | null = null,
): LabProblem => ({ kind, said: said && short(said), test, proposal });

function readPatient(pid: Segment): ComparedPatient {
  const numbers = [2, 3, 4].flatMap((field) => {
    const ids = pid.values(field);
    const digits = pid.values(field, { component: 2 });
    // Some send the check digit apart from the number.
    return ids.flatMap((id, i) => (digits[i] && /^\d{7}$/.test(id) ? [id + digits[i]] : [id]));
  });
  const family = pid.value(5, 1);
  return {
    name: short([pid.value(5, 2), pid.value(5, 3), family].filter(Boolean).join(' ')),
    given: short(pid.value(5, 2)),
    family: short(family),
    sex: short(pid.value(8)),
    dob: readDate(pid.value(7)),
    numbers: [...new Set(numbers.filter(Boolean).map(short))].slice(0, 20),
  };
}

/** What each of the two codings of OBX-3 means: LOINC with its check digit, else a code of the laboratory. */
function meaningsOf(obx: Segment, codes: ReadBy['codes']): { code: string; meaning: string }[] {
  return [1, 4].flatMap((at) => {
    const code = obx.value(3, at);
    const isLoinc = ['LN', 'LOINC'].includes(obx.value(3, at + 2).toUpperCase()) && isLoincCode(code);
    const meaning = (isLoinc && analyteNamed(code)) || (Object.hasOwn(codes, code) ? codes[code] : null);
    return code && meaning ? [{ code, meaning }] : [];
  });
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
const COMPARED = /^([<>]=?)? ?(.*)$/s;

/** The number of a result, and how the value stands to it. */
interface Numeric {
  number: number;
  comparator: Comparator | null;
}

/** A number alone, or with a comparison: "<0.1", structured as ^<^0.1, or 0.1 with the sign as its flag (OBX-8). */
function numberOf(obx: Segment, flags: readonly string[]): Numeric | null {
  const structured = obx.value(2) === 'SN';
  const [, before, rest] = structured ? ['', obx.value(5, 1), obx.value(5, 2)] : COMPARED.exec(obx.value(5))!;
  const sign = before === '=' ? '' : (before ?? '');
  const text = rest!;
  const parts = structured ? [3, 4] : [2, 3];
  const alone =
    obx.values(5).length === 1 &&
    parts.every((part) => !obx.value(5, part)) &&
    obx.values(5, { component: structured ? 2 : 1, subcomponent: 2 })[0] === '';
  if (!alone || !NUMBER.test(text) || (sign && !isComparator(sign))) return null;
  const signs = [sign, ...flags].filter(isComparator);
  // "<" beside "<=" is the same limit; "<" beside ">" is none.
  if (new Set(signs.map(([side]) => side)).size > 1) return null;
  return { number: Number(text), comparator: signs[0] ?? null };
}

const shownValue = (obx: Segment): string =>
  obx.value(2) === 'SN' ? [1, 2, 3, 4].map((at) => obx.value(5, at)).join('') : obx.value(5);

/** What a result has of the order it is in. */
interface Within {
  collectedAt: string | null;
  order: string | null;
  ofOrder: readonly string[];
}

/** Reads the results of one message, in the order they came. */
class Reader {
  readonly results: LabMessageResult[] = [];
  readonly understood: Understood[] = [];
  readonly problems: LabProblem[] = [];
  critical = false;

  constructor(private readonly by: ReadBy) {}

  /** A comment that raises a doubt waits for a person; any other is shown beside the result. */
  comment(notes: readonly string[], test: string | null): void {
    const doubt = notes.find((note) => DOUBT.test(note));
    if (doubt) this.problems.push(problem('comment', doubt, test));
  }

  result({ obx, notes }: Noted, within: Within): void {
    const meanings = meaningsOf(obx, this.by.codes);
    const tests = [...new Set(meanings.map(({ meaning }) => meaning))];
    const code = meanings[0]?.code ?? (obx.value(3) || obx.value(3, 4));
    const analyte = tests.length === 1 ? tests[0]! : null;
    const name = obx.value(3, 2) || obx.value(3, 5) || code;
    const status = obx.value(11);
    const flags = obx.values(8).filter(Boolean);
    const known = isAnalyteKey(analyte) ? analyte : null;
    const numeric = numberOf(obx, flags);
    const value = known && numeric ? fromLaboratory(known, numeric.number, obx.value(6)) : null;
    const marked = flags.some((flag) => PANIC.includes(flag.toUpperCase()));
    // Below what the instrument can tell is where many values should be: no one is called for it.
    const called = flags.some((flag) => CRITICAL.includes(flag.toUpperCase()));
    const critical =
      FATES[status] !== 'withdraw' &&
      (marked ||
        (known !== null &&
          value !== null &&
          criticalValues({ [known]: value.value }, { [known]: numeric?.comparator ?? undefined }).length >
            0));
    this.critical ||= critical;
    const index = this.results.length;
    this.results.push({
      code: short(code),
      name: short(name),
      value: short(shownValue(obx)),
      unit: short(obx.value(6)),
      flags: short(flags.join(' ')),
      status: short(status),
      collected_at: within.collectedAt,
      analyte: known,
      critical,
      notes: short(notes.join(' ')),
    });
    this.comment(notes, name);
    if (tests.length > 1)
      this.problems.push(problem('two_tests', meanings.map((one) => one.code).join(' / '), name));
    else if (analyte !== NOT_USED)
      this.understand(obx, index, { known, numeric, value, called, notes, ...within });
  }

  private understand(
    obx: Segment,
    index: number,
    read: {
      known: AnalyteKey | null;
      numeric: Numeric | null;
      value: ReadValue | null;
      called: boolean;
      notes: readonly string[];
    } & Within,
  ): void {
    const { code, name, status, value: said } = this.results[index]!;
    const test = name || code;
    const wrong = (kind: LabProblemKind, what: string, proposal: string | null = null) =>
      void this.problems.push(problem(kind, what, test, proposal));
    if (!read.known) return wrong('code', code, analyteNamed(name) ?? analyteNamed(code));
    const fate = FATES[status];
    if (!fate || fate === 'not_used') return wrong('result_status', status);
    if (!read.collectedAt) return;
    const { known: analyte, collectedAt, order, ofOrder, notes } = read;
    const comparator = read.numeric?.comparator;
    const place = { index, test, analyte, fate, collectedAt, order, ofOrder, notes };
    // Nothing is stored of these, so their values need not be read.
    if (fate === 'withdraw' || fate === 'wait') this.understood.push({ ...place, value: null });
    else if (!read.numeric) wrong('value', said);
    else if (!read.value) wrong('unit', obx.value(6));
    else if (comparator && !limitCanStandForValue(analyte, comparator, read.value.value))
      wrong('value', said);
    else if (labValueError(read.known, read.value.value)) wrong('implausible', `${said} ${obx.value(6)}`);
    else if (!fitsUnit(analyte, obx.value(7), obx.value(6)))
      wrong('reference_range', `${obx.value(7)} ${obx.value(6)}`);
    else
      this.understood.push({
        ...place,
        value: read.value,
        ...(comparator && { comparator }),
        ...(read.called && { marked: true }),
      });
  }
}

/** When the blood was drawn (OBR-7, SPM-17); null and a problem where that is not said, or not once. */
function collected(
  obr: Segment,
  spms: readonly Segment[],
  by: ReadBy,
  problems: LabProblem[],
): string | null {
  const texts = [obr.value(7), ...spms.map((spm) => spm.value(17))].filter(Boolean);
  const moments = texts.map((text) => readMoment(text, by.timezone));
  const [first] = moments;
  const one = first && moments.every((moment) => moment && Date.parse(moment) === Date.parse(first));
  if (one && !momentError(first, by.now)) return first;
  problems.push(
    problem('collection_time', texts.join(' / ') || null, obr.value(4, 2) || obr.value(4) || null),
  );
  return null;
}

/** The patients a message names. */
export const patientsNamed = (segments: readonly Segment[]): ComparedPatient[] =>
  segments.filter(({ name }) => name === 'PID').map(readPatient);

/** What speaks against an order of the message: whose it is, and what its specimen is. */
function orderProblems({ obr, spms, numbers, misread }: Order, test: string | null): LabProblem[] {
  const { other } = specimenOf(obr, spms);
  const condition = conditionOf(obr, spms);
  const unclear = misread.length ? misread : numbers.length > 1 ? numbers : [];
  return [
    ...(unclear.length ? [problem('order_number', unclear.join(' / '), test)] : []),
    ...(other ? [problem('specimen', other, test)] : []),
    ...(condition ? [problem('specimen_condition', condition, test)] : []),
  ];
}

const NOBODY: ComparedPatient = { name: '', given: '', family: '', sex: '', dob: null, numbers: [] };

export function readResults(segments: readonly Segment[], by: ReadBy): Reading {
  const pids = segments.filter(({ name }) => name === 'PID');
  const reader = new Reader(by);
  const { problems } = reader;
  if (pids.length > 1) problems.push(problem('several_patients'));
  const patient = pids[0] ? readPatient(pids[0]) : NOBODY;
  const { orders, loose, notes } = ordersIn(segments);
  const count = orders.reduce((sum, { results }) => sum + results.length, loose.length);
  if (count > MOST_RESULTS) problems.push(problem('too_many_results', String(count)));
  if (count === 0) problems.push(problem('no_results'));
  if (loose.length) problems.push(problem('no_order'));
  for (const one of loose.slice(0, MOST_RESULTS))
    reader.result(one, { collectedAt: null, order: null, ofOrder: [] });
  let specimen: string | null = null;
  for (const one of orders) {
    const { obr, spms, results } = one;
    const test = obr.value(4, 2) || obr.value(4) || null;
    if (!results.length && obr.value(25) === 'X') problems.push(problem('canceled', null, test));
    if (!results.length) continue;
    problems.push(...orderProblems(one, test));
    const collectedAt = collected(obr, spms, by, problems);
    const drawn = specimenOf(obr, spms).specimen;
    specimen = drawn ?? specimen;
    reader.comment(one.notes, test);
    for (const result of results.slice(0, Math.max(0, MOST_RESULTS - reader.results.length)))
      reader.result(result, { collectedAt, order: one.numbers[0] ?? null, ofOrder: one.notes });
  }
  reader.comment(notes, null);
  const filler = orders.map(({ obr }) => obr.value(3)).find(Boolean) ?? '';
  const numbers = [...new Set(orders.flatMap((order) => order.numbers))];
  const { results, understood, critical } = reader;
  return { patient, results, understood, problems, critical, specimen, notes, filler, orders: numbers };
}
