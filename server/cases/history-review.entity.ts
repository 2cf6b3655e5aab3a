import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A clinician's review of free texts. A text that changes is unread again. */
@Entity('history_reviews')
@Index(['case_id', 'created_at'])
export class HistoryReviewRecord {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Case') @Column('uuid') case_id: string;
  /** Field to the digest of its text; encrypted, because a short text can be guessed from its digest. */
  @Column('text') fields_enc: string;
  /** Rules settled by this review, each with the digests of its words; null = none. */
  @Column('text', { nullable: true }) settled_enc: string | null;
  /** Whether what was read speaks against treatment; null = not asked. */
  @Column('boolean', { nullable: true }) against_treatment: boolean | null;
  /** The words that do, which stay when the form changes. */
  @Column('text', { nullable: true }) against_enc: string | null;
  @Column('text', { nullable: true }) note_enc: string | null;
  @ForeignKey('User') @Column('uuid') reviewed_by: string;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}
