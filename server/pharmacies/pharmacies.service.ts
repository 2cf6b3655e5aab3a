import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  PHARMACY_LIMITS,
  type Pharmacy,
  type PharmacyChangeRequest,
  type PharmacyCreateRequest,
  type PharmacyWithSecret,
} from '#common/api/pharmacies.js';
import { PHONE_EXTENSION } from '#common/intake/check-answer.js';
import { businessName, inLatinLetters, resemblesBusiness } from '#common/text/lookalike.js';
import { CONNECTED_CHANNELS, type PharmacyChannel } from '#common/vocabulary/pharmacies.js';
import { Users } from '../accounts/users/users.service.js';
import { Audit } from '../audit/audit.service.js';
import { changes } from '../audit/changes.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Outbox } from '../mail/outbox.service.js';
import { pharmacyMail, type PharmacyNews } from '../mail/templates.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, validationFailed, versionConflict } from '../platform/errors/errors.js';
import type { ListQuery, Page } from '../platform/http/list-query.js';
import { outsideAddress } from '../platform/http/outside-call.js';
import { newSecret } from '../platform/http/signed-message.js';
import { PharmaciesRepository, type PharmacyState } from './pharmacies.repository.js';
import { TEXT } from './text/en.js';

const isConnected = (channel: PharmacyChannel): boolean =>
  (CONNECTED_CHANNELS as readonly string[]).includes(channel);

/** What is told in the log. */
const said = ({ name, phone, fax, address, ncpdp_id, url, paused }: PharmacyState) => ({
  name,
  phone,
  fax,
  address,
  ncpdp_id,
  url,
  paused,
});

/** Where it takes prescriptions: its fax number, or its program's host. */
const destinationOf = ({ fax, url }: Pick<PharmacyState, 'fax' | 'url'>): string =>
  url ? new URL(url).host : fax;

/** A number of one pharmacy may be entered as the other kind of number of another. */
const dials = (other: { phone: string; fax: string }, number: string): boolean =>
  [other.phone, other.fax].some((one) => one !== '' && dialed(one) === dialed(number));

/** Another pharmacy that this one could be taken for. */
interface Alike {
  id: string;
  name: string;
  because: readonly string[];
}
const named = (alike: readonly Alike[]): string =>
  alike.map(({ name, because }) => TEXT.alikePharmacy(name, because.join(', '))).join('; ');

/** In the order of how much they matter: the first is the subject of the email. */
const newsOf = (was: PharmacyState, now: PharmacyState): PharmacyNews[] => [
  ...(was.url !== now.url || (!now.url && was.fax !== now.fax)
    ? [{ what: 'moved', from: destinationOf(was), to: destinationOf(now) } as const]
    : []),
  ...(was.paused && !now.paused ? [{ what: 'resumed', to: destinationOf(now) } as const] : []),
  ...(!was.paused && now.paused ? [{ what: 'paused' } as const] : []),
  ...(was.name === now.name ? [] : [{ what: 'renamed', from: was.name } as const]),
  // Who doubts an order calls there, and a label names it.
  ...(was.phone === now.phone ? [] : [{ what: 'phone_changed', from: was.phone, to: now.phone } as const]),
  ...(was.address === now.address
    ? []
    : [{ what: 'address_changed', from: was.address, to: now.address } as const]),
];

const newsOfAlike = (alike: readonly Alike[]): PharmacyNews[] =>
  alike.length ? [{ what: 'confirmed_other', than: named(alike) }] : [];

const LONGEST_IN_COUNTRY = 10;
/** As it is dialed within the United States: without an extension, and however the country is written before it. */
const dialed = (fax: string): string =>
  fax.replace(PHONE_EXTENSION, '').replaceAll(/\D/g, '').slice(-LONGEST_IN_COUNTRY);

/** Which pharmacies an organization sends prescriptions to, and how; kept by its administrators. */
@Injectable()
export class Pharmacies {
  constructor(
    private readonly pharmacies: PharmaciesRepository,
    private readonly users: Users,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    users.tellsSetUp(async (userId) =>
      (await this.pharmacies.madeBy(userId)).map(({ org_id, name, ...to }) => ({
        org_id,
        kind: 'pharmacy',
        name: `${name} (${destinationOf(to)})`,
      })),
    );
  }

  async list(actor: Actor, query: ListQuery): Promise<Page<Pharmacy>> {
    const page = await this.pharmacies.list(actor, query);
    await this.audit.record(actor, {
      action: 'pharmacy.list',
      detail: { ids: page.rows.map(({ id }) => id) },
      as: ['system_admin'],
    });
    return page;
  }

  create(
    actor: Actor,
    { org_id, channel, other_confirmed = false, ...body }: PharmacyCreateRequest,
  ): Promise<PharmacyWithSecret> {
    if (!isConnected(channel))
      throw validationFailed({
        channel: TEXT.ePrescribingNotConnected,
      });
    return this.uow.run(async () => {
      const orgId = await this.users.organisationFor(actor, org_id);
      if ((await this.pharmacies.countOf(orgId)) >= PHARMACY_LIMITS.most)
        throw invalidState(TEXT.organizationCanPharmacies(PHARMACY_LIMITS.most));
      const id = randomUUID();
      const state = this.checked(channel, {
        name: body.name,
        phone: body.phone ?? '',
        fax: body.fax ?? '',
        address: body.address ?? '',
        ncpdp_id: body.ncpdp_id ?? '',
        url: body.url ?? '',
        paused: false,
      });
      const alike = await this.assertOwn({ org_id: orgId, channel }, state, { confirmed: other_confirmed });
      const secret = channel === 'https' ? newSecret() : null;
      await this.pharmacies.insert(
        { ...state, id, org_id: orgId, channel, created_by: actor.userId },
        secret,
      );
      await this.record(
        actor,
        'pharmacy.create',
        { id, org_id: orgId },
        {
          channel,
          ...said(state),
          ...(alike.length && { alike: alike.map((other) => other.id) }),
        },
      );
      const added = { what: 'added', to: destinationOf(state) } as const;
      await this.tell(actor, orgId, state.name, [added, ...newsOfAlike(alike)]);
      return { ...(await this.shown(actor, id)), secret };
    });
  }

  change(actor: Actor, id: string, change: PharmacyChangeRequest): Promise<Pharmacy> {
    return this.uow.run(async () => {
      const before = await this.locked(actor, id);
      if (before.version !== change.version) throw versionConflict(before);
      const was = { ...before, paused: before.status === 'paused' };
      const { active, version: _version, other_confirmed = false, ...parts } = change;
      const state = this.checked(before.channel, {
        name: parts.name ?? was.name,
        phone: parts.phone ?? was.phone,
        fax: parts.fax ?? was.fax,
        address: parts.address ?? was.address,
        ncpdp_id: parts.ncpdp_id ?? was.ncpdp_id,
        url: parts.url ?? was.url,
        paused: active === undefined ? was.paused : !active,
      });
      const alike = await this.assertOwn(before, state, { confirmed: other_confirmed, was });
      const elsewhere = destinationOf(was) !== destinationOf(state) || was.url !== state.url;
      await this.pharmacies.update(id, state, elsewhere ? actor.userId : null);
      await this.record(actor, 'pharmacy.update', before, {
        ...changes(said(was), said(state)),
        ...(alike.length && { alike: alike.map((other) => other.id) }),
      });
      await this.tell(actor, before.org_id, state.name, [...newsOf(was, state), ...newsOfAlike(alike)]);
      return this.shown(actor, id);
    });
  }

  /** The previous secret ends at once: an order that its program does not accept is tried again for a day. */
  renewSecret(actor: Actor, id: string): Promise<PharmacyWithSecret> {
    return this.uow.run(async () => {
      const pharmacy = await this.locked(actor, id);
      if (pharmacy.channel !== 'https') throw invalidState(TEXT.pharmacyTakesFaxes);
      const secret = newSecret();
      await this.pharmacies.renewSecret(id, secret, actor.userId);
      await this.record(actor, 'pharmacy.renew_secret', pharmacy);
      await this.tell(actor, pharmacy.org_id, pharmacy.name, [{ what: 'secret_renewed' }]);
      return { ...(await this.shown(actor, id)), secret };
    });
  }

  /** Whole prescriptions go there: those who write them hear of it. */
  private async tell(
    actor: Actor,
    orgId: string,
    name: string,
    [first, ...more]: PharmacyNews[],
  ): Promise<void> {
    if (!first) return;
    const content = pharmacyMail(
      { name, by: actor.displayName ?? actor.email, news: [first, ...more] },
      this.config.publicOrigin,
    );
    for (const { id, email } of await this.users.staffOf(orgId))
      await this.outbox.put({
        kind: `notice.pharmacy_${first.what}`,
        to: email,
        userId: id,
        orgId,
        content,
      });
  }

  /**
   * Who gives an order to a pharmacy sees its name: a paused one must not be replaced by another that passes for it.
   * @returns those it could be taken for, which the administrator says it is not
   */
  private async assertOwn(
    { org_id, channel, id }: { org_id: string; channel: PharmacyChannel; id?: string },
    state: PharmacyState,
    { confirmed, was }: { confirmed: boolean; was?: Pharmacy },
  ): Promise<Alike[]> {
    const { name, phone, fax, address, ncpdp_id: ncpdp } = state;
    const fresh = {
      name: name !== was?.name,
      fax: fax !== '' && fax !== was?.fax,
      phone: phone !== '' && phone !== was?.phone,
      address: address !== '' && address !== was?.address,
      ncpdp: ncpdp !== '' && ncpdp !== was?.ncpdp_id,
    };
    if (!Object.values(fresh).some(Boolean)) return [];
    if (fresh.name && !inLatinLetters(name)) throw validationFailed({ name: TEXT.enterNameInLatinLetters });
    const others = await this.pharmacies.othersOf(org_id, id ?? null);
    if (fresh.name && others.some((other) => businessName(other.name) === businessName(name)))
      throw validationFailed({
        name: TEXT.anotherPharmacyOfOrganizationName,
      });
    const sameFax = (other: { fax: string }): boolean => dialed(other.fax) === dialed(fax);
    if (channel === 'fax' && fresh.fax && others.some((other) => other.channel === 'fax' && sameFax(other)))
      throw validationFailed({ fax: TEXT.anotherPharmacyOfOrganizationFaxNumber });
    const alike = others.flatMap((other): Alike[] => {
      const because = [
        ...(fresh.name && resemblesBusiness(name, other.name) ? [TEXT.alikeBecause.name] : []),
        ...(fresh.phone && dials(other, phone) ? [TEXT.alikeBecause.phone] : []),
        ...(fresh.fax && dials(other, fax) ? [TEXT.alikeBecause.fax] : []),
        ...(fresh.address && businessName(other.address) === businessName(address)
          ? [TEXT.alikeBecause.address]
          : []),
        ...(fresh.ncpdp && other.ncpdp_id === ncpdp ? [TEXT.alikeBecause.ncpdp] : []),
      ];
      return because.length ? [{ id: other.id, name: other.name, because }] : [];
    });
    if (alike.length && !confirmed)
      throw validationFailed({ other_confirmed: TEXT.anotherPharmacyResembles(named(alike)) });
    return alike;
  }

  /** Throws where orders could not reach it. */
  private checked(channel: PharmacyChannel, state: PharmacyState): PharmacyState {
    if (channel === 'fax') {
      if (!state.fax) throw validationFailed({ fax: TEXT.enterFaxNumberTakesPrescriptions });
      return { ...state, url: '' };
    }
    return { ...state, url: outsideAddress(state.url, this.config.production) };
  }

  private async locked(actor: Actor, id: string): Promise<Pharmacy> {
    const pharmacy = await this.pharmacies.lock(actor, id);
    if (!pharmacy) throw notFound();
    return pharmacy;
  }

  private async shown(actor: Actor, id: string): Promise<Pharmacy> {
    const pharmacy = await this.pharmacies.find(actor, id);
    if (!pharmacy) throw notFound();
    return pharmacy;
  }

  private record(
    actor: Actor,
    action: string,
    { id, org_id }: Pick<Pharmacy, 'id' | 'org_id'>,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'pharmacy', id },
      orgId: org_id,
      ...(detail && { detail }),
      as: ['system_admin'],
    });
  }
}
