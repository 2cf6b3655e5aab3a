import { validationFailed } from '../errors/errors.js';
import { SHARED_TEXT } from '../text/en.js';

/** A route's one yes-or-no parameter. A query that is not understood never does the real thing; org_id is read by the access guard. */
export function readFlag(query: Record<string, unknown>, name: string): boolean {
  const extra = Object.keys(query).filter((key) => key !== name && key !== 'org_id');
  if (extra.length)
    throw validationFailed(Object.fromEntries(extra.map((key) => [key, SHARED_TEXT.parameterNotKnown])));
  const { [name]: value } = query;
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw validationFailed({ [name]: SHARED_TEXT.mustTrueOrFalse(name) });
  return value === 'true';
}
