import { validationFailed } from '../platform/errors/errors.js';
import { isInstant } from '../platform/time/instant.js';
import { single, type RawQuery } from '../fhir/query.js';
import { RESOURCES, resourceOf } from '../fhir/resources/index.js';

const FORMATS = ['application/fhir+ndjson', 'application/ndjson', 'ndjson'];
const KNOWN = ['_type', '_since', '_outputFormat'];

export interface ExportRequest {
  types: string[];
  since: Date | null;
}

/**
 * What a program wants written out.
 * @param ofPatients without what belongs to the clinic alone
 */
export function readExportRequest(query: RawQuery, ofPatients: boolean): ExportRequest {
  const unknown = Object.keys(query).filter((name) => !KNOWN.includes(name));
  if (unknown.length)
    throw validationFailed(
      Object.fromEntries(unknown.map((name) => [name, 'An export does not know this parameter.'])),
    );
  const format = single(query, '_outputFormat')?.replaceAll(' ', '+');
  if (format !== undefined && !FORMATS.includes(format))
    throw validationFailed({ _outputFormat: 'An export is written as application/fhir+ndjson only.' });
  const since = single(query, '_since');
  if (since !== undefined && !isInstant(since))
    throw validationFailed({ _since: '_since must be a time with its offset.' });
  return { types: typesOf(query, ofPatients), since: since === undefined ? null : new Date(since) };
}

/** `_type` may be repeated; the values add up. */
function typesOf(query: RawQuery, ofPatients: boolean): string[] {
  const possible = RESOURCES.filter(({ of }) => !ofPatients || of === 'patient').map(
    ({ type }) => type as string,
  );
  const given = [query['_type'] ?? []].flat();
  const wrong = validationFailed({ _type: '_type names a resource that this export does not have.' });
  if (!given.every((one): one is string => typeof one === 'string' && one.length <= 1000)) throw wrong;
  const asked = given.flatMap((one) => one.split(','));
  if (asked.some((type) => !resourceOf(type) || !possible.includes(type))) throw wrong;
  return asked.length > 0 ? possible.filter((type) => asked.includes(type)) : possible;
}
