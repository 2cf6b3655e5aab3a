import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { LegalHoldResponse, RetentionResponse } from '#common/api/index.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Patients, notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { invalidState, notFound } from '../platform/errors/errors.js';
import { RetentionRepository, type HoldRow } from './retention.repository.js';
import { SCHEDULE } from './schedule.js';
import { TEXT } from './text/en.js';

const reasonPlace = (id: string): string => `legal_holds.reason:${id}`;
const releasePlace = (id: string): string => `legal_holds.release_reason:${id}`;

/** For a lawsuit or an investigation: nothing of the patient is erased until an administrator releases the hold. */
@Injectable()
export class LegalHolds {
  constructor(
    private readonly repository: RetentionRepository,
    private readonly patients: Patients,
    private readonly cipher: FieldCipher,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  place(actor: Actor, patientId: string, reason: string): Promise<LegalHoldResponse> {
    return this.uow.run(async () => {
      const orgId = await this.lockedOrganisation(actor, patientId);
      if (await this.repository.hold(patientId)) throw invalidState(TEXT.recordAlreadyOnLegalHold);
      const id = randomUUID();
      const reason_enc = this.cipher.encrypt(reason.trim(), reasonPlace(id));
      await this.repository.placeHold({
        id,
        org_id: orgId,
        patient_id: patientId,
        reason_enc,
        placed_by: actor.userId,
      });
      await this.record(actor, 'patient.place_hold', { orgId, patientId, holdId: id });
      return { hold: this.shown((await this.repository.hold(patientId))!) };
    });
  }

  release(actor: Actor, patientId: string, reason: string): Promise<LegalHoldResponse> {
    return this.uow.run(async () => {
      const orgId = await this.lockedOrganisation(actor, patientId);
      const hold = await this.repository.hold(patientId);
      if (!hold) throw invalidState(TEXT.recordNotOnLegalHold);
      const reasonEnc = this.cipher.encrypt(reason.trim(), releasePlace(hold.id));
      await this.repository.releaseHold(hold.id, reasonEnc, actor.userId);
      await this.record(actor, 'patient.release_hold', { orgId, patientId, holdId: hold.id });
      return { hold: null };
    });
  }

  /** Since when the record is on hold, for the care team; only administrators see the reason. */
  async since(patientId: string): Promise<string | null> {
    return (await this.repository.hold(patientId))?.placed_at.toISOString() ?? null;
  }

  async overview(actor: Actor): Promise<RetentionResponse> {
    const [holds, closings] = [await this.repository.holds(actor), await this.repository.closings(actor)];
    await this.audit.record(actor, {
      action: 'retention.list',
      patientIds: [...new Set([...holds, ...closings].map((row) => row.patient_id))],
      as: ['system_admin'],
    });
    return {
      schedule: [...SCHEDULE],
      holds: holds.map((row) => ({
        ...this.shown(row),
        patient_id: row.patient_id,
        mrn: row.mrn,
        name: row.name,
      })),
      closings: closings.map((row) => ({
        patient_id: row.patient_id,
        mrn: row.mrn,
        name: row.name,
        requested_at: row.requested_at.toISOString(),
        closes_at: row.due_at.toISOString(),
        on_hold: row.held,
      })),
    };
  }

  private async lockedOrganisation(actor: Actor, patientId: string): Promise<string> {
    const patient = (await this.patients.manyForStaff(actor, [patientId])).get(patientId);
    if (!patient) throw notFound();
    notForOneself(actor, patient.user_id);
    await this.patients.lock(patientId);
    return patient.org_id;
  }

  private shown(hold: HoldRow) {
    return {
      reason: this.cipher.decrypt(hold.reason_enc, reasonPlace(hold.id)),
      placed_at: hold.placed_at.toISOString(),
      placed_by: hold.placed_by,
    };
  }

  private record(
    actor: Actor,
    action: RecordAction,
    { orgId, patientId, holdId }: { orgId: string; patientId: string; holdId: string },
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'patient', id: patientId },
      patientId,
      orgId,
      detail: { hold: holdId },
      as: ['system_admin'],
    });
  }
}
