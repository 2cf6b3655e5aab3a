import { Inject, Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import { Clock } from '../../platform/time/clock.js';
import { providerFetch, ProviderUnreachable } from './sso-http.js';
import { secretPlace, type Connection } from './sso.repository.js';

const KEPT_MS = 10 * 60_000;
const TIMEOUT_S = 5;
/** RFC 8176 names of a second factor. */
const MULTI_FACTOR_AMR = ['mfa', 'otp', 'hwk'];
const MULTI_FACTOR_ACR = [
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'urn:okta:loa:2fa:any',
];

/** The provider's claims about a user, with signature, nonce, audience and expiry verified. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  multiFactor: boolean;
  /** When the user authenticated; null if the provider does not say. */
  at: Date | null;
  /** The URL that ends the session at the provider. */
  signOut: string | null;
}

export type ProviderAccess = Pick<Connection, 'issuer' | 'client_id'> & { client_secret: string };

export interface PendingProof {
  state: string;
  nonce: string;
  verifier: string;
}

/** Whether the provider could not be reached at all, as opposed to refusing. */
export function isUnreachable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if (cause instanceof ProviderUnreachable || /^(Abort|Timeout)Error$/.test(cause.name)) return true;
  return false;
}

const keptAs = ({ org_id, issuer, client_id, client_secret_enc }: Connection): string =>
  JSON.stringify([org_id, issuer, client_id, client_secret_enc]);

/** The only code that speaks OpenID Connect. */
@Injectable()
export class SsoProvider {
  private readonly known = new Map<string, { configuration: Promise<oidc.Configuration>; at: number }>();

  constructor(
    private readonly cipher: FieldCipher,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  get callback(): string {
    return `${this.config.publicOrigin}/auth/sso/callback`;
  }

  /** Throws if there is no provider with this issuer. */
  async discover({ issuer, client_id, client_secret }: ProviderAccess): Promise<oidc.Configuration> {
    const fetch = providerFetch(this.config.production);
    const insecure = this.config.production ? [] : [oidc.allowInsecureRequests];
    const found = await oidc.discovery(new URL(issuer), client_id, undefined, oidc.None(), {
      [oidc.customFetch]: fetch,
      timeout: TIMEOUT_S,
      execute: insecure,
    });
    const server = found.serverMetadata();
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    // Some providers compare the secret of the header without decoding it (RFC 6749, 2.3.1); a form has one encoding only.
    const way = ways.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    const configuration = new oidc.Configuration(server, client_id, undefined, way(client_secret));
    configuration[oidc.customFetch] = fetch;
    configuration.timeout = TIMEOUT_S;
    for (const allow of insecure) allow(configuration);
    // The token comes over TLS anyway; its signature is required nevertheless.
    oidc.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  /** @param askAgain the user must authenticate again, whatever session the provider has */
  async authorizationUrl(
    connection: Connection,
    { state, nonce, verifier }: PendingProof,
    { email, askAgain }: { email: string; askAgain: boolean },
  ): Promise<string> {
    const url = oidc.buildAuthorizationUrl(await this.configuration(connection), {
      redirect_uri: this.callback,
      response_type: 'code',
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      login_hint: email,
      ...(askAgain && { prompt: 'login' }),
    });
    return url.href;
  }

  /** Exchanges the code once, and trusts nothing that is not signed for this portal and this sign-in. */
  async identity(connection: Connection, answer: URL, proof: PendingProof): Promise<ProviderIdentity> {
    const configuration = await this.configuration(connection);
    const tokens = await oidc
      .authorizationCodeGrant(configuration, answer, {
        expectedState: proof.state,
        expectedNonce: proof.nonce,
        pkceCodeVerifier: proof.verifier,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        // The provider may sign with a new key, which the library would look for minutes later.
        this.known.delete(keptAs(connection));
        throw error;
      });
    const claims = tokens.claims()!;
    const server = configuration.serverMetadata();
    // Some providers return the address only from the userinfo endpoint.
    const told =
      claims['email'] === undefined && server.userinfo_endpoint
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims;
    const amr: unknown[] = Array.isArray(claims['amr']) ? claims['amr'] : [];
    const { auth_time: authTime } = claims;
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: typeof told['email'] === 'string' ? told['email'] : null,
      emailVerified:
        told['email_verified'] === true ||
        // Some providers do not send the claim; an explicit "unverified" stays so.
        (connection.trust_addresses && told['email_verified'] === undefined),
      multiFactor:
        MULTI_FACTOR_AMR.some((way) => amr.includes(way)) ||
        MULTI_FACTOR_ACR.some((level) => level === claims['acr']),
      // Some providers send 0 when they do not know.
      at: typeof authTime === 'number' && authTime > 0 ? new Date(authTime * 1000) : null,
      signOut: server.end_session_endpoint
        ? oidc.buildEndSessionUrl(configuration, {
            id_token_hint: tokens.id_token!,
            post_logout_redirect_uri: `${this.config.publicOrigin}/login`,
          }).href
        : null,
    };
  }

  private configuration(connection: Connection): Promise<oidc.Configuration> {
    const { org_id, issuer, client_id, client_secret_enc } = connection;
    const key = keptAs(connection);
    const now = this.clock.now().getTime();
    const kept = this.known.get(key);
    if (kept && now - kept.at < KEPT_MS) return kept.configuration;
    for (const [old, { at }] of this.known) if (now - at >= KEPT_MS) this.known.delete(old);
    const client_secret = this.cipher.decrypt(client_secret_enc, secretPlace(org_id));
    const configuration = this.discover({ issuer, client_id, client_secret });
    this.known.set(key, { configuration, at: now });
    configuration.catch(() => this.known.delete(key));
    return configuration;
  }
}
