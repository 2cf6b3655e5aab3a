import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Message as WireMessage } from '#common/api/messages.js';

@Entity('message_threads')
@Index(['patient_id', 'last_message_at'])
@Index(['org_id', 'last_message_at'])
@Index('message_threads_waiting', { synchronize: false })
export class MessageThread {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @Column('text') subject_enc: string;
  @Column('timestamptz', { default: () => 'now()' }) last_message_at: Date;
  /** When the patient wrote the first message without a reply. */
  @Column('timestamptz', { nullable: true }) waiting_since: Date | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

@Entity('messages')
@Index(['thread_id', 'sent_at'])
@Index('messages_history', { synchronize: false })
export class Message {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('MessageThread') @Column('uuid') thread_id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @Column('text') sender: WireMessage['from'];
  @ForeignKey('User') @Column('uuid') author_id: string;
  @Column('text') body_enc: string;
  /** The patient wrote words that may speak against treatment: a clinician reads it as history. */
  @Column('boolean', { default: false }) reads_as_history: boolean;
  /** It says more than everyday things. */
  @Column('boolean', { default: false }) says_more: boolean;
  /** When a provider first had it on the screen. */
  @Column('timestamptz', { nullable: true }) provider_saw_at: Date | null;
  @Column('timestamptz', { nullable: true }) reviewed_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) reviewed_by: string | null;
  /** What that provider said of it; null = not asked. */
  @Column('boolean', { nullable: true }) against_treatment: boolean | null;
  /** What it tells of a history was read on the case. */
  @Column('timestamptz', { nullable: true }) history_read_at: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) sent_at: Date;
  /** When the other side read it. */
  @Column('timestamptz', { nullable: true }) read_at: Date | null;
}
