import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  LAB_CONNECTION_LIMITS,
  NOT_USED,
  type LabConnection,
  type LabConnectionChangeRequest,
  type LabConnectionCreateRequest,
  type UnknownLaboratory,
} from '#common/api/lab-messages.js';
import type { LabOrderLaboratory } from '#common/api/lab-orders.js';
import { ANALYTE_BY_KEY, analyteNamed, isAnalyteKey } from '#common/clinical/index.js';
import { isLoincCode } from '#common/clinical/labs.js';
import { Users } from '../accounts/users/users.service.js';
import { Audit } from '../audit/audit.service.js';
import { changes } from '../audit/changes.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import { Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, validationFailed, versionConflict } from '../platform/errors/errors.js';
import type { ListQuery, Page } from '../platform/http/list-query.js';
import { LabConnectionsRepository, type ConnectionState } from './lab-connections.repository.js';
import type { LabConnectionRow } from './lab-message.entities.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const NAMES = ['sending_application', 'sending_facility', 'receiving_facility'] as const;
const PLACE = ['account_number', 'address', 'phone', 'hours'] as const;

/** A LOINC code means the same from every laboratory. */
function meaningFault(code: string, meaning: unknown): string | null {
  if (meaning !== NOT_USED && !isAnalyteKey(meaning)) return TEXT.chooseTestOfProgram;
  const loinc = isLoincCode(code) ? analyteNamed(code) : null;
  return !loinc || meaning === NOT_USED || meaning === loinc
    ? null
    : TEXT.loincCodeOfAnotherTest(ANALYTE_BY_KEY.get(loinc)!.name);
}

function assertCount(count: number): void {
  const { codes: most } = LAB_CONNECTION_LIMITS;
  if (count > most) throw validationFailed({ codes: SHARED_TEXT.atMostCodes(most) });
}

/** The codes of a laboratory and what they mean; throws if one is not known here. */
export function checkedCodes(codes: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(codes).map(([code, meaning]) => [code.trim(), meaning] as const);
  const { codeLength } = LAB_CONNECTION_LIMITS;
  assertCount(entries.length);
  if (new Set(entries.map(([code]) => code)).size < entries.length)
    throw validationFailed({ codes: TEXT.enterEachCodeOnce });
  const fields: Record<string, string> = {};
  for (const [code, meaning] of entries) {
    if (!code || code.length > codeLength) fields['codes'] = TEXT.enterCodesOfAtMostCharacters(codeLength);
    if (code === '__proto__') fields['codes'] = TEXT.codeCannotUsed;
    const fault = meaningFault(code, meaning);
    if (fault) fields[`codes.${code.slice(0, codeLength)}`] = fault;
  }
  if (Object.keys(fields).length) throw validationFailed(fields);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Which laboratories send results, and what their codes mean; kept by administrators. */
@Injectable()
export class LabConnections {
  constructor(
    private readonly connections: LabConnectionsRepository,
    private readonly users: Users,
    private readonly patients: Patients,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {
    users.tellsSetUp(async (userId) =>
      (await this.connections.madeBy(userId)).map(({ org_id, name }) => ({
        org_id,
        kind: 'laboratory',
        name,
      })),
    );
  }

  async list(
    actor: Actor,
    query: ListQuery,
  ): Promise<Page<LabConnection> & { unknown: UnknownLaboratory[] }> {
    const page = await this.connections.list(actor, query);
    const unknown = await this.connections.unknown(actor);
    await this.audit.record(actor, {
      action: 'lab_connection.list',
      detail: { ids: page.rows.map(({ id }) => id) },
      as: ['system_admin'],
    });
    return { ...page, unknown };
  }

  create(actor: Actor, { org_id, ...body }: LabConnectionCreateRequest): Promise<LabConnection> {
    return this.uow.run(async () => {
      const orgId = await this.users.organisationFor(actor, org_id);
      if ((await this.connections.countOf(orgId)) >= LAB_CONNECTION_LIMITS.most)
        throw invalidState(TEXT.organizationCanLaboratoryConnections(LAB_CONNECTION_LIMITS.most));
      const id = randomUUID();
      const state: ConnectionState = {
        name: body.name,
        sending_application: body.sending_application ?? '',
        sending_facility: body.sending_facility ?? '',
        receiving_facility: body.receiving_facility ?? '',
        timezone: body.timezone ?? (await this.connections.zoneOf(orgId)),
        codes: checkedCodes(body.codes ?? {}),
        account_number: body.account_number ?? '',
        address: body.address ?? '',
        phone: body.phone ?? '',
        hours: body.hours ?? '',
        sends_orders: body.sends_orders ?? false,
        paused: false,
      };
      await this.assertSound(state, orgId, null);
      await this.connections.insert({ ...state, id, org_id: orgId, created_by: actor.userId });
      await this.record(actor, 'lab_connection.create', { id, org_id: orgId }, said(state));
      await this.jobs.enqueue('labs.retry', { connection_id: id });
      return this.shown(actor, id);
    });
  }

  change(actor: Actor, id: string, change: LabConnectionChangeRequest): Promise<LabConnection> {
    return this.uow.run(async () => {
      const before = await this.connections.lock(actor, id);
      if (!before) throw notFound();
      if (before.version !== change.version) throw versionConflict(before);
      const { active, version: _version, codes, ...named } = change;
      const state: ConnectionState = {
        name: named.name ?? before.name,
        sending_application: named.sending_application ?? before.sending_application,
        sending_facility: named.sending_facility ?? before.sending_facility,
        receiving_facility: named.receiving_facility ?? before.receiving_facility,
        timezone: named.timezone ?? before.timezone,
        codes: codes ? checkedCodes(codes) : before.codes,
        account_number: named.account_number ?? before.account_number,
        address: named.address ?? before.address,
        phone: named.phone ?? before.phone,
        hours: named.hours ?? before.hours,
        sends_orders: named.sends_orders ?? before.sends_orders,
        paused: active === undefined ? before.status === 'paused' : !active,
      };
      await this.assertSound(state, before.org_id, id);
      await this.connections.update(id, state, actor.userId);
      const was = said({ ...before, paused: before.status === 'paused' });
      await this.record(actor, 'lab_connection.update', before, changes(was, said(state)));
      await this.jobs.enqueue('labs.retry', { connection_id: id });
      return this.shown(actor, id);
    });
  }

  /** One more code; the messages that wait for it are read again. The caller reaches the connection. */
  async mapCode(actor: Actor, id: string, code: string, meaning: string): Promise<void> {
    const before = await this.connections.lock(actor, id);
    if (!before) throw notFound();
    const fault = meaningFault(code, meaning);
    if (fault) throw validationFailed({ meaning: fault });
    checkedCodes({ [code]: meaning });
    assertCount(Object.keys({ ...before.codes, [code]: meaning }).length);
    await this.connections.setCode(id, code, meaning);
    await this.record(actor, 'lab_connection.map_code', before, {
      code,
      meaning,
      was: before.codes[code] ?? null,
    });
    await this.jobs.enqueue('labs.retry', { connection_id: id });
  }

  /** The laboratories of an organization that take orders. */
  forOrders(orgId: string): Promise<LabOrderLaboratory[]> {
    return this.connections.ofOrganisation(orgId);
  }

  /** The caller reaches an order of it. */
  async ofOrder(id: string): Promise<LabConnectionRow> {
    const connection = await this.connections.byId(id);
    if (!connection) throw notFound();
    return connection;
  }

  /** A message has one receiver: no connection may take what another organization's already does. */
  private async assertSound(state: ConnectionState, orgId: string, id: string | null): Promise<void> {
    if (!state.sending_application && !state.sending_facility)
      throw validationFailed({
        sending_application: TEXT.enterHowLaboratoryNamesItself,
      });
    if (!(await this.patients.isTimezone(state.timezone)))
      throw validationFailed({ timezone: TEXT.chooseTimeZone });
    await this.connections.lockNames();
    const own = state.receiving_facility.toLowerCase();
    const overlaps = (await this.connections.sameSender(state, id)).some(({ org_id, receiving_facility }) => {
      const other = receiving_facility.toLowerCase();
      return other === own || (org_id !== orgId && (other === '' || own === ''));
    });
    if (overlaps) throw validationFailed({ sending_application: TEXT.anotherConnectionNames });
  }

  private async shown(actor: Actor, id: string): Promise<LabConnection> {
    const connection = await this.connections.find(actor, id);
    if (!connection) throw notFound();
    return connection;
  }

  private record(
    actor: Actor,
    action: string,
    { id, org_id }: Pick<LabConnection, 'id' | 'org_id'>,
    detail: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'lab_connection', id },
      orgId: org_id,
      detail,
      as: ['system_admin'],
    });
  }
}

const said = (state: ConnectionState): Record<string, unknown> => ({
  name: state.name,
  ...Object.fromEntries(NAMES.map((part) => [part, state[part]])),
  timezone: state.timezone,
  codes: state.codes,
  ...Object.fromEntries(PLACE.map((part) => [part, state[part]])),
  sends_orders: state.sends_orders,
  active: !state.paused,
});
