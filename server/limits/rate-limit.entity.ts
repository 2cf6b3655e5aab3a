import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One counter. The table is UNLOGGED: cheap to write, kept over a restart, lost with a crash of the database only. */
@Entity('rate_limits')
export class RateLimit {
  /** The limit's name and an HMAC of whom it counts: no address and no mail address is stored. */
  @PrimaryColumn('text') key: string;
  @Column('integer') count: number;
  @Column('timestamptz', { nullable: true }) blocked_until: Date | null;
  @Index() @Column('timestamptz') expires_at: Date;
}
