import type { Actor } from '../platform/access/actor.js';
import { isUuid } from '../platform/access/decorators.js';
import { missingScope, missingType, type Needed } from '../platform/access/key-scopes.js';
import { AppError, validationFailed } from '../platform/errors/errors.js';
import type { ResourceDefinition, SearchParam } from './model/definition.js';
import { resourceOf } from './resources/index.js';
import { askedFor, paramsOf, PATIENT_PARAMS, type Asked } from './search.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const USUAL_COUNT = 50;
const MOST_COUNT = 200;

/** Where a page begins: after this patient, and this many of the next patient's resources. */
export interface Cursor {
  after: string | null;
  skip: number;
}
export interface Include {
  definition: ResourceDefinition;
  name: string;
  param: SearchParam;
}
export interface SearchQuery {
  definition: ResourceDefinition;
  asked: Asked[];
  count: number;
  cursor: Cursor | null;
  includes: Include[];
  revincludes: Include[];
}
export type RawQuery = Readonly<Record<string, unknown>>;

const texts = (name: string, value: unknown): string[] => {
  const list = [value].flat();
  if (
    !list.every((one): one is string => typeof one === 'string' && one.length <= 1000 && !one.includes('\0'))
  )
    throw validationFailed({ [name]: TEXT.valueCannotTake(name) });
  return list;
};
/** A parameter that is sent at most once. */
export const single = (query: RawQuery, name: string): string | undefined => {
  if (query[name] === undefined) return undefined;
  const [value, more] = texts(name, query[name]);
  if (more !== undefined) throw validationFailed({ [name]: SHARED_TEXT.sentTwice(name) });
  return value;
};

/** The address of a search by GET. */
export function addressOf(type: string, query: RawQuery): string {
  const params = Object.entries(query).flatMap(([name, value]) =>
    texts(name, value).map((text): [string, string] => [name, text]),
  );
  return `/fhir/${type}${params.length ? '?' : ''}${new URLSearchParams(params).toString()}`;
}

const JSON_FORMATS = ['json', 'application/json', 'application/fhir+json', 'text/json'];
/** Only JSON is supported; XML is refused explicitly. */
export function assertJson(query: RawQuery, accept: string | undefined): void {
  const format = single(query, '_format');
  const asked = format === undefined ? (accept ?? '') : format.replaceAll(' ', '+');
  const fits =
    format === undefined
      ? asked === '' || /json|\*\/\*|application\/\*|text\/html/.test(asked)
      : JSON_FORMATS.includes(asked);
  if (!fits) throw new AppError(406, 'bad_request', TEXT.resourcesSentAsApplicationFhirJson);
}

function countOf(query: RawQuery): number {
  const text = single(query, '_count');
  if (text === undefined) return USUAL_COUNT;
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1)
    throw validationFailed({ _count: '_count must be a whole number from 1 on.' });
  return Math.min(Number(text), MOST_COUNT);
}

export const cursorText = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.after, cursor.skip])).toString('base64url');

function cursorOf(query: RawQuery): Cursor | null {
  const text = single(query, '_page');
  if (text === undefined) return null;
  const wrong = validationFailed({ _page: TEXT.followPreviousPagesNextLinkUnchanged });
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw wrong;
  }
  const [after, skip] = Array.isArray(read) ? (read as unknown[]) : [];
  if ((after !== null && !isUuid(after)) || !Number.isSafeInteger(skip) || (skip as number) < 0) throw wrong;
  return { after, skip: skip as number };
}

const MOST_INCLUDES = 20;
/** References in `_include` and `_revinclude`, as `Type:param`; each is read once, however often it is asked for. */
function includesOf(query: RawQuery, name: '_include' | '_revinclude', searched: string): Include[] {
  const asked = [...new Set(texts(name, query[name] ?? []))];
  if (asked.length > MOST_INCLUDES)
    throw validationFailed({ [name]: TEXT.askForAtMostOfThem(MOST_INCLUDES) });
  return asked.map((text) => {
    const [type = '', param = ''] = text.split(':');
    const definition = resourceOf(type);
    const found = definition && paramsOf(definition)[param];
    const fits = found?.kind === 'reference' && (name === '_revinclude' || type === searched);
    if (!definition || !found || !fits)
      throw validationFailed({ [name]: TEXT.notReferenceCanIncludedHere(text) });
    return { definition, name: param, param: found };
  });
}

/** Parameters about the response, not the search; the access guard reads `org_id`. */
const CONTROLS = ['_count', '_page', '_include', '_revinclude', '_format', '_pretty', '_total', 'org_id'];

export function readSearch(definition: ResourceDefinition, query: RawQuery): SearchQuery {
  const asked = Object.entries(query)
    .filter(([name]) => !CONTROLS.includes(name))
    .flatMap(([name, value]) => texts(name, value).map((text) => askedFor(definition, name, text)));
  return {
    definition,
    asked,
    count: countOf(query),
    cursor: cursorOf(query),
    includes: includesOf(query, '_include', definition.type),
    revincludes: includesOf(query, '_revinclude', definition.type),
  };
}

/** What reading a type needs of a program; undefined: the whole record. */
export const neededFor = (definition: ResourceDefinition | undefined): Needed =>
  definition
    ? { scopes: ['fhir.read', definition.scope], type: definition.type }
    : { scopes: ['fhir.read'], type: null };

/** An include gives a key or an app no more than a direct request would. */
export function assertScope({ key, app }: Actor, definition: ResourceDefinition): void {
  const needed = neededFor(definition);
  const refusal = key ? missingScope(key, needed) : app && missingType(app, needed);
  if (refusal) throw refusal;
}

const ROW_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
/** The row that a resource was made from, by the resource's id. */
export const rowIdOf = (resourceId: string): string | null => ROW_ID.exec(resourceId)?.[0] ?? null;

/** The patients that a search names by id, in whichever parameter. */
export const patientsNamed = ({ definition, asked }: SearchQuery): string[] =>
  asked.flatMap(({ name, param, values }) => {
    const always = PATIENT_PARAMS.includes(name) || (definition.type === 'Patient' && name === '_id');
    const of = values.filter(
      (value) => always || (param.kind === 'reference' && /(^|\/)Patient\//.test(value)),
    );
    return of.flatMap((value) => rowIdOf(value.slice(value.lastIndexOf('/') + 1)) ?? []);
  });

/** The ids by which a search names the patients; null if it does not. */
export function namedIn({ definition, asked }: SearchQuery): {
  patients: string[] | null;
  rows: string[] | null;
} {
  const ids = (values: readonly string[]): string[] =>
    values.flatMap((value) => rowIdOf(value.slice(value.lastIndexOf('/') + 1)) ?? []);
  const patient = asked.find(({ name }) => PATIENT_PARAMS.includes(name));
  const own = asked.find(({ name }) => name === '_id');
  return {
    patients: patient && definition.of === 'patient' ? ids(patient.values) : null,
    rows: own ? ids(own.values) : null,
  };
}
