import { Injectable } from '@nestjs/common';
import type { UnsentChanges } from '#common/api/index.js';
import { sameAnswer, unsentFields, type FieldName, type IntakeData } from '#common/intake/index.js';
import { Documents } from '../../documents/documents.repository.js';
import { IntakeRepository, type FieldChanges, type StoredIntake } from './intake.repository.js';

type Wanted = (field: FieldName, value: unknown) => boolean;

/** What a patient changed after submitting and has not resubmitted. Callers have checked access to the patient. */
@Injectable()
export class UnsentChangesReader {
  constructor(
    private readonly repository: IntakeRepository,
    private readonly documents: Documents,
  ) {}

  /** @param only the answers to check; all if omitted */
  async ofPatient(patientId: string, only?: Wanted): Promise<UnsentChanges | null> {
    const intake = await this.repository.find({ id: patientId });
    return intake && this.of(intake, only);
  }

  async of(intake: StoredIntake, only?: Wanted): Promise<UnsentChanges | null> {
    if (intake.status !== 'submitted') return null;
    const signed = await this.documents.latest(intake.patient_id, 'intake');
    if (!signed) return null;
    const fields = unsentFields(intake.data, signed.data as IntakeData).filter(
      (field) => !only || only(field, intake.data[field]),
    );
    if (!fields.length) return null;
    const saves = await this.repository.changesSinceSubmit(intake);
    // Too many saves to read each: the first one may be of an answer that was changed back.
    const since = saves ? firstChange(saves, fields) : await this.repository.firstSavedSinceSubmit(intake);
    return { since: (since ?? intake.saved_at).toISOString(), fields };
  }
}

type Saves = readonly { saved_at: Date; changes: FieldChanges }[];

/** When the first of these answers finally left its submitted value: one changed back and changed again counts from then. */
function firstChange(saves: Saves, fields: readonly FieldName[]): Date | null {
  const submitted = new Map<FieldName, unknown>();
  const since = new Map<FieldName, Date>();
  for (const { saved_at, changes } of saves)
    for (const field of fields) {
      const change = changes[field];
      if (!change) continue;
      const [before, after] = change;
      if (!submitted.has(field)) submitted.set(field, before);
      if (sameAnswer(after as IntakeData[FieldName], submitted.get(field) as IntakeData[FieldName]))
        since.delete(field);
      else if (!since.has(field)) since.set(field, saved_at);
    }
  return [...since.values()].sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
