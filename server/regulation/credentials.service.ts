import { Injectable } from '@nestjs/common';
import type {
  CredentialStatus,
  DeaRegistration,
  ProviderLicense,
  ProviderProfile,
} from '#common/api/index.js';
import type { Role } from '#common/vocabulary/index.js';
import { OwnFactor } from '../accounts/second-factor/own-factor.service.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Actor } from '../platform/access/actor.js';
import { forbidden, invalidState, notFound, validationFailed } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import type { DeaRegistrationDto, LicenseDto } from './credentials.dto.js';
import { CredentialsRepository, type CredentialKind } from './credentials.repository.js';
import { TEXT } from './text/en.js';

/** How far ahead a license or a registration may end. */
const MOST_YEARS = 15;

/** Whose records, and in which role they are handled. */
export interface Holder {
  userId: string;
  orgId: string | null;
  as: Role;
}
export const oneself = (actor: Actor): Holder => ({
  userId: actor.userId,
  orgId: actor.orgId,
  as: 'provider',
});

/** Licenses, registrations and NPIs of prescribers. */
@Injectable()
export class Credentials {
  constructor(
    private readonly repository: CredentialsRepository,
    private readonly ownFactor: OwnFactor,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** An account this administrator manages. */
  async managed(actor: Actor, userId: string): Promise<Holder> {
    const user = await this.repository.managed(actor, userId);
    if (!user) throw notFound();
    return { userId, orgId: user.org_id, as: 'system_admin' };
  }

  /** One's own are entered as a provider: they wait for another administrator. */
  async managedByOther(actor: Actor, userId: string): Promise<Holder> {
    if (actor.userId === userId) throw forbidden('own_record', TEXT.anotherAdministratorVerifiesOwnRecords);
    return this.managed(actor, userId);
  }

  async licenses(actor: Actor, { userId }: Holder): Promise<ProviderLicense[]> {
    const rows = await this.repository.licenses(userId);
    return rows.map(({ counts, ...row }) => ({ ...row, status: this.status(actor, row.expires_on, counts) }));
  }

  async registrations(actor: Actor, { userId }: Holder): Promise<DeaRegistration[]> {
    const rows = await this.repository.registrations(userId);
    return rows.map(({ counts, ...row }) => ({ ...row, status: this.status(actor, row.expires_on, counts) }));
  }

  /** The number that stands on an order for a patient in that state; null: none is valid there today. */
  async deaNumber(userId: string, state: string | null, today: string): Promise<string | null> {
    const rows = await this.repository.registrations(userId);
    return rows.find((row) => row.counts && row.state === state && row.expires_on >= today)?.number ?? null;
  }

  addLicense(actor: Actor, holder: Holder, body: LicenseDto): Promise<ProviderLicense> {
    this.assertPlausible(actor, body.expires_on);
    return this.uow.run(async () => {
      const id = await this.repository.putLicense(holder.userId, body);
      await this.record(actor, holder, 'license.record', 'license', id, { ...body });
      return (await this.licenses(actor, holder)).find((one) => one.id === id)!;
    });
  }

  addRegistration(actor: Actor, holder: Holder, body: DeaRegistrationDto): Promise<DeaRegistration> {
    this.assertPlausible(actor, body.expires_on);
    return this.uow.run(async () => {
      const one = {
        state: body.state,
        number: body.number.toUpperCase(),
        schedules: body.schedules?.map((s) => s.toUpperCase()) ?? null,
        expires_on: body.expires_on,
      };
      const id = await this.repository.putRegistration(holder.userId, one);
      await this.record(actor, holder, 'dea_registration.record', 'dea_registration', id, { ...one });
      return (await this.registrations(actor, holder)).find((row) => row.id === id)!;
    });
  }

  remove(actor: Actor, holder: Holder, kind: CredentialKind, id: string): Promise<void> {
    return this.uow.run(async () => {
      if (!(await this.repository.remove(kind, holder.userId, id))) throw notFound();
      await this.record(actor, holder, `${kind}.remove`, kind, id);
    });
  }

  async verifyLicense(actor: Actor, holder: Holder, id: string): Promise<ProviderLicense> {
    await this.verify(actor, holder, 'license', id);
    return (await this.licenses(actor, holder)).find((one) => one.id === id)!;
  }

  async verifyRegistration(actor: Actor, holder: Holder, id: string): Promise<DeaRegistration> {
    await this.verify(actor, holder, 'dea_registration', id);
    return (await this.registrations(actor, holder)).find((one) => one.id === id)!;
  }

  async profile({ userId }: Pick<Holder, 'userId'>): Promise<ProviderProfile> {
    return { npi: await this.repository.npi(userId) };
  }

  setNpi(actor: Actor, holder: Holder, npi: string | null): Promise<ProviderProfile> {
    return this.uow.run(async () => {
      await this.repository.setNpi(holder.userId, npi);
      await this.record(actor, holder, 'user.npi', 'user', holder.userId, { npi });
      return this.profile(holder);
    });
  }

  /** Confirmed with the issuing board, by someone other than the holder. */
  private verify(actor: Actor, holder: Holder, kind: CredentialKind, id: string): Promise<void> {
    if (actor.userId === holder.userId)
      throw forbidden('own_record', TEXT.anotherAdministratorVerifiesOwnRecords);
    return this.uow.run(async () => {
      await this.ownFactor.assert(actor, {
        action: `${kind}.verify`,
        orgId: holder.orgId,
        target: { type: kind, id },
      });
      const today = this.clock.today(actor.orgTimezone);
      const held = await (kind === 'license'
        ? this.repository.licenses(holder.userId)
        : this.repository.registrations(holder.userId));
      const until = held.find((one) => one.id === id)?.expires_on;
      if (until && until < today) throw invalidState(TEXT.endedOn(until));
      if (!(await this.repository.verify(kind, holder.userId, id, today, actor.userId))) throw notFound();
      await this.record(actor, holder, `${kind}.verify`, kind, id);
    });
  }

  /** No board issues anything for longer: such a day is a slip, or stands for "never". */
  private assertPlausible(actor: Actor, until: string): void {
    const today = this.clock.today(actor.orgTimezone);
    if (until > `${Number(today.slice(0, 4)) + MOST_YEARS}${today.slice(4)}`)
      throw validationFailed({ expires_on: TEXT.enterDayWithinNextYears(MOST_YEARS) });
  }

  /** If the organization requires it, only records verified by an administrator count. */
  private status(actor: Actor, until: string, counts: boolean): CredentialStatus {
    if (until < this.clock.today(actor.orgTimezone)) return 'expired';
    return counts ? 'active' : 'unverified';
  }

  private record(
    actor: Actor,
    holder: Holder,
    action: string,
    type: string,
    id: string,
    detail: Record<string, unknown> = {},
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type, id },
      orgId: holder.orgId,
      detail: { ...detail, user_id: holder.userId },
      as: [holder.as],
    });
  }
}
