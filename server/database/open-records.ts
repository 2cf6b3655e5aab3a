import type { Actor } from '../platform/access/actor.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';
import type { ListQuery } from '../platform/http/list-query.js';
import type { ListStatement } from './list-page.js';

/** Whose records the rows of a list belong to. */
export interface ListedRecords {
  readonly actor: Actor;
  /** The table with `org_id`, as the statement calls it. */
  readonly table: string;
  /** Where it is not the table's `patient_id`. */
  readonly patient?: string;
  /** Says who the patients are, also of those whose record needs a reason. */
  readonly named?: boolean;
}

/** Not of the clinics that keep records to their providers: no one outside of them sees those. */
const ofOthers = (table: string): string =>
  `${table}.org_id <> ALL(ARRAY(SELECT o.id FROM organisations o WHERE ${NEEDS_PROVIDER}))`;

/** Whether this user may open the record of a patient without a reason, or has given one. */
export const needsNoReason = (patient: string, user: string): string =>
  `EXISTS (SELECT 1 FROM patients own LEFT JOIN cases load ON load.patient_id = own.id WHERE own.id = ${patient}
    AND (load.primary_clinician_id IS NULL OR load.primary_clinician_id = ${user} OR own.user_id = ${user} OR EXISTS (SELECT 1
      FROM record_openings opened WHERE opened.patient_id = own.id AND opened.user_id = ${user} AND opened.expires_at > now())))`;

/** A filter would tell of each row whether it matches, by the rows and by their number: it reads only what its user may open. */
export function onlyOpen(statement: ListStatement, { filter }: ListQuery): ListStatement {
  const { name, body, values, records } = statement;
  if (!records || !Object.keys(filter).length) return statement;
  const { actor, table, named, patient = `${table}.patient_id` } = records;
  const conditions: string[] = [];
  const more: unknown[] = [];
  if (actor.systemWide) conditions.push(ofOthers(table));
  if (actor.policies.breakGlassReason && !named) {
    more.push(actor.userId);
    conditions.push(needsNoReason(patient, `$${values.length + 1}`));
  }
  if (!conditions.length) return statement;
  return {
    ...statement,
    name: `${name}-open-${conditions.length}${more.length}`,
    body: [body, ...conditions].join(' AND '),
    values: [...values, ...more],
  };
}
