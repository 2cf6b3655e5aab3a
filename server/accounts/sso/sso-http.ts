import type { IncomingMessage } from 'node:http';
import type { CustomFetch } from 'openid-client';
import { bodyOf, callOutside, isOutsideUrl } from '../../platform/http/outside-call.js';

const LIMIT_MS = 5000;
const MOST_BYTES = 512 * 1024;

/** The provider could not be reached: no connection, a timeout, or an error on its side. */
export class ProviderUnreachable extends Error {}

const SHARED_TENANTS = ['common', 'organizations', 'consumers'];

/** Entra ID answers there for every tenant, with addresses that each tenant sets itself. */
export function isSharedIssuer(issuer: string): boolean {
  const { hostname, pathname } = new URL(issuer);
  return hostname === 'login.microsoftonline.com' && SHARED_TENANTS.includes(pathname.split('/')[1] ?? '');
}

function ask(url: URL, options: Parameters<CustomFetch>[1], production: boolean): Promise<IncomingMessage> {
  const { method, headers, body, signal } = options;
  const limits = [AbortSignal.timeout(LIMIT_MS), ...(signal ? [signal] : [])];
  return callOutside(url, {
    method,
    headers,
    body: body instanceof URLSearchParams ? body.toString() : ((body as string | undefined) ?? undefined),
    signal: AbortSignal.any(limits),
    publicOnly: production,
  });
}

const unreachable = (cause: unknown): never => {
  throw new ProviderUnreachable('The provider does not answer', { cause });
};

/** How the portal calls a provider: 5 s, no redirects, nothing inside its own network in production. */
export const providerFetch =
  (production: boolean): CustomFetch =>
  async (address, options) => {
    if (!isOutsideUrl(address, production)) throw new Error('The provider uses a URL that is not https');
    const message = await ask(new URL(address), options, production).catch(unreachable);
    const body = await bodyOf(message, MOST_BYTES).catch(unreachable);
    const status = message.statusCode ?? 502;
    if (status >= 500) return unreachable(status);
    const headers = new Headers();
    for (const [name, value] of Object.entries(message.headers))
      if (value !== undefined) headers.set(name, [value].flat().join(', '));
    return new Response([204, 304].includes(status) ? null : new Uint8Array(body), { status, headers });
  };
