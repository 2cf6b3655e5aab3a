import { randomBytes } from 'node:crypto';
import { newToken, sha256 } from '../platform/crypto/field-cipher.js';

const PREFIX = 'trt_live_';
const KEY = /^trt_live_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** The part of a key that may be shown again. */
export const shownPrefix = (publicId: string): string => `${PREFIX}${publicId}`;

/** A new key as its program uses it; only the hash of its secret is stored. */
export function newKey(): { key: string; publicId: string; secretHash: Buffer } {
  const publicId = randomBytes(8).toString('hex');
  const { token, hash } = newToken();
  return { key: `${shownPrefix(publicId)}_${token}`, publicId, secretHash: hash };
}

/** null: not one of our keys. */
export function readKey(text: string): { publicId: string; secretHash: Buffer } | null {
  const [, publicId, secret] = KEY.exec(text) ?? [];
  return publicId && secret ? { publicId, secretHash: sha256(secret) } : null;
}

const BEARER = /^bearer +(\S+)$/i;

/** The key in an Authorization header; null if the header contains something else. */
export const bearerOf = (header: string | undefined): string | null =>
  BEARER.exec(header ?? '')?.[1] ?? (/^bearer\b/i.test(header ?? '') ? '' : null);
