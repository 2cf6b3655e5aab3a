import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityMetadata } from 'typeorm';
import { Db } from '../database/db.js';

interface OwnedTable {
  table: string;
  /** The condition on its rows; $1 is the patient. */
  where: string;
}

const ROOT = 'patients';
const OF_CLINIC = 'org_id = (SELECT org_id FROM patients WHERE id = $1)';
/** What was written out for programs holds every record of the clinic: they ask for it again. */
const EXPORTS: readonly OwnedTable[] = [
  { table: 'fhir_export_parts', where: `export_id IN (SELECT id FROM fhir_exports WHERE ${OF_CLINIC})` },
  { table: 'fhir_exports', where: OF_CLINIC },
];
/** Evidence of what was requested and decided about the end of the record itself. */
const KEPT = ['account_closings', 'legal_holds'];

/** Every table with rows of one patient, referring tables first, so that a later feature is erased too. */
export function ownedTables(entities: readonly EntityMetadata[]): OwnedTable[] {
  const owned = new Map<string, OwnedTable>();
  const visiting = new Set<string>();
  const conditionOf = (entity: EntityMetadata): string | null => {
    if (entity.tableName === ROOT || KEPT.includes(entity.tableName)) return null;
    const known = owned.get(entity.tableName);
    if (known) return known.where;
    // If two tables refer to each other, use the path that leads to the patient.
    if (visiting.has(entity.tableName)) return null;
    visiting.add(entity.tableName);
    const ways = entity.foreignKeys
      .filter((key) => key.referencedEntityMetadata !== entity)
      .flatMap(({ columns: [column], referencedEntityMetadata: parent }) => {
        if (parent.tableName === ROOT) return [`${column!.databaseName} = $1`];
        const where = conditionOf(parent);
        return where === null
          ? []
          : [`${column!.databaseName} IN (SELECT id FROM ${parent.tableName} WHERE ${where})`];
      });
    visiting.delete(entity.tableName);
    const direct = ways.find((way) => way.endsWith('= $1'));
    const where = direct ?? (ways.length > 0 ? ways.join(' OR ') : null);
    // Parents were inserted first.
    if (where !== null) owned.set(entity.tableName, { table: entity.tableName, where });
    return where;
  };
  for (const entity of entities) conditionOf(entity);
  return [...owned.values()].reverse();
}

/** Deletes the patient's data and empties the row itself; the record number stays in the audit. */
@Injectable()
export class Erasure {
  private tables: OwnedTable[] | null = null;

  constructor(
    private readonly db: Db,
    @Inject(DataSource) private readonly source: DataSource,
  ) {}

  /** In the caller's transaction, with the patient's row locked. */
  async erase(patientId: string): Promise<void> {
    this.tables ??= [...EXPORTS, ...ownedTables(this.source.entityMetadatas)];
    for (const { table, where } of this.tables)
      await this.db.rows({ name: `erase-${table}`, text: `DELETE FROM ${table} WHERE ${where}` }, [
        patientId,
      ]);
    await this.db.rows(
      {
        name: 'erase-patient',
        text: `UPDATE patients SET full_name = NULL, dob = NULL, contact_enc = NULL, weight_enc = NULL, last_visit_at = NULL,
          last_visit_status = NULL, timezone = NULL, location_state = NULL, location_attested_on = NULL, reminder_mails = false,
          release_reason_enc = NULL, erased_at = now(), version = version + 1, updated_at = now() WHERE id = $1`,
      },
      [patientId],
    );
  }
}
