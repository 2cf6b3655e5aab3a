import type { EntityMetadata } from 'typeorm';

const hasPatient = (entity: EntityMetadata): boolean =>
  entity.columns.some((column) => column.databaseName === 'patient_id');

/** Tables with rows of a patient that are no content of the record, and why. Any other table is content. */
const NO_CONTENT: Readonly<Record<string, string>> = {
  account_closings: 'the end of the account',
  app_codes: 'access of an app',
  app_grants: 'access of an app',
  app_tokens: 'access of an app',
  audit_events: 'what was done with the record',
  intakes: 'a draft; what is signed is a document',
  legal_holds: 'how long the record is kept',
  record_openings: 'what was done with the record',
  reminders: 'made by the portal from the record',
  webhook_deliveries: 'news for programs of the clinic',
};
/** What a patient or their care team put into a record, for every table that holds it. */
export const contentTables = (entities: readonly EntityMetadata[]): EntityMetadata[] =>
  entities.filter((entity) => hasPatient(entity) && !(entity.tableName in NO_CONTENT));
/** @param patient SQL of the patient's id */
export const hasContent = (entities: readonly EntityMetadata[], patient: string): string =>
  `(${contentTables(entities)
    .map(({ tableName }) => `EXISTS (SELECT 1 FROM ${tableName} WHERE patient_id = ${patient})`)
    .join(' OR ')})`;

/** Marked as seen by the clinician they were reported to, also after a handover. */
const NOT_OPENED = ['record_openings'];

/**
 * Whose record an id belongs to, for every table with rows of one patient: named in the row, or in the one it is part of.
 * @returns SELECTs of `id` and `patient_id` that take the ids as $1
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
  if (table === 'patients') return [`SELECT id, id AS patient_id FROM patients WHERE id = ANY($1)`];
  if (hasPatient(entity)) return [`SELECT id, patient_id FROM ${table} WHERE id = ANY($1)`];
  return entity.foreignKeys
    .filter(({ referencedEntityMetadata: whole }) => hasPatient(whole))
    .map(
      ({ columns: [column], referencedEntityMetadata: { tableName: whole } }) =>
        `SELECT t.id, w.patient_id FROM ${table} t JOIN ${whole} w ON w.id = t.${column!.databaseName} WHERE t.id = ANY($1)`,
    );
}
