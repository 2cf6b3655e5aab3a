import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export type EmailTokenKind = 'verify' | 'reset' | 'invite' | 'change_email';

/** A one-time link. Bound to the address it was sent to; a newer one of its kind invalidates it. */
@Entity('email_tokens')
export class EmailToken {
  @PrimaryColumn('bytea') token_hash: Buffer;
  @ForeignKey('User') @Index() @Column('uuid') user_id: string;
  @Column('text') kind: EmailTokenKind;
  @Column('text') email: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) used_at: Date | null;
  @Column('timestamptz', { nullable: true }) superseded_at: Date | null;
}
