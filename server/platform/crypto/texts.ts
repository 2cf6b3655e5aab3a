import type { FieldCipher } from './field-cipher.js';

/** The encrypted columns of texts. */
export type Sealed<Column extends string> = Record<`${Column}_enc`, string | null>;

const placeOf = (table: string, column: string, id: string): string => `${table}.${column}:${id}`;

/**
 * Both columns of texts that an earlier release stored in clear, for a SELECT. `server/keys/clear-texts` empties the clear
 * one; an earlier server that still runs may fill it again.
 */
export const bothOf = (alias: string, ...columns: readonly string[]): string =>
  columns.flatMap((column) => [`${alias}.${column}`, `${alias}.${column}_enc`]).join(', ');

export function sealText(
  cipher: FieldCipher,
  table: string,
  column: string,
  { id, text }: { id: string; text: string | null },
): string | null {
  return text ? cipher.encrypt(text, placeOf(table, column, id)) : null;
}

export function openText(
  cipher: FieldCipher,
  table: string,
  column: string,
  { id, stored }: { id: string; stored: string | null },
): string | null {
  return stored && cipher.decrypt(stored, placeOf(table, column, id));
}

/** The same row with its texts decrypted. A text in clear was written last. */
export function openTexts<Row extends { id: string }, Column extends string & keyof Row>(
  cipher: FieldCipher,
  table: string,
  row: Row & Sealed<Column>,
  columns: readonly Column[],
): Omit<Row, `${Column}_enc`> {
  const opened: Record<string, unknown> = { ...row };
  for (const column of columns) {
    const stored = row[`${column}_enc` as const] as string | null;
    opened[column] ||= openText(cipher, table, column, { id: row.id, stored }) ?? row[column];
    delete opened[`${column}_enc`];
  }
  return opened as Omit<Row, `${Column}_enc`>;
}
