import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PatientApp, PatientAppCreated, PatientAppCreateRequest } from '#common/api/patient-apps.js';
import { lookalike, passesFor } from '#common/text/lookalike.js';
import { Users } from '../accounts/users/users.service.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Actor } from '../platform/access/actor.js';
import { newToken } from '../platform/crypto/field-cipher.js';
import { notFound, validationFailed } from '../platform/errors/errors.js';
import type { ListQuery, Page } from '../platform/http/list-query.js';
import { isRedirectUri, newAppId } from './app-text.js';
import { PatientAppsRepository } from './patient-apps.repository.js';
import { TEXT } from './text/en.js';

const PROGRAM_NAMES = ['TRT Program', 'TRT Portal'];

/** An app of a phone has an address without a host. */
const hostOf = (uri: string): string => new URL(uri).host || new URL(uri).protocol;

/** The apps that patients of an organization may connect, kept by its administrators. */
@Injectable()
export class PatientApps {
  constructor(
    private readonly apps: PatientAppsRepository,
    private readonly users: Users,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {
    users.tellsSetUp(async (userId) =>
      (await this.apps.madeBy(userId)).map(({ org_id, name, redirect_uris }) => ({
        org_id,
        kind: 'app',
        name: `${name} (${[...new Set(redirect_uris.map(hostOf))].join(', ')})`,
      })),
    );
  }

  async list(actor: Actor, query: ListQuery): Promise<Page<PatientApp>> {
    const page = await this.apps.list(actor, query);
    await this.audit.record(actor, {
      action: 'patient_app.list',
      detail: { ids: page.rows.map(({ id }) => id) },
      as: ['system_admin'],
    });
    return page;
  }

  create(
    actor: Actor,
    { name, redirect_uris, confidential, org_id }: PatientAppCreateRequest,
  ): Promise<PatientAppCreated> {
    if (!redirect_uris.every(isRedirectUri))
      throw validationFailed({
        redirect_uris: TEXT.writeEachAddressAsBrowserShows,
      });
    return this.uow.run(async () => {
      const orgId = await this.users.organisationFor(actor, org_id);
      await this.assertOwnName(orgId, name);
      const id = randomUUID();
      const secret = confidential ? newToken() : null;
      await this.apps.insert({
        id,
        org_id: orgId,
        client_id: newAppId(),
        name,
        redirect_uris,
        secret_hash: secret?.hash ?? null,
        created_by: actor.userId,
      });
      await this.record(actor, 'patient_app.create', { id, org_id: orgId }, { redirect_uris, confidential });
      return { ...(await this.shown(actor, id)), client_secret: secret?.token ?? null };
    });
  }

  /** Ends every connection with the app's next call. */
  remove(actor: Actor, id: string): Promise<PatientApp> {
    return this.uow.run(async () => {
      const app = await this.shown(actor, id);
      if (!(await this.apps.remove(id, actor.userId))) return app;
      await this.record(actor, 'patient_app.remove', app);
      return this.shown(actor, id);
    });
  }

  /** The patient sees the name alone: it must not pass for the clinic, this program or another app. */
  private async assertOwnName(orgId: string, name: string): Promise<void> {
    const { clinic, apps } = await this.apps.namesIn(orgId);
    const misleads = [clinic, ...PROGRAM_NAMES].some((other) => passesFor(name, other));
    const taken = apps.some((other) => lookalike(name) === lookalike(other));
    if (/[\p{Cf}\p{Cc}]/u.test(name) || misleads || taken)
      throw validationFailed({
        name: TEXT.chooseNameDoesNotLookLike,
      });
  }

  private async shown(actor: Actor, id: string): Promise<PatientApp> {
    const app = await this.apps.find(actor, id);
    if (!app) throw notFound();
    return app;
  }

  private record(
    actor: Actor,
    action: string,
    { id, org_id }: Pick<PatientApp, 'id' | 'org_id'>,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'patient_app', id },
      orgId: org_id,
      ...(detail && { detail }),
      as: ['system_admin'],
    });
  }
}
