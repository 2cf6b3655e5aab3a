import { sha256 } from '../crypto/field-cipher.js';

interface Written {
  json: string;
  digest: string;
}
const written = new WeakMap<object, Written | null>();

/** Marks rows that several answers may share: they are frozen, and serialized once. */
export function shareRows<T>(rows: T[]): T[] {
  for (const row of rows) Object.freeze(row);
  written.set(Object.freeze(rows), null);
  return rows;
}

const isShared = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && written.has(value);

function writeOnce(rows: object): Written {
  const known = written.get(rows);
  if (known) return known;
  const json = JSON.stringify(rows);
  const once = { json, digest: sha256(json).toString('hex') };
  written.set(rows, once);
  return once;
}

const sharedKey = (answer: object): string | undefined =>
  Object.keys(answer).find((key) => isShared((answer as Record<string, unknown>)[key]));

/** The answer as it is sent: JSON, in which shared rows are not written again. */
export function serializeAnswer(answer: unknown): string {
  const key = typeof answer === 'object' && answer !== null ? sharedKey(answer) : undefined;
  if (key === undefined) return JSON.stringify(answer);
  const { [key]: rows, ...rest } = answer as Record<string, object>;
  const others = JSON.stringify(rest).slice(1);
  return `{${JSON.stringify(key)}:${writeOnce(rows!).json}${others === '}' ? '' : ','}${others}`;
}

/** Tells whether an answer changed. */
export function digestOf(answer: Record<string, unknown>): string {
  const key = sharedKey(answer);
  const content = key ? { ...answer, [key]: writeOnce(answer[key] as object).digest } : answer;
  return sha256(JSON.stringify(content)).toString('hex');
}
