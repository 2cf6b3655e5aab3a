import { Injectable } from '@nestjs/common';
import type { LabProblem } from '#common/api/lab-messages.js';
import { isMrn } from '#common/mrn.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { Patients } from '../patients/patients.service.js';
import { inScope } from '../platform/access/context.js';
import { isUuid } from '../platform/access/decorators.js';
import { EVERYTHING } from '../platform/access/scope.js';
import { hasFamilyName } from './same-person.js';
import type { SaidPatient } from './reading.js';

const MOST_CANDIDATES = 5;

export type Match = { patient: PatientRow } | { problem: LabProblem };

/** Whose results a message has: one patient, by number, family name and date of birth. */
@Injectable()
export class PatientMatch {
  constructor(private readonly patients: Patients) {}

  async find(orgId: string | null, said: SaidPatient): Promise<Match> {
    const wrong = (kind: LabProblem['kind'], what: string | null): Match => ({
      problem: { kind, said: what, test: null, proposal: null },
    });
    const numbers = said.numbers.join(', ') || null;
    const found = await this.numbered(orgId, said);
    const [patient, second] = found;
    if (second) return wrong('two_patients', numbers);
    if (!patient) return wrong(isNumbered(said) ? 'unknown_patient' : 'no_patient', numbers);
    if (!hasFamilyName(patient.full_name, said.family)) return wrong('name_differs', said.family || null);
    if (!said.dob || patient.dob !== said.dob) return wrong('birth_date_differs', said.dob);
    return { patient };
  }

  /** The organization of the one patient it names exactly, wherever that is. */
  async homeOf(said: SaidPatient): Promise<string | null> {
    const found = await inScope(EVERYTHING, () => this.find(null, said));
    return 'patient' in found ? found.patient.org_id : null;
  }

  /** Patients it may be about: those its numbers name, and those of its family name and date of birth. */
  async candidates(orgId: string, said: SaidPatient): Promise<PatientRow[]> {
    const born = said.dob ? await this.patients.bornOn({ orgId }, said.dob) : [];
    const alike = born.filter(({ full_name }) => hasFamilyName(full_name, said.family));
    const all = new Map([...(await this.numbered(orgId, said)), ...alike].map((one) => [one.id, one]));
    return [...all.values()].slice(0, MOST_CANDIDATES);
  }

  private async numbered(orgId: string | null, { numbers }: SaidPatient): Promise<PatientRow[]> {
    const byMrn = await this.patients.manyByMrn({ orgId }, numbers.filter(isMrn));
    const byId = await this.patients.manyForStaff({ orgId }, numbers.filter(isUuid));
    return [...new Map([...byMrn.values(), ...byId.values()].map((one) => [one.id, one])).values()];
  }
}

/** One of the numbers could be of a patient here. */
const isNumbered = ({ numbers }: SaidPatient): boolean =>
  numbers.some((number) => isMrn(number) || isUuid(number));
