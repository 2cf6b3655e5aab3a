import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { DispenseSource, RefillState } from '#common/vocabulary/index.js';
import type { Carrier } from '#common/vocabulary/pharmacies.js';

/** Something the pharmacy dispensed on an order, including the first fill. */
@Entity('dispenses')
@Index(['prescription_id', 'n'], { unique: true })
@Index(['patient_id', 'filled_on'])
@Index('dispenses_completes_idx', { synchronize: false })
export class Dispense {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @ForeignKey('Prescription') @Column('uuid') prescription_id: string;
  /** 1 = the first fill. */
  @Column('integer') n: number;
  @Column('date') filled_on: string;
  @Column('double precision') quantity: number;
  @Column('integer') days: number;
  @Column('text') source: DispenseSource;
  /** The fill whose rest this is; it counts as no further fill. */
  @ForeignKey('Dispense') @Column('uuid', { nullable: true }) completes: string | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) recorded_by: string | null;
  @Column('date', { nullable: true }) shipped_on: string | null;
  @Column('text', { nullable: true }) carrier: Carrier | null;
  @Column('text', { nullable: true }) tracking_number: string | null;
  /** As the patient says. */
  @Column('date', { nullable: true }) received_on: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

/** At most one open request per order (partial index refill_requests_living_idx). */
@Entity('refill_requests')
@Index('refill_requests_living_idx', { synchronize: false })
@Index('refill_requests_history', { synchronize: false })
@Index(['patient_id', 'created_at'])
@Index(['org_id', 'due_by'])
export class RefillRequestRow {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @ForeignKey('Prescription') @Column('uuid') prescription_id: string;
  @ForeignKey('SafetyCheck') @Column('uuid') safety_check_id: string;
  @Column('date') requested_on: string;
  @Column('integer', { nullable: true }) doses_left: number | null;
  @Column('text', { nullable: true }) reason_enc: string | null;
  /** The reason holds words that argue against treatment. */
  @Column('boolean', { default: false }) reads_as_history: boolean;
  @Column('text', { default: 'requested' }) state: RefillState;
  @ForeignKey('User') @Column('uuid') owner_id: string;
  @Column('date') due_by: string;
  /** The day of the draw whose results brought it back from waiting for labs. */
  @Column('date', { nullable: true }) results_on: string | null;
  /** When labs and a visit were last asked for, and by whom. */
  @Column('timestamptz', { nullable: true }) labs_asked_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) labs_asked_by: string | null;
  /** The tests that monitoring was due to take then. */
  @Column('text', { array: true, nullable: true }) labs_wanted: string[] | null;
  @Column('timestamptz', { nullable: true }) visit_asked_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) visit_asked_by: string | null;
  /** The day of the visit that brought it back from waiting for one. */
  @Column('date', { nullable: true }) visit_on: string | null;
  /** The first day without supply, as known at the request and at each decision. */
  @Column('date', { nullable: true }) run_out_on: string | null;
  /** What the patient is told about the decision. */
  @Column('text', { nullable: true }) answer_enc: string | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) decided_by: string | null;
  @Column('timestamptz', { nullable: true }) decided_at: Date | null;
  @Column('integer', { default: 1 }) version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
}
