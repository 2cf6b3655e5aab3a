import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SsoOfferResponse, SsoRefusal, SsoTrialOutcome } from '#common/api/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../../audit/audit.service.js';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Actor } from '../../platform/access/actor.js';
import { FieldCipher, newToken, sha256 } from '../../platform/crypto/field-cipher.js';
import { invalidState, notFound } from '../../platform/errors/errors.js';
import { subscriberOf } from '../../platform/http/address.js';
import { Limits } from '../../limits/limits.service.js';
import { Log } from '../../platform/logging/log.js';
import { AccountNotices } from '../email/account-notices.service.js';
import { Accounts } from './accounts.service.js';
import { OptionalActor } from '../sessions/optional-actor.js';
import { OrganisationsRepository } from '../users/organisations.repository.js';
import { UsersRepository, type Account } from '../users/users.repository.js';
import { domainOf } from '../sso/sso-addresses.js';
import { isUnreachable, SsoProvider, type ProviderIdentity } from '../sso/sso-provider.js';
import {
  signOutPlace,
  SsoRepository,
  verifierPlace,
  type Connection,
  type PendingLogin,
} from '../sso/sso.repository.js';
import { TEXT } from './text/en.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const COOKIE_S = 600;

/** Why a user known to the provider is not signed in; for the audit, the page says less. */
type Why =
  | 'provider'
  | 'unverified_email'
  | 'other_domain'
  | 'no_account'
  | 'disabled'
  | 'other_organisation'
  | 'not_staff'
  | 'linked_elsewhere';

class Refused extends Error {
  constructor(
    readonly why: Why,
    readonly account: Account | null = null,
  ) {
    super(why);
  }
}

const page = (refusal: SsoRefusal): string => `/login?sso=${refusal}`;
const trialPage = (outcome: SsoTrialOutcome): string => `/admin/organisations?sso_trial=${outcome}`;

/** Staff sign in at their organization's provider; users without an account here get none. */
@Injectable()
export class SsoSignIn {
  readonly cookie: string;

  constructor(
    private readonly connections: SsoRepository,
    private readonly provider: SsoProvider,
    private readonly accounts: Accounts,
    private readonly users: UsersRepository,
    private readonly organisations: OrganisationsRepository,
    private readonly optional: OptionalActor,
    private readonly limits: Limits,
    private readonly cipher: FieldCipher,
    private readonly audit: Audit,
    private readonly notices: AccountNotices,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Log) private readonly log: Log,
  ) {
    this.cookie = config.secureCookies ? '__Host-trt_sso' : 'trt_sso';
  }

  async offer(email: string, request: FastifyRequest): Promise<SsoOfferResponse> {
    await this.limits.take('sso.address', subscriberOf(request.ip));
    const connection = await this.connections.byDomain(domainOf(email));
    return {
      available: connection !== null,
      required: connection?.required ?? false,
      organisation: connection?.org_name ?? null,
    };
  }

  /** @returns the URL to send the browser to */
  async start(email: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    await this.limits.take('sso.address', subscriberOf(request.ip));
    const connection = await this.connections.byDomain(domainOf(email));
    if (!connection) return page('refused');
    // A link from elsewhere must not sign anyone in: the provider then asks, whatever session it has.
    const askAgain = !isOwnPage(request) || (await this.optional.of(request)) !== null;
    try {
      return await this.begin(connection, { email, askAgain, triedBy: null }, reply);
    } catch (error) {
      this.logUnavailable(connection, error);
      return page('unavailable');
    }
  }

  /** Lets an administrator test the staff sign-in while staying signed in as before. @returns the URL to send the browser to */
  async try(actor: Actor, orgId: string, reply: FastifyReply): Promise<string> {
    const reached = await this.uow.run(() => this.organisations.lock(actor, orgId));
    const connection = reached && (await this.connections.byOrganisation(orgId));
    if (!connection) throw notFound();
    try {
      return await this.begin(
        connection,
        { email: actor.email, askAgain: true, triedBy: actor.userId },
        reply,
      );
    } catch (error) {
      this.logUnavailable(connection, error);
      throw invalidState(TEXT.providerDoesNotAnswer);
    }
  }

  private async begin(
    connection: Connection,
    { email, askAgain, triedBy }: { email: string; askAgain: boolean; triedBy: string | null },
    reply: FastifyReply,
  ): Promise<string> {
    const [state, browser, nonce, verifier] = [newToken(), newToken(), newToken(), newToken()];
    const proof = { state: state.token, nonce: nonce.token, verifier: verifier.token };
    const url = await this.provider.authorizationUrl(connection, proof, { email, askAgain });
    const id = randomUUID();
    await this.connections.begin({
      id,
      org_id: connection.org_id,
      nonce: nonce.token,
      verifier_enc: this.cipher.encrypt(verifier.token, verifierPlace(id)),
      tried_by: triedBy,
      asked_again: askAgain,
      stateHash: state.hash,
      browserHash: browser.hash,
    });
    void reply.setCookie(this.cookie, browser.token, { ...this.cookieOptions(), maxAge: COOKIE_S });
    return url;
  }

  /** @returns the URL to send the browser to: the portal, the second step, or the sign-in page with the reason */
  async finish(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    await this.limits.take('sso.address', subscriberOf(request.ip));
    const answer = new URL(request.url, this.config.publicOrigin);
    const state = answer.searchParams.get('state') ?? '';
    const browser = request.cookies[this.cookie] ?? '';
    void reply.clearCookie(this.cookie, this.cookieOptions());
    const login =
      TOKEN.test(state) && TOKEN.test(browser)
        ? await this.connections.consume(sha256(state), sha256(browser))
        : null;
    const connection = login && (await this.connections.byOrganisation(login.org_id));
    if (!login || !connection || (connection.paused_at && !login.tried_by)) return page('expired');
    const verifier = this.cipher.decrypt(login.verifier_enc, verifierPlace(login.id));
    let identity: ProviderIdentity;
    try {
      identity = await this.provider.identity(connection, answer, { state, nonce: login.nonce, verifier });
    } catch (error) {
      if (isUnreachable(error)) {
        this.logUnavailable(connection, error);
        return login.tried_by ? trialPage('unavailable') : page('unavailable');
      }
      this.log.warn('the answer of a sign-in provider was refused', { code: codeOf(error) });
      if (login.tried_by) return this.trialEnded(connection, login.tried_by, 'provider');
      return this.refuse(connection, new Refused('provider'));
    }
    if (login.tried_by)
      return this.trialEnded(connection, login.tried_by, addressProblem(connection, identity) ?? 'passed');
    return this.signIn(connection, { ...identity, at: provenAt(identity, login) }, login.id, reply);
  }

  private async signIn(
    connection: Connection,
    identity: ProviderIdentity,
    loginId: string,
    reply: FastifyReply,
  ): Promise<string> {
    try {
      return await this.uow.run(async () => {
        if (!(await this.connections.trusts(loginId))) return page('expired');
        const { account, confirmed } = await this.accountOf(connection, identity);
        if (identity.signOut)
          await this.connections.keepSignOut(
            loginId,
            this.cipher.encrypt(identity.signOut, signOutPlace(loginId)),
          );
        const { multiFactor, at } = identity;
        await this.connections.succeeded(connection);
        const proof = { multiFactor, confirmed, at, loginId };
        const answer = await this.accounts.signInAtProvider(account, reply, proof);
        if (!('mfa_required' in answer)) return '/login';
        // The part after # stays in the browser; it grants nothing without the second factor.
        return `/login#second-step=${Buffer.from(JSON.stringify(answer)).toString('base64url')}`;
      });
    } catch (error) {
      if (error instanceof Refused) return this.refuse(connection, error);
      throw error;
    }
  }

  private trialEnded(connection: Connection, triedBy: string, outcome: SsoTrialOutcome): Promise<string> {
    return this.uow.run(async () => {
      if (outcome === 'passed') await this.connections.succeeded(connection);
      await this.audit.record(null, {
        action: 'organisation.try_sso',
        outcome: outcome === 'passed' ? 'success' : 'failure',
        target: { type: 'organisation', id: connection.org_id },
        orgId: connection.org_id,
        detail: { by: triedBy, result: outcome },
      });
      return trialPage(outcome);
    });
  }

  /** The account linked to the subject, otherwise the one with the verified address, which is then linked. */
  private async accountOf(
    connection: Connection,
    identity: ProviderIdentity,
  ): Promise<{ account: Account; confirmed: boolean }> {
    const { issuer, subject } = identity;
    const problem = addressProblem(connection, identity);
    if (problem) throw new Refused(problem);
    const email = identity.email!;
    const linked = await this.connections.linked(connection.org_id, issuer, subject);
    const account = await (linked ? this.users.findById(linked.user_id) : this.users.findByEmail(email));
    if (!account) throw new Refused('no_account');
    if (account.status !== 'active') throw new Refused('disabled', account);
    // System-wide accounts belong to no organization.
    if (account.org_id !== connection.org_id) throw new Refused('other_organisation', account);
    if (!account.roles.some((role) => STAFF_ROLES.includes(role))) throw new Refused('not_staff', account);
    if (linked) return { account, confirmed: linked.confirmed_at !== null };
    if (!(await this.connections.link(connection.org_id, issuer, subject, account.id)))
      throw new Refused('linked_elsewhere', account);
    await this.users.markVerified(account.id, email);
    await this.audit.record(null, {
      action: 'user.link_sso',
      target: { type: 'user', id: account.id },
      orgId: connection.org_id,
      detail: { issuer },
    });
    await this.notices.send('sso_linked', account, [`Sign-in service: ${issuer}`]);
    return { account, confirmed: false };
  }

  private async refuse(connection: Connection, { why, account }: Refused): Promise<string> {
    await this.audit.record(null, {
      action: 'session.refuse',
      outcome: 'failure',
      orgId: connection.org_id,
      ...(account && { target: { type: 'user', id: account.id } }),
      detail: { by: 'sso', why },
    });
    return page('refused');
  }

  private logUnavailable(connection: Connection, error: unknown): void {
    this.log.warn('a sign-in provider does not answer', { org: connection.org_id, code: codeOf(error) });
  }

  private cookieOptions() {
    return { path: '/', secure: this.config.secureCookies, sameSite: 'lax', httpOnly: true } as const;
  }
}

/** A provider that was not told to ask, and does not say when it last did, may have asked no one: that proves nothing now. */
const provenAt = ({ at }: ProviderIdentity, { asked_again }: PendingLogin): Date | null =>
  at ?? (asked_again ? null : new Date(0));

/** Whether the sign-in page of the portal led here; a browser that does not say so counts as elsewhere. */
const isOwnPage = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-site'] === 'same-origin';

function addressProblem(
  { domains }: Connection,
  { email, emailVerified }: ProviderIdentity,
): 'unverified_email' | 'other_domain' | null {
  if (!email || !emailVerified) return 'unverified_email';
  return domains.includes(domainOf(email)) ? null : 'other_domain';
}

/** Never the message: a provider's text may contain what it was sent. */
function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
}
