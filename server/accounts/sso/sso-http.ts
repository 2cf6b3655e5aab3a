import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP } from 'node:net';
import type { CustomFetch } from 'openid-client';
import { isPublicAddress, publicLookup } from './public-address.js';

const LIMIT_MS = 5000;
const MOST_BYTES = 512 * 1024;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The provider could not be reached: no connection, a timeout, or an error on its side. */
export class ProviderUnreachable extends Error {}

/** https, or outside production http to this machine. */
export function isProviderUrl(text: string, production: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username || password || hash) return false;
  return protocol === 'https:' || (!production && protocol === 'http:' && LOOPBACK.test(hostname));
}

const SHARED_TENANTS = ['common', 'organizations', 'consumers'];

/** Entra ID answers there for every tenant, with addresses that each tenant sets itself. */
export function isSharedIssuer(issuer: string): boolean {
  const { hostname, pathname } = new URL(issuer);
  return hostname === 'login.microsoftonline.com' && SHARED_TENANTS.includes(pathname.split('/')[1] ?? '');
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) throw new Error('The provider answered with too much data');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function ask(url: URL, options: Parameters<CustomFetch>[1], production: boolean): Promise<IncomingMessage> {
  const { method, headers, body, signal } = options;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An IP address is connected to without a lookup.
  if (production && isIP(host) && !isPublicAddress(host))
    return Promise.reject(new Error('The address is private'));
  const send = url.protocol === 'https:' ? overHttps : overHttp;
  return new Promise((done, fail) => {
    const limits = [AbortSignal.timeout(LIMIT_MS), ...(signal ? [signal] : [])];
    const call = send(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal: AbortSignal.any(limits),
      agent: false,
      ...(production && { lookup: publicLookup }),
    });
    call.on('response', done).on('error', fail);
    call.end(body instanceof URLSearchParams ? body.toString() : ((body as string | undefined) ?? undefined));
  });
}

const unreachable = (cause: unknown): never => {
  throw new ProviderUnreachable('The provider does not answer', { cause });
};

/** How the portal calls a provider: 5 s, no redirects, nothing inside its own network in production. */
export const providerFetch =
  (production: boolean): CustomFetch =>
  async (address, options) => {
    if (!isProviderUrl(address, production)) throw new Error('The provider uses a URL that is not https');
    const message = await ask(new URL(address), options, production).catch(unreachable);
    const body = await bodyOf(message).catch(unreachable);
    const status = message.statusCode ?? 502;
    if (status >= 500) return unreachable(status);
    const headers = new Headers();
    for (const [name, value] of Object.entries(message.headers))
      if (value !== undefined) headers.set(name, [value].flat().join(', '));
    return new Response([204, 304].includes(status) ? null : new Uint8Array(body), { status, headers });
  };
