import {
  changeReview,
  messageReadsAsHistory,
  messageTellsOfUse,
  sameReview,
  saysMoreThanErrands,
  withQuestion,
  type HistoryReview,
  type ReadAgainst,
  type ReportedChange,
} from '#common/clinical/index.js';
import { appointmentPlace } from '../appointments/records/sealed-places.js';
import { dosePlace, type DoseData } from '../doses/records/doses.repository.js';
import { askedBefore, askedOf, type AskedRow } from '../messages/records/asked-before.js';
import { bodyPlace, subjectPlace } from '../messages/records/sealed-places.js';
import type { FieldCipher } from '../platform/crypto/field-cipher.js';
import { staffNotePlace, type StaffNotePlace } from './staff-note.entity.js';
import { refillPlace } from '../supply/records/sealed-places.js';

interface Kept {
  id: string;
  at: string;
  /** The organization's calendar date. */
  on: string;
}
/** Rows whose words argue against treatment, oldest first. */
export interface KeptTexts {
  messages:
    | (Kept & {
        thread_id: string;
        subject_enc: string;
        body_enc: string;
        reviewed_at: string | null;
        against_treatment: boolean | null;
        provider_saw_at: string | null;
        /** What the care team wrote before it. */
        asked: AskedRow[] | null;
        /** Whose subject it is. */
        started_by: 'patient' | 'care_team';
      })[]
    | null;
  visits: (Kept & { reason_enc: string | null; cancel_reason_enc: string | null })[] | null;
  doses: (Kept & { data_enc: string })[] | null;
  refills: (Kept & { reason_enc: string })[] | null;
  notes: (Kept & { place: StaffNotePlace; text_enc: string })[] | null;
}

const kept = (alias: string, at: string, columns: readonly string[], more = ''): string =>
  `jsonb_agg(jsonb_build_object('id', ${alias}.id, 'at', ${alias}.${at}, 'on', (${alias}.${at} AT TIME ZONE o.timezone)::date, ${columns
    .map((column) => `'${column.split('.')[1]}', ${column}`)
    .join(', ')}${more}) ORDER BY ${alias}.${at}, ${alias}.id)`;
/** They as columns of a select; `c` is the case and `o` its organization. */
export const KEPT_TEXTS = `
  (SELECT ${kept('m', 'sent_at', ['m.thread_id', 't.subject_enc', 'm.body_enc', 'm.reviewed_at', 'm.against_treatment', 'm.provider_saw_at', 'f.started_by'], ", 'asked', q.rows")}
    FROM message_threads t JOIN messages m ON m.thread_id = t.id AND m.reads_as_history
    LEFT JOIN ${askedBefore('m', 't')} q ON true
    LEFT JOIN LATERAL (SELECT e.sender AS started_by FROM messages e WHERE e.thread_id = m.thread_id ORDER BY e.sent_at, e.id LIMIT 1) f ON true
    WHERE t.patient_id = c.patient_id) AS messages,
  (SELECT ${kept('a', 'created_at', ['a.reason_enc', 'a.cancel_reason_enc'])}
    FROM appointments a WHERE a.patient_id = c.patient_id AND a.reads_as_history) AS visits,
  (SELECT ${kept('e', 'created_at', ['e.data_enc'])} FROM doses e WHERE e.patient_id = c.patient_id AND e.reads_as_history) AS doses,
  (SELECT ${kept('r', 'created_at', ['r.reason_enc'])}
    FROM refill_requests r WHERE r.patient_id = c.patient_id AND r.reads_as_history) AS refills,
  (SELECT ${kept('s', 'written_at', ['s.place', 's.text_enc'])} FROM staff_notes s WHERE s.patient_id = c.patient_id) AS notes`;

const PLACE: Readonly<Record<StaffNotePlace, string>> = {
  diagnosis: 'Diagnosis',
  visit: 'Visit note',
  alert: 'Note on an alert',
  call: 'Note of a call',
  lab: 'Note on lab results',
  plan: 'Note on a plan',
  order: 'Note on a prescription',
  pdmp: 'Note on a PDMP query',
  telemedicine: 'Note on a telemedicine basis',
  hold: 'Reason for a hold',
  ending: 'Note on the end of treatment',
};

const reads = (text: string, asked?: string): boolean =>
  messageReadsAsHistory(text, asked) || messageTellsOfUse(text);

/**
 * Messages that a provider has reviewed with an answer count as read history; what the rules find in them stands until it is
 * settled. Reviewed before an answer was asked for, those with known words against treatment are read on the case.
 */
export function reviewedMessages(
  { messages }: KeptTexts,
  changes: readonly ReportedChange[] = [],
): HistoryReview[] {
  const reviewed = new Map(
    (messages ?? []).flatMap((one) => (one.reviewed_at ? [[one.id, one.against_treatment !== null]] : [])),
  );
  return changes
    .filter(
      ({ kind, check_id: id, text, asked }) =>
        kind === 'message' && reviewed.has(id) && (reviewed.get(id) || !reads(text, asked)),
    )
    .map(changeReview);
}

/** The messages that a provider who reviewed them said speak against treatment. */
export const againstTreatment = (
  { messages }: KeptTexts,
  changes: readonly ReportedChange[] = [],
): ReadAgainst[] =>
  (messages ?? []).flatMap(({ id, reviewed_at: at, against_treatment: against }) => {
    const change = changes.find(({ kind, check_id }) => kind === 'message' && check_id === id);
    return against && at && change
      ? [
          {
            field: 'changes.message',
            on: change.on,
            text: withQuestion(change),
            review: changeReview(change),
            at,
          },
        ]
      : [];
  });

/** Whether one of the messages among them was neither opened by a provider nor reviewed on the case. */
export const hasUnopenedHistory = (
  { messages }: KeptTexts,
  changes: readonly ReportedChange[] = [],
  reviewed: readonly HistoryReview[] = [],
): boolean =>
  (messages ?? []).some(({ id, provider_saw_at: seen, reviewed_at: read }) => {
    const change = changes.find(({ kind, check_id }) => kind === 'message' && check_id === id);
    return !seen && !read && change && !reviewed.some((one) => sameReview(one, changeReview(change)));
  });

/** What the patient wrote outside the form and what staff noted, oldest first. */
export function toldTexts(
  { messages, visits, doses, refills, notes }: KeptTexts,
  cipher: FieldCipher,
): ReportedChange[] {
  const written = ({ id, on, at }: Kept, text: string): ReportedChange => ({
    check_id: id,
    on,
    at,
    kind: 'message',
    text,
  });
  const visit = (one: NonNullable<KeptTexts['visits']>[number]): ReportedChange[] => {
    const opened = (column: 'reason' | 'cancel_reason'): string => {
      const stored = one[`${column}_enc`];
      return stored ? cipher.decrypt(stored, appointmentPlace(column, one.id)) : '';
    };
    const canceled = opened('cancel_reason');
    const tells = reads(canceled);
    const reason = opened('reason');
    return [
      // The row was marked for one of them.
      ...(!tells || reads(reason) || saysMoreThanErrands(reason)
        ? [written(one, `Request for a visit\n${reason}`)]
        : []),
      ...(tells ? [written({ ...one, id: `${one.id}.canceled` }, `Canceled visit\n${canceled}`)] : []),
    ];
  };
  return [
    ...(messages ?? []).map((one) => {
      const subject = cipher.decrypt(one.subject_enc, subjectPlace(one.thread_id));
      const body = cipher.decrypt(one.body_enc, bodyPlace(one.id));
      // What the care team wrote, the patient has not said.
      const asksInSubject = one.started_by === 'care_team';
      const text = asksInSubject ? body : `${subject}\n${body}`;
      const asked = askedOf(one.asked, text, cipher);
      return { ...written(one, text), ...(asked && { asked }) };
    }),
    ...(visits ?? []).flatMap(visit),
    ...(doses ?? []).map((one) => {
      const { note } = cipher.decryptJson<DoseData>(one.data_enc, dosePlace(one.id));
      return written(one, `Note on a dose\n${note ?? ''}`);
    }),
    ...(refills ?? []).map((one) =>
      written(one, `Request for a refill\n${cipher.decrypt(one.reason_enc, refillPlace('reason', one.id))}`),
    ),
    ...(notes ?? []).map((one) => ({
      ...written(one, `${PLACE[one.place]}\n${cipher.decrypt(one.text_enc, staffNotePlace(one.id))}`),
      kind: 'staff_note' as const,
    })),
  ].toSorted((a, b) => a.on.localeCompare(b.on));
}
