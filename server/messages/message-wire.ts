import type { MessageThread, StaffMessageThread } from '#common/api/messages.js';

/** A thread with its messages, as it is for the side that reads it. */
export interface StoredThread extends StaffMessageThread {
  org_id: string;
}

export const patientWire = ({
  id,
  thread_id,
  subject,
  last_message_at,
  unread,
  messages,
}: StoredThread): MessageThread => ({
  id,
  thread_id,
  subject,
  last_message_at,
  unread,
  messages,
});
export const staffWire = (thread: StoredThread): StaffMessageThread => ({
  ...patientWire(thread),
  patient_id: thread.patient_id,
  patient_name: thread.patient_name,
  mrn: thread.mrn,
  waiting_since: thread.waiting_since,
  emergency: thread.emergency,
  to_review: thread.to_review,
});
