import { Injectable } from '@nestjs/common';
import { Users } from '../accounts/users.service.js';
import { effectiveAnswers, type IntakeData } from '../../common/intake/index.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { forbidden, notFound } from '../platform/errors/errors.js';
import { PatientsRepository, type PatientRow } from './patients.repository.js';

export const contactPlace = (patientId: string): string => `patients.contact:${patientId}`;

@Injectable()
export class Patients {
  constructor(
    private readonly repository: PatientsRepository,
    private readonly users: Users,
    private readonly cipher: FieldCipher,
  ) {}

  create(userId: string, orgId: string): Promise<string> {
    return this.repository.insert(userId, orgId);
  }

  async own(actor: Actor): Promise<PatientRow> {
    const patient = await this.repository.own(actor);
    if (!patient) throw notFound();
    return patient;
  }

  /** The own record, locked until the transaction ends. */
  async lockOwn(actor: Actor): Promise<PatientRow> {
    const patient = await this.own(actor);
    await this.repository.lock(patient.id);
    return patient;
  }

  async forStaff(actor: Actor, id: string): Promise<PatientRow> {
    const patient = await this.repository.inOrganisation(actor, id);
    if (!patient) throw notFound();
    return patient;
  }

  /** Those of these patients that the actor may reach. */
  async manyForStaff(actor: Actor, ids: readonly string[]): Promise<Map<string, PatientRow>> {
    const rows = await this.repository.manyInOrganisation(actor, ids);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The submitted intake names the person; contact and allergies are kept for the clinical banner. */
  async applyIntake(patient: PatientRow, data: IntakeData): Promise<void> {
    const answers = effectiveAnswers(data);
    const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
    const contact = {
      phone: text(answers.phone),
      preferred_contact: text(answers.preferred_contact),
      mailing_address: text(answers.mailing_address),
      emergency_contact_name: text(answers.emergency_contact_name),
      emergency_contact_relationship: text(answers.emergency_contact_relationship),
      emergency_contact_phone: text(answers.emergency_contact_phone),
    };
    const fullName = String(answers.full_name).trim();
    const contactEnc = this.cipher.encryptJson(contact, contactPlace(patient.id));
    await this.repository.applyIntake(patient.id, { fullName, dob: String(answers.dob), contactEnc });
    await this.users.nameIs(patient.user_id, fullName);
  }
}

/** Nobody approves, titrates or prescribes for himself. */
export function notForOneself(actor: Actor, patientUserId: string): void {
  if (actor.userId === patientUserId) throw forbidden('own_record');
}
