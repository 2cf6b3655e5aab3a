import type { EntityMetadata } from 'typeorm';

/** Marked as seen by the clinician they were reported to, also after a handover. */
const NOT_OPENED = ['record_openings'];
const hasPatient = (entity: EntityMetadata): boolean =>
  entity.columns.some((column) => column.databaseName === 'patient_id');

/**
 * Whose record an id belongs to, for every table with rows of one patient: named in the row, or in the one it is part of.
 * @returns SELECTs of `patient_id` that take the ids as $1
 */
export const recordOwners = (entities: readonly EntityMetadata[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    entities
      .filter(
        ({ primaryColumns: [key], tableName }) =>
          key?.databaseName === 'id' && key.type === 'uuid' && !NOT_OPENED.includes(tableName),
      )
      .map((entity): [string, string[]] => [entity.tableName, waysOf(entity)])
      .filter(([, ways]) => ways.length > 0),
  );

function waysOf(entity: EntityMetadata): string[] {
  const { tableName: table } = entity;
  if (table === 'patients') return [`SELECT id AS patient_id FROM patients WHERE id = ANY($1)`];
  if (hasPatient(entity)) return [`SELECT patient_id FROM ${table} WHERE id = ANY($1)`];
  return entity.foreignKeys
    .filter(({ referencedEntityMetadata: whole }) => hasPatient(whole))
    .map(
      ({ columns: [column], referencedEntityMetadata: { tableName: whole } }) =>
        `SELECT w.patient_id FROM ${table} t JOIN ${whole} w ON w.id = t.${column!.databaseName} WHERE t.id = ANY($1)`,
    );
}
