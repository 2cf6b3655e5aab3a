import { Injectable } from '@nestjs/common';
import type { RecordOpening, RecordOpenResponse } from '#common/api/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { outsideCaseLoad } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { isProviderOnly } from '../platform/access/provider-only.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { AppError, forbidden, invalidState, notFound } from '../platform/errors/errors.js';
import { idsIn, personIn } from './named-ids.js';
import { RecordAccessRepository, reasonPlace, type RecordOwner } from './record-access.repository.js';
import { TEXT } from './text/en.js';

const needsReason = (actor: Actor, owner: RecordOwner): boolean =>
  actor.policies.breakGlassReason &&
  owner.user_id !== actor.userId &&
  outsideCaseLoad(actor, owner) &&
  !owner.opened;

/** Staff access to a record: never their own, and outside the case load only with a reason if the clinic requires one. */
@Injectable()
export class RecordAccess {
  constructor(
    private readonly repository: RecordAccessRepository,
    private readonly cipher: FieldCipher,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  /** Throws if this request may not touch the records it names. */
  async assertMay(
    actor: Actor,
    ids: readonly string[],
    call: { act: boolean; route: string },
  ): Promise<void> {
    for (const owner of await this.repository.ownersOf(actor, ids)) {
      if (owner.user_id === actor.userId) {
        if (call.act) await this.refuseOwn(actor, owner, call.route);
      } else if (needsReason(actor, owner)) await this.refuseClosed(actor, owner, call.route);
    }
  }

  /**
   * The patients whom this person's filter names: by their id, or by that of anything in their record, or by a whole record
   * number or email address.
   */
  async namedBy(actor: Actor, filter: object): Promise<string[]> {
    const { patient_id: _, ...others } = filter as { patient_id?: unknown };
    const find = idsIn(others).length ? 'ownersOf' : 'ofPatients';
    const person = personIn(filter);
    const owners = [
      ...(idsIn(filter).length ? await this.repository[find](actor, idsIn(filter)) : []),
      ...(person ? await this.repository.known(actor, person) : []),
    ];
    return owners.flatMap((owner) => (isProviderOnly(actor, owner.needs_provider) ? [] : [owner.patient_id]));
  }

  /** Whose rows a list leaves out: a reason opens the record, or nothing does. */
  async hiddenFrom(
    actor: Actor,
    patientIds: readonly string[],
  ): Promise<ReadonlyMap<string, 'reason' | 'provider'>> {
    const owners = await this.repository.ofPatients(actor, patientIds);
    return new Map(
      owners.flatMap((owner): [string, 'reason' | 'provider'][] => {
        if (isProviderOnly(actor, owner.needs_provider)) return [[owner.patient_id, 'provider']];
        return needsReason(actor, owner) ? [[owner.patient_id, 'reason']] : [];
      }),
    );
  }

  /** Those of these patients whose record this person has to give a reason for first. */
  async closedTo(actor: Actor, patientIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (!actor.policies.breakGlassReason || !patientIds.length) return new Set();
    const owners = await this.repository.ofPatients(actor, patientIds);
    return new Set(owners.filter((owner) => needsReason(actor, owner)).map((owner) => owner.patient_id));
  }

  /** For one of the records that a call touches: refused alone, and recorded. */
  async assertOpen(actor: Actor, patientId: string, route: string): Promise<void> {
    if (!actor.policies.breakGlassReason) return;
    const [owner] = await this.repository.ofPatients(actor, [patientId]);
    if (owner && needsReason(actor, owner)) await this.refuseClosed(actor, owner, route);
  }

  /** Opens a record of the clinic for an hour; its clinician and its patient can see it. */
  open(actor: Actor, patientId: string, reason: string): Promise<RecordOpenResponse> {
    return this.uow.run(async () => {
      const [owner] = await this.repository.ownersOf(actor, [patientId]);
      if (owner?.patient_id !== patientId) throw notFound();
      if (owner.user_id === actor.userId) throw forbidden('own_record');
      if (!owner.primary_clinician_id || !outsideCaseLoad(actor, owner))
        throw invalidState(TEXT.recordInCaseLoad);
      const until = await this.repository.open(actor, owner, owner.primary_clinician_id, reason.trim());
      await this.audit.record(actor, {
        action: 'patient.break_glass',
        target: { type: 'patient', id: patientId },
        patientId,
        orgId: owner.org_id,
        detail: { outside_case_load: true, until: until.toISOString() },
        as: STAFF_ROLES,
      });
      return { patient_id: patientId, until: until.toISOString() };
    });
  }

  /** A case changed hands: those who lose and get it see it among the openings, unless they did it. */
  async given(
    actor: Actor,
    record: Pick<RecordOwner, 'patient_id' | 'org_id'>,
    { from, to }: { from: string; to: string },
  ): Promise<void> {
    const name = await this.repository.nameOf(to);
    const told: Readonly<Record<string, string>> = {
      [from]: TEXT.gaveCase(name),
      [to]: TEXT.gaveCaseToYou,
    };
    for (const [clinicianId, words] of Object.entries(told))
      if (clinicianId !== actor.userId) await this.repository.tell(actor, record, clinicianId, words);
  }

  async unseen(actor: Actor): Promise<RecordOpening[]> {
    const rows = await this.repository.unseen(actor);
    await this.audit.record(actor, {
      action: 'patient.break_glass.list',
      detail: { ids: rows.map((r) => r.id) },
      as: STAFF_ROLES,
    });
    return rows.map(({ reason_enc, created_at, ...row }) => ({
      ...row,
      reason: this.cipher.decrypt(reason_enc, reasonPlace(row.id)),
      at: created_at.toISOString(),
    }));
  }

  seen(actor: Actor, id: string): Promise<void> {
    return this.uow.run(async () => {
      const opening = await this.repository.seen(actor, id);
      if (!opening) throw notFound();
      await this.audit.record(actor, {
        action: 'patient.break_glass.seen',
        target: { type: 'record_opening', id },
        patientId: opening.patient_id,
        orgId: opening.org_id,
        as: STAFF_ROLES,
      });
    });
  }

  /** That a record was asked for and not shown. */
  denied(actor: Actor, owner: Pick<RecordOwner, 'patient_id' | 'org_id'>, route: string): Promise<void> {
    return this.audit.record(actor, {
      action: 'access.deny',
      outcome: 'denied',
      patientId: owner.patient_id,
      orgId: owner.org_id,
      detail: { route },
      as: STAFF_ROLES,
    });
  }

  private async refuseClosed(actor: Actor, owner: RecordOwner, route: string): Promise<never> {
    await this.denied(actor, owner, route);
    throw new AppError(403, 'reason_required', TEXT.sayWhyOpenRecord, {
      detail: { patient_id: owner.patient_id },
    });
  }

  private async refuseOwn(actor: Actor, owner: RecordOwner, route: string): Promise<never> {
    await this.denied(actor, owner, route);
    throw forbidden('own_record', TEXT.cannotActOnOwnRecord);
  }
}
