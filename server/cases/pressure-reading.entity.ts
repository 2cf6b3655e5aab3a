import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Written only by a trigger: every blood pressure that was once the newest of its case. */
@Entity('pressure_readings')
@Index(['case_id', 'measured_on'])
export class PressureReading {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Case') @Column('uuid') case_id: string;
  @Column('date') measured_on: string;
  @Column('double precision', { nullable: true }) systolic: number | null;
  @Column('double precision', { nullable: true }) diastolic: number | null;
}
