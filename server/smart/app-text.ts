import { randomBytes } from 'node:crypto';
import { newToken, sha256 } from '../platform/crypto/field-cipher.js';

const TOKEN = /^trt_(app|code|renew)_([A-Za-z0-9_-]{43})$/;
export type AppTokenKind = 'app' | 'code' | 'renew';

const APP_ID = /^trt_app_[0-9a-f]{16}$/;
export const isAppId = (text: string): boolean => APP_ID.test(text);
export const newAppId = (): string => `trt_app_${randomBytes(8).toString('hex')}`;

/** A secret text of an app, with its hash for us to store. */
export function newAppToken(kind: AppTokenKind): { token: string; hash: Buffer } {
  const { token, hash } = newToken();
  return { token: `trt_${kind}_${token}`, hash };
}

/** The hash of its secret part; null: not a text of that kind. */
export function readAppToken(kind: AppTokenKind, text: string): Buffer | null {
  const [, found, secret] = TOKEN.exec(text) ?? [];
  return found === kind && secret ? sha256(secret) : null;
}

const BASIC = /^basic +([A-Za-z0-9+/]+=*)$/i;
/** The id and secret of a client by HTTP Basic, each form-encoded (RFC 6749 2.3.1); null: not sent, or not readable. */
export function basicOf(header: string | undefined): { id: string; secret: string } | null {
  const [, encoded] = BASIC.exec(header ?? '') ?? [];
  if (!encoded) return null;
  const [id, secret] = Buffer.from(encoded, 'base64').toString().split(':');
  try {
    return id && secret ? { id: decodeURIComponent(id), secret: decodeURIComponent(secret) } : null;
  } catch {
    return null;
  }
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Used by what we add, so that an app could not tell it from its own. */
const OURS = ['code', 'state', 'error'];
/** https, or http to the device the app runs on; compared as it is written, so it is written as a browser would. */
export function isRedirectUri(text: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(text) || /[#\\*]/.test(text) || !URL.canParse(text)) return false;
  const { href, protocol, hostname, username, password, searchParams } = new URL(text);
  if (href !== text && href !== `${text}/`) return false;
  if (username || password || OURS.some((name) => searchParams.has(name))) return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** Back to the app, with more parameters than the address has. */
export function backTo(
  redirectUri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
