import type { FhirResource } from 'fhir/r4.js';
import { validationFailed } from '../platform/errors/errors.js';
import {
  date,
  token,
  type ResourceDefinition,
  type SearchKind,
  type SearchParam,
} from './model/definition.js';
import { resourceOf } from './resources/index.js';
import { TEXT } from './text/en.js';

/** Parameters every resource supports. */
const COMMON: Readonly<Record<string, SearchParam>> = {
  _id: token('id'),
  _lastUpdated: date('meta.lastUpdated'),
};
export const paramsOf = ({ search }: ResourceDefinition): Readonly<Record<string, SearchParam>> => ({
  ...COMMON,
  ...search,
});

/** One parameter of the request: all parameters must match, each with any of its values. */
export interface Asked {
  readonly name: string;
  readonly param: SearchParam;
  readonly values: readonly string[];
}

/** The values at a dotted path, lists flattened. */
function valuesAt(resource: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (found, key) =>
      found
        .flatMap((one) =>
          typeof one === 'object' && one !== null ? (one as Record<string, unknown>)[key] : [],
        )
        .filter((one) => one !== undefined)
        .flat(),
    [resource],
  );
}

interface Coded {
  system?: string;
  code?: string;
  value?: string;
}
/** A code, Coding, CodeableConcept, Identifier or boolean, as systems and codes. */
function codesOf(value: unknown): Coded[] {
  if (typeof value !== 'object' || value === null) return [{ code: String(value) }];
  const { coding, system, code, value: identifier } = value as Coded & { coding?: Coded[] };
  return [...(coding ?? []), ...((code ?? identifier) ? [{ system, code: code ?? identifier }] : [])];
}

function tokenFits(value: unknown, wanted: string): boolean {
  const bar = wanted.indexOf('|');
  const code = wanted.slice(bar + 1);
  const system = bar < 0 ? null : wanted.slice(0, bar);
  return codesOf(value).some(
    (one) => (code === '' || one.code === code) && (system === null || (one.system ?? '') === system),
  );
}

/** Lower-case letters without accents, as FHIR compares texts. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
/** A text matches by its beginning; a name also by the beginning of any of its parts. */
const stringFits = (value: unknown, wanted: string): boolean =>
  textsOf(value).some((text) =>
    [text, ...text.split(/[\s,]+/)].some((part) => plain(part).startsWith(plain(wanted))),
  );

/** "Patient/x", "x" and the whole URL mean the same. */
function referenceFits(value: unknown, wanted: string): boolean {
  const { reference } = (value ?? {}) as { reference?: string };
  return Boolean(
    reference &&
    (reference === wanted || wanted.endsWith(`/${reference}`) || reference.endsWith(`/${wanted}`)),
  );
}

const uriFits = (value: unknown, wanted: string): boolean =>
  value === wanted || (typeof value === 'string' && value.startsWith(`${wanted}|`));

/** A year, month, day or time with its offset, and the comparison. */
const DATE =
  /^(eq|ne|gt|lt|ge|le|sa|eb|ap)?(\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?)?)?)$/;

interface Span {
  from: number;
  /** The first moment after it. */
  to: number;
}
const DAY_MS = 86_400_000;

/** The period a date covers: a whole year, month or day; for a time its second or minute. */
function spanOf(text: string): Span {
  const zoned = /T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || !text.includes('T') ? text : `${text}Z`;
  const from = Date.parse(zoned);
  if (text.length === 4) return { from, to: Date.UTC(Number(text) + 1, 0) };
  if (text.length === 7) return { from, to: Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5)), 1) };
  if (text.length === 10) return { from, to: from + DAY_MS };
  if (!/T\d{2}:\d{2}:\d{2}/.test(text)) return { from, to: from + 60_000 };
  return { from, to: from + (text.includes('.') ? 1 : 1000) };
}

function spanOfValue(value: unknown): Span | null {
  if (typeof value === 'string') return spanOf(value);
  const { start, end } = (value ?? {}) as { start?: string; end?: string };
  if (!start && !end) return null;
  return { from: start ? spanOf(start).from : -Infinity, to: end ? spanOf(end).to : Infinity };
}

function dateFits(value: unknown, wanted: string): boolean {
  const [, prefix = 'eq', text = ''] = DATE.exec(wanted) ?? [];
  const has = spanOfValue(value);
  if (!has) return false;
  const ask = spanOf(text);
  const within = has.from >= ask.from && has.to <= ask.to;
  const after = has.to > ask.to;
  const before = has.from < ask.from;
  switch (prefix) {
    case 'ne':
      return !within;
    case 'gt':
      return after;
    case 'lt':
      return before;
    case 'ge':
      return after || within;
    case 'le':
      return before || within;
    case 'sa':
      return has.from >= ask.to;
    case 'eb':
      return has.to <= ask.from;
    case 'ap':
      return has.from < ask.to + DAY_MS && has.to > ask.from - DAY_MS;
    default:
      return within;
  }
}

const FITS: Readonly<Record<SearchKind, (value: unknown, wanted: string) => boolean>> = {
  token: tokenFits,
  string: stringFits,
  reference: referenceFits,
  uri: uriFits,
  date: dateFits,
};

export const matches = (resource: FhirResource, asked: readonly Asked[]): boolean =>
  asked.every(({ param, values }) =>
    param.paths.some((path) =>
      valuesAt(resource, path).some((value) => values.some((wanted) => FITS[param.kind](value, wanted))),
    ),
  );

/** What a resource refers to in a search parameter. */
export const referencesAt = (resource: FhirResource, { paths }: SearchParam): string[] =>
  paths
    .flatMap((path) => valuesAt(resource, path))
    .flatMap((value) => (value as { reference?: string }).reference ?? []);

/** `a,b` are two values, `a\,b` is one. */
const split = (text: string): string[] =>
  text.split(/(?<!\\),/).map((part) => part.replaceAll(/\\([,|$\\])/g, '$1'));

const MODIFIED = /^([^:]+):(.*)$/;
/** Parameters that lead to a patient and to nothing else. */
export const PATIENT_PARAMS = ['patient', 'subject'];
/** Only a type may follow a reference's name: a chain (`subject:Patient.name`) or a modifier is refused. */
const isTarget = (modifier: string, name: string): boolean =>
  PATIENT_PARAMS.includes(name) ? modifier === 'Patient' : resourceOf(modifier) !== undefined;

/** @param name may include the type of the reference: `subject:Patient` */
export function askedFor(definition: ResourceDefinition, name: string, text: string): Asked {
  const [, bare = name, modifier] = MODIFIED.exec(name) ?? [];
  const params = paramsOf(definition);
  const param = Object.hasOwn(params, bare) ? params[bare]! : undefined;
  if (!param) throw validationFailed({ [name]: TEXT.cannotSearched(definition.type, name) });
  const wrong = () => validationFailed({ [name]: TEXT.valueOrModifierCannotTake(name) });
  if (modifier !== undefined && (param.kind !== 'reference' || !isTarget(modifier, bare))) throw wrong();
  const values = split(text);
  if (values.some((value) => value === '')) throw wrong();
  if (param.kind === 'date' && !values.every((value) => isDate(value))) throw wrong();
  return {
    name: bare,
    param,
    values: modifier ? values.map((value) => (value.includes('/') ? value : `${modifier}/${value}`)) : values,
  };
}

function isDate(text: string): boolean {
  const [, , date] = DATE.exec(text) ?? [];
  return date !== undefined && !Number.isNaN(spanOf(date).from);
}
