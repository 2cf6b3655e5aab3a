import type { Lab, LabCallBack, LabRevision } from '#common/api/index.js';
import { HOURS_FROM_LOG } from '../doses/records/logged-hours.js';
import type { FieldCipher } from '../platform/crypto/field-cipher.js';
import { bothOf, openTexts, type Sealed } from '../platform/crypto/texts.js';
import { hasLabResults } from '#common/vocabulary/index.js';
import { criticalOf } from './lab-results.js';
import { notesOf } from './laboratory-notes.js';

export const reasonPlace = (id: string): string => `lab_revisions.reason:${id}`;
export const notePlace = (id: string): string => `lab_call_backs.note:${id}`;

export const RESULTS = `COALESCE((SELECT jsonb_object_agg(x.analyte, jsonb_build_object('value', x.value, 'unit', x.unit, 'flag', x.flag,
    'reference_low', x.reference_low, 'reference_high', x.reference_high) || CASE WHEN x.entered_unit IS NULL THEN '{}'
      ELSE jsonb_build_object('entered', jsonb_build_object('value', x.entered_value, 'unit', x.entered_unit)) END
    || CASE WHEN x.comparator IS NULL THEN '{}' ELSE jsonb_build_object('comparator', x.comparator) END
    || CASE WHEN x.marked THEN jsonb_build_object('marked', true) ELSE '{}' END)
    FROM lab_results x WHERE x.panel_id = l.id), '{}')`;

export const COLUMNS = `l.id, l.id AS lab_id, l.patient_id, COALESCE(p.full_name, u.email) AS patient_name, p.mrn,
  CASE WHEN l.status = 'scheduled' AND l.due_on < (now() AT TIME ZONE o.timezone)::date THEN 'overdue' ELSE l.status END AS status,
  l.due_on::text AS due_on, l.collected_at, l.since_last_dose_h, ${HOURS_FROM_LOG} AS logged_h, l.reviewed_at, COALESCE(r.display_name, r.email) AS reviewed_by, ${bothOf('l', 'note', 'specimen')}, l.laboratory_notes_enc, l.version,
  ${RESULTS} AS results,
  (SELECT jsonb_agg(jsonb_build_object('id', v.id, 'n', v.n, 'reason_enc', v.reason_enc, 'by', COALESCE(w.display_name, w.email), 'at', v.at,
    'results', v.results) ORDER BY v.n DESC) FROM lab_revisions v LEFT JOIN users w ON w.id = v.by_id WHERE v.panel_id = l.id) AS revisions,
  (SELECT jsonb_build_object('id', k.id, 'called_on', k.called_on, 'reached', k.reached, 'note_enc', k.note_enc, 'by', COALESCE(w.display_name, w.email),
    'at', k.at) FROM lab_call_backs k JOIN users w ON w.id = k.by_id WHERE k.panel_id = l.id AND NOT k.outdated ORDER BY k.at DESC, k.id LIMIT 1) AS last_call`;
export const JOINS = `JOIN patients p ON p.id = l.patient_id JOIN users u ON u.id = p.user_id
  JOIN organisations o ON o.id = l.org_id LEFT JOIN users r ON r.id = l.reviewed_by`;

type Part<T, Text extends string> = Omit<T, Text> & { id: string } & Sealed<Text>;
export type LabRow = Omit<
  Lab,
  'collected_at' | 'reviewed_at' | 'laboratory_notes' | 'critical' | 'call_back' | 'revision' | 'earlier'
> &
  Sealed<'note' | 'specimen'> & {
    collected_at: Date | null;
    reviewed_at: Date | null;
    logged_h: number | null;
    laboratory_notes_enc: string | null;
    revisions: (Part<Omit<LabRevision, 'of'>, 'reason'> & { results: Lab['results'] })[] | null;
    last_call: Part<LabCallBack, 'note'> | null;
  };

export function labWire(
  { revisions, last_call: call, laboratory_notes_enc, logged_h, ...sealed }: LabRow,
  cipher: FieldCipher,
): Lab {
  const row = openTexts(cipher, 'lab_panels', sealed, ['note', 'specimen']);
  const open = (text: string | null, place: string): string | null => text && cipher.decrypt(text, place);
  const of = revisions?.length ?? 0;
  const [newest, ...earlier] = (revisions ?? []).map(({ id, reason_enc, at, n, by, results }) => ({
    n,
    of,
    reason: open(reason_enc, reasonPlace(id)),
    by,
    at: new Date(at).toISOString(),
    results,
  }));
  const notes = notesOf(cipher, row.id, laboratory_notes_enc);
  return {
    ...row,
    ...(logged_h !== null && { since_last_dose_h: logged_h, since_from_log: true }),
    ...(notes.length > 0 && { laboratory_notes: notes }),
    status: newest && row.status === 'completed' ? 'corrected' : row.status,
    collected_at: row.collected_at?.toISOString() ?? null,
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
    critical: hasLabResults(row.status) ? criticalOf(Object.entries(row.results)) : [],
    call_back: call && {
      called_on: call.called_on,
      reached: call.reached,
      note: open(call.note_enc, notePlace(call.id)),
      by: call.by,
      at: new Date(call.at).toISOString(),
    },
    revision: newest ? { n: newest.n, of, reason: newest.reason, by: newest.by, at: newest.at } : null,
    earlier,
  };
}
