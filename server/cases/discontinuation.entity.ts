import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { DiscontinueReason } from '#common/vocabulary/index.js';

/** The end of a treatment. It deletes nothing. */
@Entity('discontinuations')
@Index(['case_id', 'effective_on'])
export class Discontinuation {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Case') @Column('uuid') case_id: string;
  @Column('text') reason_code: DiscontinueReason;
  @Column('date') effective_on: string;
  @Column('boolean') follow_up_labs: boolean;
  /** Rules that stopped or blocked the treatment on that day. */
  @Column('text', { array: true, default: [] }) against: string[];
  @Column('text', { nullable: true }) note_enc: string | null;
  @ForeignKey('User') @Column('uuid') decided_by: string;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}
