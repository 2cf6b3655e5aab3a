import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import type { DiscontinuationRecord } from '#common/api/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { assertReleased, assertTreats } from '../patients/patients.service.js';
import { invalidState, notFound, recordConflict, type AppError } from '../platform/errors/errors.js';
import { startedOn } from '#common/clinical/index.js';
import { CASE_LIFECYCLE } from './case-lifecycle.js';
import { CasesRepository, wireCase, type Ending, type StoredCase } from './cases.repository.js';
import { TEXT } from './text/en.js';

/** The actions that increase the version of a case. */
const CHANGES = ['case.%', 'plan.titrate', 'plan.approve'];

/** The encryption place of the note. */
export const notePlace = (id: string): string => `discontinuations.note:${id}`;

/** Case operations for the features that act on a case (plans, prescriptions, labs). */
@Injectable()
export class CaseRecords {
  constructor(
    private readonly repository: CasesRepository,
    private readonly audit: Audit,
    private readonly cipher: FieldCipher,
  ) {}

  /** A case in the actor's organization, locked until the transaction ends; at this version, if one is given. */
  async lock(actor: Actor, id: string, version?: number, { evenHeld = false } = {}): Promise<StoredCase> {
    const known = await this.repository.lock(actor, id);
    if (!known) throw notFound();
    assertTreats(actor, known.needs_provider);
    assertReleased(known.held && !evenHeld);
    if (known.awaits_intake && !evenHeld) throw invalidState(TEXT.patientNotSubmittedIntakeYet);
    if (version !== undefined && version !== known.version) throw await this.conflict(known);
    return known;
  }

  /** What staff did with a case, in the audit. */
  record(
    actor: Actor,
    action: RecordAction,
    known: StoredCase,
    detail: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'case', id: known.id },
      patientId: known.patient_id,
      orgId: known.org_id,
      detail,
      as: STAFF_ROLES,
    });
  }

  /** Says that someone else made a change first, and who. */
  async conflict(known: StoredCase): Promise<AppError> {
    return recordConflict(
      wireCase(known),
      { kind: 'case', id: known.id, patientId: known.patient_id, orgId: known.org_id },
      await this.audit.lastChange(known.patient_id, CHANGES),
    );
  }

  async find(actor: Actor, id: string): Promise<StoredCase> {
    const known = await this.repository.find(actor, id);
    if (!known) throw notFound();
    assertTreats(actor, known.needs_provider);
    return known;
  }

  /** A submitted intake opens the case, once, or reopens a closed one. */
  async openForSubmission(actor: Actor, patient: PatientRow): Promise<StoredCase> {
    const opened = await this.repository.open(patient);
    const known = await this.repository.ofPatient(patient.id, true);
    if (!known) throw notFound();
    const reopened = !opened && known.status === 'closed';
    if (reopened) {
      CASE_LIFECYCLE.assert(known.status, 'open');
      await this.repository.setStatus(known.id, 'open');
    }
    if (known.awaits_intake) await this.repository.awaited(known.id);
    if (opened || reopened)
      await this.audit.record(actor, {
        action: opened ? 'case.open' : 'case.reopen',
        target: { type: 'case', id: known.id },
        patientId: known.patient_id,
        orgId: known.org_id,
        as: ['patient'],
      });
    return known;
  }

  /** The case of a submitted intake. */
  async ofPatient(patientId: string, { lock = false } = {}): Promise<StoredCase | null> {
    const known = await this.repository.ofPatient(patientId, lock);
    return known?.awaits_intake ? null : known;
  }

  /** No dose can have been taken of what was prescribed here: none is confirmed, and the pharmacy got no order. */
  async isBeforeFirstDose(patientId: string): Promise<boolean> {
    const known = await this.ofPatient(patientId);
    if (!known?.extras.therapy_started_on) return true;
    return known.therapy_start_assumed && !(await this.repository.hasSent(known.id));
  }

  /** Also the case that an emergency opened before the intake was submitted. */
  evenAwaiting(patientId: string): Promise<StoredCase | null> {
    return this.repository.ofPatient(patientId, false);
  }

  /** Staff must read of an emergency before the patient submits an intake, so it opens the case. */
  async forEmergency(actor: Actor, patientId: string): Promise<StoredCase | null> {
    const before = await this.evenAwaiting(patientId);
    if (before) return before;
    const opened = await this.repository.openAwaiting(patientId);
    const known = await this.evenAwaiting(patientId);
    if (known && opened)
      await this.audit.record(actor, {
        action: 'case.open',
        target: { type: 'case', id: known.id },
        patientId,
        orgId: known.org_id,
        detail: { awaits_intake: true },
        as: ['patient'],
      });
    return known;
  }

  /** Whether this user may treat patients of that organization. */
  isClinician(userId: string, orgId: string): Promise<boolean> {
    return this.repository.isClinician(userId, orgId);
  }

  /** The last discontinuation. */
  lastEnding(caseId: string): Promise<Ending | null> {
    return this.repository.lastEnding(caseId);
  }

  /** How the last treatment ended, or null. */
  async discontinuation(caseId: string): Promise<DiscontinuationRecord | null> {
    const row = await this.repository.discontinuation(caseId);
    return (
      row && {
        reason_code: row.reason_code,
        effective_date: row.effective_date,
        follow_up_labs: row.follow_up_labs,
        note: row.note_enc && this.cipher.decrypt(row.note_enc, notePlace(row.id)),
        decided_by: row.decided_by,
        decided_at: row.created_at.toISOString(),
      }
    );
  }

  /** The days treatments ended, oldest first. */
  endings(caseId: string): Promise<{ on: string; at: string }[]> {
    return this.repository.endings(caseId);
  }

  /** Anyone who saw the case before must decide again: something that decisions rest on has changed. */
  raiseVersion(known: StoredCase): Promise<void> {
    return this.repository.raiseVersion(known.id);
  }

  /** The patient told the first dose: the therapy began that day. */
  async firstDose(actor: Actor, known: StoredCase, takenOn: string): Promise<void> {
    await this.repository.startTherapy(known.id, startedOn(known.extras, takenOn), false);
    await this.audit.record(actor, {
      action: 'case.first_dose',
      target: { type: 'case', id: known.id },
      patientId: known.patient_id,
      detail: { taken_on: takenOn },
      as: ['patient'],
    });
  }

  /** Therapy changes today, or starts; the patient reports when. */
  async recordPlanApproved(known: StoredCase, today: string, changed: boolean): Promise<void> {
    const { therapy_started_on: before, last_change_on: lastChange } = known.extras;
    const endedOn = await this.repository.endedOn(known.id);
    // After a discontinuation the therapy starts over.
    const started = before && endedOn && before <= endedOn ? null : before;
    const changes = changed || !started || !lastChange;
    if (changes) {
      await this.repository.startTherapy(
        known.id,
        { therapy_started_on: started ?? today, last_change_on: today },
        started ? known.therapy_start_assumed : true,
      );
    }
    if (known.status === 'open') {
      CASE_LIFECYCLE.assert(known.status, 'monitoring');
      await this.repository.setStatus(known.id, 'monitoring');
    }
  }
}
