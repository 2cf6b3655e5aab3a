import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Where staff type of a patient in their own words. */
export type StaffNotePlace =
  | 'diagnosis'
  | 'visit'
  | 'alert'
  | 'call'
  | 'lab'
  | 'plan'
  | 'order'
  | 'pdmp'
  | 'telemedicine'
  | 'hold'
  | 'ending';

/** Where the text is encrypted. */
export const staffNotePlace = (id: string): string => `staff_notes.text:${id}`;

/** What staff noted that argues against treatment, as it was written: where it stands, it may be changed or cleared. */
@Entity('staff_notes')
@Index(['patient_id', 'written_at'])
export class StaffNote {
  /** That of what it was noted on, where there is one note on it. */
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('Organisation') @Column('uuid') org_id: string;
  @ForeignKey('Patient') @Column('uuid') patient_id: string;
  @Column('text') place: StaffNotePlace;
  @Column('text') text_enc: string;
  @ForeignKey('User') @Column('uuid') written_by: string;
  @Column('timestamptz', { default: () => 'now()' }) written_at: Date;
}
