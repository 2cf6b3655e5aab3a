import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { LabProblem } from '#common/api/lab-messages.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import { LabOrderProgress } from '../lab-orders/records/lab-order-progress.js';
import { readMessage, type LabMessage } from '../lab-spool/message.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { Patients } from '../patients/patients.service.js';
import { isUnwritable } from '../platform/errors/database-errors.js';
import { sha256 } from '../platform/crypto/field-cipher.js';
import { Log } from '../platform/logging/log.js';
import { Clock } from '../platform/time/clock.js';
import { LabConnectionsRepository } from './lab-connections.repository.js';
import type { LabConnectionRow } from './lab-message.entities.js';
import { LabMessagesRepository, type Arrived, type Outcome } from './lab-messages.repository.js';
import { PatientMatch, type Ordered } from './patient-match.service.js';
import { patientsNamed, readResults, type Reading } from './reading.js';
import { ResultImport } from './result-import.service.js';

/** They need eyes and not another message: whoever confirms the patient has read them. */
const READ_BY_HAND: ReadonlySet<LabProblem['kind']> = new Set([
  'control_id',
  'comment',
  'canceled',
  'order_number',
  'specimen_condition',
  'other_draw',
]);

const hex = (data: Buffer): string => sha256(data).toString('hex');
const hashOf = (filler: string): string => hex(Buffer.from(filler));
const ofMessage = (kind: LabProblem['kind'], said: string | null = null): LabProblem => ({
  kind,
  test: null,
  said,
  proposal: null,
});

/** What a message is known by, wherever it is read. */
type Known = Arrived & {
  /** Whose it already is. */
  org_id: string | null;
  /** The patient that staff confirmed. */
  confirmed: PatientRow | null;
};

/** One transaction a message: its row, its results and their alerts, or its row and what was not understood. */
@Injectable()
export class MessageImport implements OnModuleInit {
  constructor(
    private readonly messages: LabMessagesRepository,
    private readonly connections: LabConnectionsRepository,
    private readonly patients: Patients,
    private readonly match: PatientMatch,
    private readonly results: ResultImport,
    private readonly orders: LabOrderProgress,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(Log) private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('labs.retry', (data) => this.retryAll(String(data.connection_id)));
  }

  /** A message of the spool; one that came before adds nothing. */
  async take(bytes: Buffer, hash: string): Promise<void> {
    const message = readMessage(bytes);
    if ('fault' in message) throw new Error('A message in the spool cannot be read');
    try {
      await this.store(bytes, hash, message, false);
    } catch (error) {
      if (isUnwritable(error)) throw error;
      this.log.error('a laboratory message could not be imported', error);
      await this.store(bytes, hash, message, true);
    }
  }

  /** Reads a message that waits once more, after something it waited for has changed. */
  async retry(id: string): Promise<void> {
    await this.uow.run(async () => {
      await this.messages.takeTurns();
      const row = await this.messages.toRead(id);
      if (row?.status !== 'unmatched') return;
      const message = readMessage(row.bytes);
      if ('fault' in message) return;
      const [confirmed] =
        row.confirmed && row.patient_id
          ? (await this.patients.manyForStaff({ orgId: row.org_id }, [row.patient_id])).values()
          : [];
      const outcome = await this.judge(message, { ...row, confirmed: confirmed ?? null });
      if (JSON.stringify(outcome.summary.problems) === JSON.stringify(row.summary.problems)) return;
      await this.messages.update(id, outcome);
      await this.settled(id, outcome);
    });
  }

  private async retryAll(connectionId: string): Promise<void> {
    for (const id of await this.messages.toRetry(connectionId)) {
      try {
        await this.retry(id);
      } catch (error) {
        if (isUnwritable(error)) throw error;
        this.log.error('a laboratory message could not be imported', error);
      }
    }
  }

  /** @param failed reading it failed before, for a reason that is not the message's: it waits for staff */
  private async store(bytes: Buffer, hash: string, message: LabMessage, failed: boolean): Promise<void> {
    await this.uow.run(async () => {
      await this.messages.takeTurns();
      if (await this.messages.known(hash)) return;
      const { header } = message;
      const id = randomUUID();
      const known = {
        id,
        hash,
        body_hash: bodyHash(bytes),
        control_id: header.controlId,
        sending_application: header.sendingApplication,
        sending_facility: header.sendingFacility,
        receiving_facility: header.receivingFacility,
        received_at: this.clock.now(),
      };
      const outcome = await this.judge(message, { ...known, org_id: null, confirmed: null }, failed);
      await this.messages.insert({ ...known, ...outcome, bytes });
      if (outcome.connection_id) await this.connections.heard(outcome.connection_id, known.received_at);
      await this.settled(id, outcome);
    });
  }

  private async settled(id: string, outcome: Outcome): Promise<void> {
    const { status, connection_id: connection, org_id, patient_id, summary } = outcome;
    const processed = status === 'imported' || status === 'preliminary';
    if (processed && connection && patient_id) await this.finals(connection, patient_id, id);
    await this.audit.record(null, {
      action: `lab_message.${processed ? 'import' : 'receive'}`,
      target: { type: 'lab_message', id },
      orgId: org_id,
      patientId: patient_id,
      detail: { status, connection, problems: summary.problems.map(({ kind }) => kind) },
    });
    if (outcome.critical && status === 'unmatched')
      this.log.warn('a laboratory message with a critical value waits for staff', { id });
  }

  /** Closes the messages that waited for final results, once all of them are on file. */
  private async finals(connectionId: string, patientId: string, except: string): Promise<void> {
    const { codes, timezone } = (await this.connections.byId(connectionId))!;
    for (const { id, bytes } of await this.messages.preliminary(connectionId, patientId)) {
      const message = readMessage(bytes);
      if (id === except || 'fault' in message) continue;
      const reading = readResults(message.segments, { codes, timezone, now: this.clock.now().getTime() });
      if (await this.results.areOnFile(patientId, reading)) await this.messages.replaced(id);
    }
  }

  private async judge(message: LabMessage, known: Known, failed = false): Promise<Outcome> {
    const named = await this.connections.ofHeader(message.header);
    const reading = readResults(message.segments, {
      codes: named?.codes ?? {},
      timezone: named?.timezone ?? 'UTC',
      now: this.clock.now().getTime(),
    });
    const owners = await this.orders.owners(reading.orders);
    // Whoever connects a laboratory first must not read the results of another organization's patients.
    const home =
      known.org_id ??
      (await this.match.receiver(patientsNamed(message.segments), named?.org_id ?? null, [
        ...owners.values(),
      ]));
    const connection = named?.org_id === home ? named : null;
    const outcome = (status: Outcome['status'], problems: LabProblem[], patient: string | null): Outcome => ({
      org_id: connection?.org_id ?? home,
      connection_id: connection?.id ?? null,
      patient_id: patient,
      order_hash: connection && reading.filler ? hashOf(reading.filler) : null,
      status,
      critical: reading.critical,
      summary: { patient: reading.patient, results: reading.results.length, problems },
    });
    const confirmed = known.confirmed?.id ?? null;
    if (!connection)
      return outcome(
        'unmatched',
        [ofMessage(named && !home ? 'other_organization' : 'unknown_laboratory')],
        null,
      );
    const earlier = await this.messages.earlier(connection.id, known);
    if (earlier?.same) return outcome('duplicate', [], null);
    const problems = [...(failed ? [ofMessage('failed')] : []), ...reading.problems];
    if (connection.paused) problems.unshift(ofMessage('paused'));
    if (earlier) problems.unshift(ofMessage('control_id', known.control_id));
    // Who matched it by hand read it.
    if (known.confirmed)
      for (let i = problems.length; i--;) if (READ_BY_HAND.has(problems[i]!.kind)) problems.splice(i, 1);
    const orders = await this.orders.numbered(connection.org_id, reading.orders);
    const own = new Set(orders.map(({ number }) => number));
    const ordered: Ordered = {
      patients: [...new Set(orders.map(({ patient_id }) => patient_id))],
      elsewhere: [...owners].flatMap(([number, org]) => (own.has(number) ? [] : [org])),
    };
    const patient = await this.patientOf(connection.org_id, reading, { ...known, ordered }, problems);
    if (!problems.length && patient && !known.confirmed)
      problems.push(...(await this.otherDraws(connection, patient.id, known.id, reading)));
    if (!problems.length && patient)
      problems.push(
        ...(await this.results.bring(patient, reading, laboratoryOf(connection, known.id), orders)),
      );
    if (problems.length) return outcome('unmatched', problems, confirmed);
    const waits = reading.understood.some(({ fate }) => fate === 'wait');
    return outcome(waits ? 'preliminary' : 'imported', [], patient?.id ?? null);
  }

  /** A correction of an order's result that is on file for another moment: it would become a second draw, and the wrong value stay. */
  private async otherDraws(
    { id: connectionId, codes, timezone }: LabConnectionRow,
    patientId: string,
    except: string,
    reading: Reading,
  ): Promise<LabProblem[]> {
    const corrections = await this.results.ofNothing(patientId, reading);
    if (!reading.filler || !corrections.length) return [];
    const earlier = await this.messages.ofOrder(connectionId, patientId, hashOf(reading.filler), except);
    const now = this.clock.now().getTime();
    const before = earlier.flatMap((bytes) => {
      const message = readMessage(bytes);
      return 'fault' in message ? [] : readResults(message.segments, { codes, timezone, now }).understood;
    });
    return this.results.onFileElsewhere(patientId, corrections, before);
  }

  private async patientOf(
    orgId: string,
    reading: Reading,
    { confirmed, ordered }: Known & { ordered: Ordered },
    problems: LabProblem[],
  ): Promise<PatientRow | null> {
    if (confirmed) return confirmed;
    const found = await this.match.find(orgId, reading.patient, ordered);
    if ('patient' in found) return found.patient;
    problems.push(found.problem);
    return null;
  }
}

/** Hashes what follows the first segment: a message that is sent again has another time and often another number. */
function bodyHash(bytes: Buffer): string {
  const text = bytes.toString('latin1').trim();
  return hex(Buffer.from(text.slice(text.search(/[\r\n]/)).trim(), 'latin1'));
}

const laboratoryOf = (connection: LabConnectionRow, message: string) => ({
  name: connection.name,
  detail: { lab_message: message, connection: connection.id },
});
