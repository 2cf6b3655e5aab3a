import { Injectable } from '@nestjs/common';
import { Users } from '../accounts/users/users.service.js';
import type { HeldRecord } from '#common/api/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit, typedText } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Actor } from '../platform/access/actor.js';
import { inScope } from '../platform/access/context.js';
import { EVERYTHING } from '../platform/access/scope.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { forbidden, invalidState, notFound } from '../platform/errors/errors.js';
import { HeldRecordsRepository, type HeldRow } from './held-records.repository.js';
import { PatientsRepository } from './patients.repository.js';
import { TEXT } from './text/en.js';

const releaseReasonPlace = (id: string): string => `patients.release_reason:${id}`;

const wire = (row: HeldRow): HeldRecord => ({
  patient_id: row.id,
  mrn: row.mrn,
  name: row.full_name,
  email: row.email,
  held_since: row.held_at.toISOString(),
  begun_anew: row.begun_anew,
});

/**
 * Someone signed up with an address and entered a record; then the owner of the mailbox took over the account. Only people
 * can tell whether both are the same person: until the care team releases the record, its owner starts with an empty one.
 */
@Injectable()
export class HeldRecords {
  constructor(
    private readonly held: HeldRecordsRepository,
    private readonly patients: PatientsRepository,
    private readonly users: Users,
    private readonly cipher: FieldCipher,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  /** In the transaction that hands over the account; no one is signed in, so the scope of the call has no records. */
  hold(userId: string): Promise<void> {
    return inScope(EVERYTHING, () => this.holdFor(userId));
  }

  private async holdFor(userId: string): Promise<void> {
    const record = await this.held.hold(userId);
    if (!record) return;
    await this.patients.insert(userId, record.orgId, record.timezone);
    await this.users.nameIs(userId, null);
    await this.audit.record(null, {
      action: 'patient.hold',
      target: { type: 'patient', id: record.id },
      patientId: record.id,
      orgId: record.orgId,
    });
  }

  async list(actor: Actor): Promise<HeldRecord[]> {
    const rows = await this.held.list(actor);
    await this.audit.record(actor, {
      action: 'patient.held',
      detail: { ids: rows.map((r) => r.id) },
      patientIds: rows.map((r) => r.id),
      as: STAFF_ROLES,
    });
    return rows.map(wire);
  }

  /** @param reason how staff confirmed that both are the same person */
  release(actor: Actor, id: string, reason: string): Promise<HeldRecord> {
    return this.uow.run(async () => {
      const record = await this.held.lock(actor, id);
      if (!record) throw notFound();
      if (record.user_id === actor.userId) throw forbidden();
      if (record.begun_anew) throw invalidState(TEXT.patientEnteredNewRecordSince);
      await this.held.release(record, this.cipher.encrypt(reason, releaseReasonPlace(id)));
      await this.users.nameIs(record.user_id, record.full_name);
      await this.audit.record(actor, {
        action: 'patient.release',
        target: { type: 'patient', id },
        patientId: id,
        orgId: record.org_id,
        detail: { reason: typedText(reason) },
        as: STAFF_ROLES,
      });
      return wire(record);
    });
  }

  async waitingSince(userId: string): Promise<string | null> {
    return (await this.held.waitingSince(userId))?.toISOString() ?? null;
  }
}
