/** What the care team wrote that a message of the patient answers. */
import { affirmedIn } from '#common/clinical/index.js';
import type { FieldCipher } from '../../platform/crypto/field-cipher.js';
import { bodyPlace, subjectPlace } from './sealed-places.js';

/** For so long a new conversation may answer what was asked in another. */
export const ANSWERED_ELSEWHERE_DAYS = 14;

export interface AskedRow {
  id: string;
  thread_id: string;
  body_enc: string;
  /** Of a conversation that the care team started. */
  subject_enc: string | null;
  /** Asked in another conversation. */
  elsewhere: boolean;
}

/**
 * SQL, a lateral table `asked` with the rows oldest first: all that staff wrote in the conversation between two messages
 * of the patient; where staff have written nothing there, the last in any conversation.
 * @param m alias of the message
 * @param t alias of its thread
 */
export const askedBefore = (m: string, t: string): string => `LATERAL (
  SELECT jsonb_agg(jsonb_build_object('id', e.id, 'thread_id', e.thread_id, 'body_enc', e.body_enc, 'elsewhere', e.thread_id <> ${m}.thread_id,
    'subject_enc', CASE WHEN 'care_team' = (SELECT f.sender FROM messages f WHERE f.thread_id = e.thread_id ORDER BY f.sent_at, f.id LIMIT 1) THEN s.subject_enc END)
    ORDER BY e.sent_at, e.id) AS rows
  FROM (SELECT max(h.sent_at) AS at FROM messages h WHERE h.thread_id = ${m}.thread_id AND h.sender = 'care_team' AND h.sent_at < ${m}.sent_at) here
  CROSS JOIN LATERAL (SELECT COALESCE(max(p.sent_at), '-infinity') AS at FROM messages p WHERE p.thread_id = ${m}.thread_id AND p.sender = 'patient' AND p.sent_at < here.at) since
  CROSS JOIN LATERAL (
    (SELECT w.id, w.thread_id, w.body_enc, w.sent_at FROM messages w WHERE w.thread_id = ${m}.thread_id AND w.sender = 'care_team'
      AND w.sent_at < ${m}.sent_at AND w.sent_at > since.at)
    UNION ALL
    (SELECT w.id, w.thread_id, w.body_enc, w.sent_at FROM messages w JOIN message_threads x ON x.id = w.thread_id
      WHERE here.at IS NULL AND x.patient_id = ${t}.patient_id AND w.sender = 'care_team' AND w.sent_at < ${m}.sent_at
      AND w.sent_at > ${m}.sent_at - interval '${ANSWERED_ELSEWHERE_DAYS} days' ORDER BY w.sent_at DESC, w.id LIMIT 1)
  ) e JOIN message_threads s ON s.id = e.thread_id)`;

/** A question as it was asked: with its subject, where the care team gave it. */
export const askedWith = (subject: string | null, bodies: readonly string[]): string =>
  (subject === null ? '' : `${subject}: `) + bodies.join('\n');

/** Opened; what was asked in another conversation, only where the text says yes to it. */
export function askedOf(
  rows: readonly AskedRow[] | null,
  text: string,
  cipher: FieldCipher,
  { withSubject = true } = {},
): string | undefined {
  const [first] = rows ?? [];
  if (!first) return undefined;
  const subject = first.subject_enc && cipher.decrypt(first.subject_enc, subjectPlace(first.thread_id));
  const bodies = rows!.map(({ id, body_enc: sealed }) => cipher.decrypt(sealed, bodyPlace(id)));
  if (first.elsewhere && !affirmedIn(askedWith(subject, bodies), text)) return undefined;
  return askedWith(withSubject || first.elsewhere ? subject : null, bodies);
}
