import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type {
  AppDecision,
  AppDecisionRequest,
  AppRequest,
  AppRequestAnswer,
  ConnectedAppsResponse,
} from '#common/api/patient-apps.js';
import { Audit } from '../audit/audit.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { AccountNotices } from '../accounts/email/account-notices.service.js';
import type { Actor } from '../platform/access/actor.js';
import { badRequest, notFound, validationFailed } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import { backTo, newAppToken } from './app-text.js';
import { GrantsRepository } from './grants.repository.js';
import { askedOfPatient, grantedByPatient, groupsOf, type AskedOfPatient } from './patient-scopes.js';
import { PatientAppsRepository, type KnownApp } from './patient-apps.repository.js';
import { TEXT } from './text/en.js';

const CODE_MS = 60_000;
/** How long an access token works. */
export const ACCESS_MS = 3_600_000;
/** How long an app may go on by itself before the patient is asked again. */
export const OFFLINE_MS = 180 * 86_400_000;
export const lastsMs = (offline: boolean): number => (offline ? OFFLINE_MS : ACCESS_MS);

/** SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

interface Checked {
  app: KnownApp;
  asked: AskedOfPatient;
  /** What is wrong with the request, told to the app; null: nothing. */
  fault: { error: string; error_description: string } | null;
}

const fault = (error: string, error_description: string) => ({ error, error_description });

/** The apps that read a patient's record, as the patient allows and ends it. */
@Injectable()
export class Connections {
  private readonly audience: string;

  constructor(
    private readonly notices: AccountNotices,
    private readonly apps: PatientAppsRepository,
    private readonly grants: GrantsRepository,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.audience = `${config.publicOrigin}/fhir`;
  }

  /** What to ask the patient about a request of an app. */
  async ask(actor: Actor, request: AppRequest): Promise<AppRequestAnswer> {
    const { app, asked, fault: wrong } = await this.checked(actor, request);
    if (wrong) return { question: null, redirect: answerTo(request, wrong) };
    const question = {
      name: app.name,
      organisation: app.organisation,
      groups: groupsOf(asked.types),
      until: new Date(this.clock.now().getTime() + lastsMs(asked.offline)).toISOString(),
      stays: asked.offline,
      host: new URL(request.redirect_uri).host,
    };
    return { question, redirect: null };
  }

  async decide(actor: Actor, { allow, groups, ...request }: AppDecisionRequest): Promise<AppDecision> {
    const { app, asked, fault: wrong } = await this.checked(actor, request);
    if (wrong) return { redirect: answerTo(request, wrong) };
    if (!allow) {
      await this.record(actor, 'patient_app.decline', app.id, { app_id: app.id });
      const declined = fault('access_denied', TEXT.patientDidNotAllow);
      return { redirect: answerTo(request, declined) };
    }
    const { types, scope } = grantedByPatient(request.scope!, groups);
    if (types.length === 0) throw validationFailed({ groups: TEXT.chooseSomethingAppMayRead });
    return this.uow.run(async () => {
      const id = randomUUID();
      const owner = { org_id: app.org_id, patient_id: actor.patientId! };
      const expiresAt = new Date(this.clock.now().getTime() + CODE_MS);
      const { token: code, hash } = newAppToken('code');
      await this.grants.insert({
        id,
        ...owner,
        app_id: app.id,
        user_id: actor.userId,
        types,
        scope,
        offline: asked.offline,
        expires_at: expiresAt,
      });
      await this.grants.insertCode({
        code_hash: hash,
        ...owner,
        grant_id: id,
        redirect_uri: request.redirect_uri,
        challenge: request.code_challenge!,
        expires_at: expiresAt,
      });
      await this.notices.send('app_connected', { id: actor.userId, org_id: actor.orgId, email: actor.email });
      await this.record(actor, 'patient_app.connect', id, { app_id: app.id, groups, offline: asked.offline });
      return { redirect: answerTo(request, { code }) };
    });
  }

  async list(actor: Actor): Promise<ConnectedAppsResponse> {
    const rows = actor.patientId ? await this.grants.list(actor) : [];
    return {
      apps: rows.map(({ types, ...row }) => ({
        id: row.id,
        name: row.name,
        groups: groupsOf(types),
        connected_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        last_used_at: row.last_used_at?.toISOString() ?? null,
      })),
    };
  }

  /** Takes effect with the app's next call. */
  disconnect(actor: Actor, id: string): Promise<void> {
    return this.uow.run(async () => {
      const grant = await this.grants.own(actor, id);
      if (!grant) throw notFound();
      if (!(await this.grants.end(id, 'patient'))) return;
      await this.record(actor, 'patient_app.disconnect', id, { app_id: grant.app_id });
    });
  }

  /** An unknown app or address is answered here and never followed: anyone could have written it. */
  private async checked(actor: Actor, request: AppRequest): Promise<Checked> {
    if (!actor.patientId) throw notFound();
    const app = await this.apps.knownTo(actor.orgId!, request.client_id);
    if (!app) throw badRequest(TEXT.clinicDoesNotKnowApp);
    if (!app.redirect_uris.includes(request.redirect_uri))
      throw badRequest(TEXT.requestDoesNotLeadBack(app.name));
    const asked = askedOfPatient(request.scope ?? '');
    return { app, asked, fault: this.faultOf(request, asked) };
  }

  private faultOf(request: AppRequest, { types }: AskedOfPatient): Checked['fault'] {
    if (request.response_type !== 'code')
      return fault('unsupported_response_type', TEXT.responseTypeMustCode);
    if (!request.state) return fault('invalid_request', 'state is missing.');
    if (request.aud !== this.audience) return fault('invalid_request', `aud must be ${this.audience}.`);
    if (request.code_challenge_method !== 'S256' || !CHALLENGE.test(request.code_challenge ?? ''))
      return fault('invalid_request', TEXT.codeChallengeWithMethodS256Needed);
    if (types.length === 0) return fault('invalid_scope', TEXT.scopeNamesNothingAppCanRead);
    return null;
  }

  private record(actor: Actor, action: string, id: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'patient_app', id },
      patientId: actor.patientId,
      detail,
      as: ['patient'],
    });
  }
}

const answerTo = ({ redirect_uri, state }: AppRequest, answer: Readonly<Record<string, string>>): string =>
  backTo(redirect_uri, { ...answer, state });
