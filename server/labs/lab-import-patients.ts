import { Injectable } from '@nestjs/common';
import type { PatientRow } from '../patients/patients.repository.js';
import { Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { RecordAccess } from '../record-access/record-access.service.js';
import type { ImportValue, PatientRef, Wrong } from './lab-import.js';
import { TEXT } from './text/en.js';

/** Whose results the rows of a file are. A row that could be of two people, or names two, is refused. */
@Injectable()
export class LabImportPatients {
  constructor(
    private readonly patients: Patients,
    private readonly access: RecordAccess,
  ) {}

  async find(actor: Actor, values: readonly ImportValue[]): Promise<(ref: PatientRef) => PatientRow | Wrong> {
    const refs = values.map((v) => v.patient);
    const set = <T>(read: (ref: PatientRef) => T | null): T[] => [
      ...new Set(refs.map(read).filter((one) => one !== null)),
    ];
    const byId = await this.patients.manyForStaff(
      actor,
      set((r) => r.id),
    );
    const byMrn = await this.patients.manyByMrn(
      actor,
      set((r) => r.mrn),
    );
    const unnumbered = refs.filter((r) => !r.id && !r.mrn);
    const named = await this.patients.manyByName(actor, [...new Set(unnumbered.map((r) => r.name!))]);
    const all = [...byId.values(), ...byMrn.values(), ...named].map((patient) => patient.id);
    const closed = await this.access.closedTo(actor, all);
    return (ref) => {
      const found = this.one(actor, ref, byId, byMrn, named);
      if ('error' in found) return found;
      if (found.user_id === actor.userId) return { column: null, error: TEXT.cannotEnterOwnResults };
      return closed.has(found.id) ? { column: null, error: TEXT.openRecordOfPatientWithReason } : found;
    };
  }

  private one(
    actor: Actor,
    { id, mrn, name, dob }: PatientRef,
    byId: ReadonlyMap<string, PatientRow>,
    byMrn: ReadonlyMap<string, PatientRow>,
    named: readonly PatientRow[],
  ): PatientRow | Wrong {
    const numbered = id ? byId.get(id) : mrn ? byMrn.get(mrn) : null;
    if (numbered === undefined) return { column: id ? 'patient_id' : 'mrn', error: TEXT.notFound };
    if (!numbered) {
      const [first, second] = named.filter((p) => p.dob === dob && p.full_name?.toLowerCase() === name);
      if (!first) return { column: 'name', error: TEXT.notFound };
      return second ? { column: 'name', error: TEXT.severalPatientsNameAndDate } : first;
    }
    if (mrn && numbered.mrn !== mrn) return { column: 'mrn', error: TEXT.mrnAndIdBelongToDifferent };
    if (dob && numbered.dob !== dob) return { column: 'dob', error: TEXT.patientWithNumberAnotherDate };
    return numbered;
  }
}
