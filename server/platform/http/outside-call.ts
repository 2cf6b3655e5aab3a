import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP } from 'node:net';
import { validationFailed } from '../errors/errors.js';
import { isPublicAddress, PrivateAddress, publicLookup } from './public-address.js';
import { SHARED_TEXT } from '../text/en.js';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** https, or outside production http to this machine. */
export function isOutsideUrl(text: string, production: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username || password || hash) return false;
  return protocol === 'https:' || (!production && protocol === 'http:' && LOOPBACK.test(hostname));
}

/** Whether the host is given as an address inside a network. */
export function namesPrivateAddress({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host);
}

interface OutsideCall {
  method: string | undefined;
  headers: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal;
  /** false: an address inside the network is connected to as well. */
  publicOnly: boolean;
}

/** One call to a program elsewhere: no redirects, no kept connection, and connected to exactly the address that was checked. */
export function callOutside(
  url: URL,
  { method, headers, body, signal, publicOnly }: OutsideCall,
): Promise<IncomingMessage> {
  // An IP address is connected to without a lookup.
  if (publicOnly && namesPrivateAddress(url)) return Promise.reject(new PrivateAddress());
  const send = url.protocol === 'https:' ? overHttps : overHttp;
  return new Promise((done, fail) => {
    const call = send(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal,
      agent: false,
      ...(publicOnly && { lookup: publicLookup }),
    });
    call.on('response', done).on('error', fail);
    call.end(body);
  });
}

/** The whole body of an answer, which may not be longer than `most` bytes. */
export async function bodyOf(message: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw new Error('The answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Whether a URL outside production means this machine, where tests and demos receive. */
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

/** The URL as it is connected to, with every character that is not part of one encoded; 422 `url` where it may not be called. */
export function outsideAddress(url: string, production: boolean): string {
  if (!isOutsideUrl(url, production))
    throw validationFailed({ url: SHARED_TEXT.enterUrlBeginsWithHttpsWithoutPassword });
  const parsed = new URL(url);
  if (namesPrivateAddress(parsed) && (production || !isLoopback(parsed)))
    throw validationFailed({ url: SHARED_TEXT.addressInsideNetwork });
  return parsed.href;
}
