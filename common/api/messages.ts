import type { EmergencyAdvice } from '../emergency/emergency-kinds.js';

export type { EmergencyAdvice } from '../emergency/emergency-kinds.js';
import type { Organisation } from './admin.js';
import type { ListMeta } from './lists.js';

/** Characters. */
export const MESSAGE_MAX_LENGTH = 4_000;
export const SUBJECT_MAX_LENGTH = 150;

export interface Message {
  message_id: string;
  from: 'patient' | 'care_team';
  author_name: string;
  body: string;
  sent_at: string;
  read_at: string | null;
  /** To the patient only: what to do now, while the emergency it tells of is open. */
  emergency?: EmergencyAdvice;
  /** To the care team only, of a patient's message. */
  reviewed?: MessageReview | null;
}
/** Who reviewed a message; `against_treatment` is null where it was not asked. */
export interface MessageReview {
  by: string;
  at: string;
  against_treatment: boolean | null;
}
export interface MessageThread {
  id: string;
  thread_id: string;
  subject: string;
  last_message_at: string;
  /** How many messages from the other side are unread. */
  unread: number;
  messages: Message[];
}
/** GET /api/messages: newest thread first; messages of a thread oldest first. */
export interface MessagesResponse {
  threads: MessageThread[];
  clinic: Pick<Organisation, 'name' | 'phone'>;
}
export interface SentMessage extends MessageThread {
  emergency: EmergencyAdvice | null;
}
/** POST /api/messages: `thread_id` to reply, otherwise `subject` starts a thread. 201 with the SentMessage. */
export interface MessageRequest {
  thread_id?: string;
  subject?: string;
  body: string;
}
export interface StaffMessageThread extends MessageThread {
  patient_id: string;
  patient_name: string;
  mrn: string;
  /** Since when the patient has been waiting for a reply. */
  waiting_since: string | null;
  /** An emergency written of in it that no one has answered. */
  emergency: boolean;
  /** How many of the patient's messages no clinician has reviewed: they keep plans and prescriptions back. */
  to_review: number;
}
/** A patient's message as it stands beside a decision. */
export interface MessageBesideCase {
  message_id: string;
  thread_id: string;
  subject: string;
  body: string;
  /** What the care team had written just before. */
  asked: string | null;
  sent_at: string;
  /** Of its thread: reviewing refers to what was read. */
  last_message_at: string;
  /** It keeps plans and prescriptions back. */
  to_review: boolean;
  reviewed: MessageReview | null;
}
/** POST /api/provider/messages: 201 with the thread. */
export interface StaffMessageRequest {
  patient_id: string;
  subject: string;
  body: string;
}
/** POST /api/provider/messages/{id}/review: refers to what was read; a message written since gives a 409. */
export interface MessageReviewRequest {
  last_message_at: string;
  /** Whether what the patient wrote speaks against treatment: if so, it stays told until it is settled. */
  against_treatment: boolean;
  /** Of one message alone: a yes takes the place of a no that was answered before. */
  message_id?: string;
}
/** POST /api/provider/messages/{id}/no-reply: the same; without `against_treatment` what waits for a review goes on waiting. */
export interface NoReplyRequest {
  last_message_at: string;
  against_treatment?: boolean;
}
/** POST /api/provider/messages/{id}: with `against_treatment` it also reviews what was read up to `last_message_at`. */
export interface StaffReplyRequest {
  body: string;
  against_treatment?: boolean;
  last_message_at?: string;
}
/** GET /api/provider/messages */
export interface StaffMessagesResponse extends ListMeta {
  threads: StaffMessageThread[];
}
