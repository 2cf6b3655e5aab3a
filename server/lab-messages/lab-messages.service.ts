import { Injectable } from '@nestjs/common';
import type {
  LabMessage,
  LabMessageDetail,
  LabMessageDiscardRequest,
  LabMessageMapRequest,
  LabMessageMatchRequest,
  LabMessagePatient,
} from '#common/api/lab-messages.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit, typedText } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { LabOrderProgress } from '../lab-orders/records/lab-order-progress.js';
import { readMessage } from '../lab-spool/message.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { notForOneself, Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import {
  invalidState,
  notFound,
  recordConflict,
  validationFailed,
  versionConflict,
} from '../platform/errors/errors.js';
import type { ListQuery, Page } from '../platform/http/list-query.js';
import { Clock } from '../platform/time/clock.js';
import { RecordAccess } from '../record-access/record-access.service.js';
import { LabConnectionsRepository } from './lab-connections.repository.js';
import { LabConnections } from './lab-connections.service.js';
import { LabMessagesRepository, type StoredMessage } from './lab-messages.repository.js';
import { MessageImport } from './message-import.service.js';
import { PatientMatch } from './patient-match.service.js';
import { readResults, type Reading } from './reading.js';
import { sharesName } from './same-person.js';
import { TEXT } from './text/en.js';

const candidate = (row: PatientRow): LabMessagePatient => ({
  patient_id: row.id,
  name: row.full_name ?? row.email,
  mrn: row.mrn,
  dob: row.dob,
});

/** Neither the name nor the date of birth of the message is this patient's. */
const saysAnother = ({ said_name, said_dob }: LabMessage, { full_name, dob }: PatientRow): boolean =>
  said_dob !== null && said_dob !== dob && said_name !== '' && !sharesName(full_name, said_name);

/** What staff see of the messages of laboratories, and do about those that wait. */
@Injectable()
export class LabMessages {
  constructor(
    private readonly messages: LabMessagesRepository,
    private readonly connections: LabConnectionsRepository,
    private readonly codes: LabConnections,
    private readonly imports: MessageImport,
    private readonly patients: Patients,
    private readonly matches: PatientMatch,
    private readonly orders: LabOrderProgress,
    private readonly access: RecordAccess,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Rows of records that this person must give a reason for, or may not see, are left out. */
  async list(actor: Actor, query: ListQuery): Promise<Page<LabMessage> & { withheld: number }> {
    const page = await this.messages.list(actor, query);
    const known = page.rows.flatMap(({ patient_id }) => patient_id ?? []);
    const hidden = await this.access.hiddenFrom(actor, known);
    const rows = page.rows.filter(({ patient_id }) => !patient_id || !hidden.has(patient_id));
    await this.audit.record(actor, {
      action: 'lab_message.search',
      detail: { ids: rows.map(({ id }) => id) },
      patientIds: rows.flatMap(({ patient_id }) => patient_id ?? []),
      as: STAFF_ROLES,
    });
    return { ...page, rows, withheld: page.rows.length - rows.length };
  }

  async read(actor: Actor, id: string): Promise<LabMessageDetail> {
    const message = await this.found(actor, id);
    return this.uow.run(() => this.shown(actor, message, 'lab_message.read'));
  }

  /** Says whose results they are; MRN and date of birth are confirmed from the patient's record. */
  match(actor: Actor, id: string, body: LabMessageMatchRequest): Promise<LabMessageDetail> {
    return this.uow.run(async () => {
      const message = await this.waiting(actor, id, body.version, ['unmatched']);
      if (!message.org_id || !message.connection_id) throw invalidState(TEXT.connectLaboratoryFirst);
      const patient = await this.patients.forStaff(actor, body.patient_id);
      if (patient.org_id !== message.org_id) throw notFound();
      notForOneself(actor, patient.user_id);
      if (patient.mrn !== body.mrn) throw validationFailed({ mrn: TEXT.notMrnOfPatient });
      if (patient.dob !== body.dob) throw validationFailed({ dob: TEXT.notDateOfBirthOfPatient });
      const reason = body.reason?.trim() || null;
      if (!reason && saysAnother(this.messages.onTheWire(message), patient))
        throw validationFailed({
          reason: TEXT.messageSaysAnotherNameAndAnother,
        });
      await this.messages.confirmed(id, { patientId: patient.id, by: actor.userId, reason });
      await this.record(actor, 'lab_message.match', message, patient.id, reason);
      await this.imports.retry(id);
      return this.shown(actor, await this.found(actor, id), 'lab_message.read');
    });
  }

  /** Says what a code of the laboratory means, for this message and those that follow. */
  map(actor: Actor, id: string, { code, meaning, version }: LabMessageMapRequest): Promise<void> {
    return this.uow.run(async () => {
      const message = await this.waiting(actor, id, version, ['unmatched']);
      if (!message.connection_id) throw invalidState(TEXT.connectLaboratoryFirst);
      await this.codes.mapCode(actor, message.connection_id, code, meaning);
      await this.imports.retry(id);
    });
  }

  /** Reads it again, also one that was discarded by mistake. */
  async retry(actor: Actor, id: string, version: number): Promise<LabMessageDetail> {
    return this.uow.run(async () => {
      const message = await this.waiting(actor, id, version, ['unmatched', 'discarded']);
      await this.record(actor, 'lab_message.retry', message, message.patient_id);
      if (message.status === 'discarded') await this.messages.undiscard(id);
      await this.imports.retry(id);
      return this.shown(actor, await this.found(actor, id), 'lab_message.read');
    });
  }

  discard(actor: Actor, id: string, body: LabMessageDiscardRequest): Promise<LabMessageDetail> {
    return this.uow.run(async () => {
      const message = await this.waiting(actor, id, body.version, ['unmatched', 'preliminary']);
      await this.messages.discard(id, body.reason.trim(), actor.userId);
      await this.record(actor, 'lab_message.discard', message, message.patient_id, body.reason.trim());
      return this.shown(actor, await this.found(actor, id), 'lab_message.read');
    });
  }

  private async found(actor: Actor, id: string): Promise<StoredMessage> {
    const message = await this.messages.find(actor, id);
    if (!message) throw notFound();
    return message;
  }

  /** Messages are judged in turns, and so are acts on them. */
  private async waiting(
    actor: Actor,
    id: string,
    version: number,
    statuses: readonly StoredMessage['status'][],
  ): Promise<StoredMessage> {
    await this.messages.takeTurns();
    const message = await this.messages.find(actor, id, { lock: true });
    if (!message) throw notFound();
    const { patient_id, org_id } = message;
    if (message.version !== version) {
      const current = this.messages.onTheWire(message);
      if (!patient_id || !org_id) throw versionConflict(current);
      throw recordConflict(current, { kind: 'lab_message', id, patientId: patient_id, orgId: org_id });
    }
    if (!statuses.includes(message.status)) throw invalidState(TEXT.messageNoLongerWaits);
    return message;
  }

  private async shown(actor: Actor, message: StoredMessage, action: RecordAction): Promise<LabMessageDetail> {
    const read = readMessage(this.messages.bytesOf(message));
    if ('fault' in read) throw new Error('A stored message cannot be read');
    const connection = message.connection_id
      ? await this.connections.find(actor, message.connection_id)
      : null;
    const reading = readResults(read.segments, {
      codes: connection?.codes ?? {},
      timezone: connection?.timezone ?? 'UTC',
      now: this.clock.now().getTime(),
    });
    const { org_id, patient_id, status } = message;
    const open = status === 'unmatched' && org_id !== null && connection !== null;
    const candidates = open ? await this.openCandidates(actor, org_id, reading) : [];
    const patient = patient_id
      ? (await this.patients.manyForStaff(actor, [patient_id])).get(patient_id)
      : null;
    const patientIds = candidates.map(({ id }) => id);
    await this.record(actor, action, message, patient_id, null, patientIds);
    return {
      ...this.messages.onTheWire(message),
      control_id: message.control_id,
      connection_id: message.connection_id,
      read: reading.results,
      candidates: candidates.map(candidate),
      patient: patient ? candidate(patient) : null,
      handled_by: message.handled_by,
      handled_at: message.handled_at?.toISOString() ?? null,
      reason: this.messages.reasonOf(message),
    };
  }

  /** Of records that are closed to this person nothing is told. */
  private async openCandidates(
    actor: Actor,
    orgId: string,
    { patient, orders }: Pick<Reading, 'patient' | 'orders'>,
  ): Promise<PatientRow[]> {
    const ordered = (await this.orders.numbered(orgId, orders)).map(({ patient_id }) => patient_id);
    const all = await this.matches.candidates(orgId, patient, ordered);
    const hidden = await this.access.hiddenFrom(
      actor,
      all.map(({ id }) => id),
    );
    return all.filter(({ id }) => !hidden.has(id));
  }

  private record(
    actor: Actor,
    action: RecordAction,
    { id, org_id }: Pick<StoredMessage, 'id' | 'org_id'>,
    patientId: string | null,
    reason: string | null = null,
    patientIds: readonly string[] = [],
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'lab_message', id },
      orgId: org_id,
      patientId,
      patientIds,
      ...(reason && { detail: { reason: typedText(reason) } }),
      as: STAFF_ROLES,
    });
  }
}
