import { randomBytes } from 'node:crypto';
import { newToken, sha256 } from '../platform/crypto/field-cipher.js';

const PREFIX = 'trt_live_';
const CLIENT_PREFIX = 'trt_client_';
const TOKEN_PREFIX = 'trt_token_';
const KEY = /^trt_live_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** The part of a key that may be shown again. */
export const shownPrefix = (publicId: string): string => `${PREFIX}${publicId}`;

/** A new key as its program uses it; only the hash of its secret is stored. */
export function newKey(): { key: string; publicId: string; secretHash: Buffer } {
  const publicId = newPublicId();
  const { token, hash } = newToken();
  return { key: `${shownPrefix(publicId)}_${token}`, publicId, secretHash: hash };
}

/** null: not one of our keys. */
export function readKey(text: string): { publicId: string; secretHash: Buffer } | null {
  const [, publicId, secret] = KEY.exec(text) ?? [];
  return publicId && secret ? { publicId, secretHash: sha256(secret) } : null;
}

/** The id of a program that signs its requests. */
export const clientIdOf = (publicId: string): string => `${CLIENT_PREFIX}${publicId}`;
export const newPublicId = (): string => randomBytes(8).toString('hex');

/** null: not the id of such a program. */
export const readClientId = (text: string): string | null =>
  /^trt_client_([0-9a-f]{16})$/.exec(text)?.[1] ?? null;

/** A short-lived token of such a program. */
export function newKeyToken(): { token: string; hash: Buffer } {
  const { token, hash } = newToken();
  return { token: `${TOKEN_PREFIX}${token}`, hash };
}

/** The hash of its secret part; null: not one of these tokens. */
export function readKeyToken(text: string): Buffer | null {
  const secret = /^trt_token_([A-Za-z0-9_-]{43})$/.exec(text)?.[1];
  return secret ? sha256(secret) : null;
}

const BEARER = /^bearer +(\S+)$/i;

/** The key in an Authorization header; null if the header contains something else. */
export const bearerOf = (header: string | undefined): string | null =>
  BEARER.exec(header ?? '')?.[1] ?? (/^bearer\b/i.test(header ?? '') ? '' : null);
