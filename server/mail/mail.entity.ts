import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { MailStatus } from '#common/api/index.js';

/** The outbox: written in the transaction of the action, sent by a job afterwards. */
@Entity('mails')
@Index('mails_unsent_idx', { synchronize: false })
export class Mail {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Index() @Column('uuid', { nullable: true }) org_id: string | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) user_id: string | null;
  @Column('text') kind: string;
  @Column('text') recipient: string;
  @Column('text') subject: string;
  /** Text and HTML, encrypted: links in them grant access to accounts. */
  @Column('text') body_enc: string;
  @Column('text', { default: 'queued' }) status: MailStatus;
  @Column('integer', { default: 0 }) attempts: number;
  @Column('text', { nullable: true }) last_error: string | null;
  @Index() @Column('timestamptz', { default: () => 'clock_timestamp()' }) created_at: Date;
  @Column('timestamptz', { nullable: true }) sent_at: Date | null;
}
