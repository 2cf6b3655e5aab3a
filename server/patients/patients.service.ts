import { Injectable } from '@nestjs/common';
import type { CaseContact } from '#common/api/index.js';
import type { VisitStatus } from '#common/api/patient.js';
import { Users } from '../accounts/users/users.service.js';
import { effectiveAnswers, type IntakeData } from '#common/intake/index.js';
import type { Actor } from '../platform/access/actor.js';
import { isProviderOnly } from '../platform/access/provider-only.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { forbidden, invalidState, notFound } from '../platform/errors/errors.js';
import { daysBetween } from '#common/clinical/index.js';
import { Clock } from '../platform/time/clock.js';
import { contactPlace, weightPlace, withIntake, type StoredContact } from './contact.js';
import { phoneDigits, searchedPhone } from './patient-search.js';
import { PatientsRepository, type PatientRow } from './patients.repository.js';
import { TEXT } from './text/en.js';

export interface PatientProfile {
  contact: StoredContact | null;
  /** lb */
  weight: number | null;
  /** IANA name, the organization's if the patient chose none. */
  timezone: string;
  version: number;
}

const PHONE_BATCH = 500;
const MOST_BY_PHONE = 100;

@Injectable()
export class Patients {
  constructor(
    private readonly repository: PatientsRepository,
    private readonly users: Users,
    private readonly cipher: FieldCipher,
    private readonly clock: Clock,
  ) {}

  /** @param timezone a known one; defaults to the organization's */
  create(userId: string, orgId: string, timezone?: string): Promise<string> {
    return this.repository.insert(userId, orgId, timezone ?? null);
  }

  async own(actor: Actor): Promise<PatientRow> {
    const patient = await this.repository.own(actor);
    if (!patient) throw notFound();
    return patient;
  }

  /** The patient's own record, locked until the transaction ends. */
  async lockOwn(actor: Actor): Promise<PatientRow> {
    const patient = await this.own(actor);
    await this.repository.lock(patient.id);
    return patient;
  }

  /** Until the transaction ends. */
  lock(id: string): Promise<void> {
    return this.repository.lock(id);
  }

  async forStaff(actor: Actor, id: string): Promise<PatientRow> {
    const patient = await this.repository.inOrganisation(actor, id);
    if (!patient) throw notFound();
    assertTreats(actor, patient.needs_provider);
    return patient;
  }

  /** Which of these patients the actor may reach. */
  async manyForStaff(actor: Pick<Actor, 'orgId'>, ids: readonly string[]): Promise<Map<string, PatientRow>> {
    const rows = await this.repository.manyInOrganisation(actor, ids);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async manyByMrn(actor: Pick<Actor, 'orgId'>, mrns: readonly string[]): Promise<Map<string, PatientRow>> {
    const rows = await this.repository.manyByMrn(actor, mrns);
    return new Map(rows.map((row) => [row.mrn, row]));
  }

  /** @param names in lower case */
  manyByName(actor: Actor, names: readonly string[]): Promise<PatientRow[]> {
    return this.repository.manyByName(actor, names);
  }

  /** @param dob YYYY-MM-DD */
  bornOn(actor: Pick<Actor, 'orgId'>, dob: string): Promise<PatientRow[]> {
    return this.repository.bornOn(actor, dob);
  }

  /** The patients matching a search that may be a phone number. */
  async searchedByPhone(actor: Actor, q: string | boolean | undefined): Promise<string[]> {
    const digits = searchedPhone(q);
    return digits ? this.idsByPhone(actor, digits) : [];
  }

  /** Phone numbers are stored encrypted, so they are decrypted one by one, in batches so that other requests are served in between. */
  private async idsByPhone(actor: Actor, digits: string): Promise<string[]> {
    const found: string[] = [];
    let last: string | null = null;
    for (;;) {
      const batch: { id: string; contact_enc: string }[] = await this.repository.contactsAfter(
        actor,
        last,
        PHONE_BATCH,
      );
      for (const { id, contact_enc } of batch) {
        const { phone } = this.cipher.decryptJson<StoredContact>(contact_enc, contactPlace(id));
        if (phone && phoneDigits(phone).includes(digits)) found.push(id);
      }
      if (batch.length < PHONE_BATCH || found.length >= MOST_BY_PHONE) return found;
      last = batch.at(-1)!.id;
    }
  }

  /** The submitted intake gives the patient's name and contact details. */
  async applyIntake(patient: PatientRow, data: IntakeData): Promise<void> {
    const answers = effectiveAnswers(data);
    const fullName = String(answers.full_name).trim();
    const contactEnc = this.cipher.encryptJson(
      withIntake((await this.profile(patient)).contact, data),
      contactPlace(patient.id),
    );
    await this.repository.applyIntake(patient.id, { fullName, dob: String(answers.dob), contactEnc });
    if (typeof answers.location_state === 'string')
      await this.attestLocation(patient, answers.location_state);
    if (typeof answers.weight === 'number') await this.weighs(patient.id, answers.weight);
    await this.users.nameIs(patient.user_id, fullName);
  }

  /** @param state a state code or outside_us, the patient's stated location today */
  async attestLocation({ id, zone }: Pick<PatientRow, 'id' | 'zone'>, state: string): Promise<void> {
    await this.repository.attestLocation(id, state, this.clock.today(zone));
  }

  /** Whether the patient said where they are within so many days. The caller has checked access to this patient. */
  async locationIsRecent({ id, zone }: Pick<PatientRow, 'id' | 'zone'>, days: number): Promise<boolean> {
    const on = await this.repository.locationAttestedOn(id);
    return on !== null && daysBetween(on, this.clock.today(zone)) <= days;
  }

  /** What the patient said besides their name. The caller has checked access to this patient. */
  async profile({ id }: Pick<PatientRow, 'id'>): Promise<PatientProfile> {
    const row = await this.repository.profile(id);
    if (!row) throw notFound();
    const { contact_enc, weight_enc, ...rest } = row;
    return {
      ...rest,
      contact: contact_enc ? this.cipher.decryptJson<StoredContact>(contact_enc, contactPlace(id)) : null,
      weight: weight_enc ? Number(this.cipher.decrypt(weight_enc, weightPlace(id))) : null,
    };
  }

  /** Whom to call. The caller has checked access to this patient. */
  async reach(id: string): Promise<CaseContact> {
    const { contact } = await this.profile({ id });
    return {
      unsent_name: null,
      // A number that was cleared later is better than none in an emergency.
      phone: contact?.phone ?? contact?.signed?.phone ?? null,
      emergency_contact_name: contact?.emergency_contact_name ?? null,
      emergency_contact_phone: contact?.emergency_contact_phone ?? null,
    };
  }

  /** false: someone else saved first, and nothing changed. */
  saveProfile(
    id: string,
    version: number,
    next: { contact: StoredContact; timezone: string | null },
  ): Promise<boolean> {
    const contactEnc = this.cipher.encryptJson(next.contact, contactPlace(id));
    return this.repository.updateProfile(id, version, { contactEnc, timezone: next.timezone });
  }

  /** Known to this runtime and to the database, both of which calculate local days with it. */
  async isTimezone(name: string): Promise<boolean> {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name });
    } catch {
      return false;
    }
    return this.repository.isTimezone(name);
  }

  /** @param pounds from the intake or the newest check-in */
  async weighs(id: string, pounds: number): Promise<void> {
    await this.repository.setWeight(id, this.cipher.encrypt(String(pounds), weightPlace(id)));
  }

  async lastVisit(id: string, visit: { at: Date; status: VisitStatus } | null): Promise<void> {
    await this.repository.setLastVisit(id, visit);
  }
}

/** If an organization limits clinical acts and records to its providers, no one from outside counts as one. */
export function assertTreats(actor: Actor, needsProvider: boolean): void {
  if (isProviderOnly(actor, needsProvider)) throw forbidden();
}

/** Until then it may be someone else's. */
export function assertReleased(held: boolean): void {
  if (held) throw invalidState(TEXT.recordOnHoldUntilCareTeam);
}

/** No one approves, flags, titrates, prescribes or handles labs for themselves. */
export function notForOneself(actor: Actor, patientUserId: string): void {
  if (actor.userId === patientUserId) throw forbidden('own_record', TEXT.cannotApproveOwnRecord);
}

/** Whether a case is someone else's; one without a primary clinician is everyone's. */
export const outsideCaseLoad = (
  actor: Actor,
  record: { primary_clinician_id: string | null } | null,
): boolean => Boolean(record?.primary_clinician_id && record.primary_clinician_id !== actor.userId);
