import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import type { AppKey, Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';

const VERSION = 'v1';
/** The last part of a value that was compressed before it was encrypted. */
const PACKED = 'z';
const PACKED_LEVEL = 3;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer');

/** 256 random bits as the person carries them; only the hash is stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: sha256(token) };
}

const hmac = (key: KeyObject, message: string | Buffer): Buffer =>
  createHmac('sha256', key).update(message).digest();

/** As an object: raw bytes would be checked and wrapped at each use. */
function derive(key: AppKey, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key.secret, 'trt-portal', purpose, 32)));
}

/** What a MAC is for, so that one made for one purpose proves nothing elsewhere. */
export type MacPurpose = 'device' | 'idempotency' | 'limit';

/** Whether a value is packed is bound to it too. */
const boundTo = (place: string, packed: boolean): Buffer =>
  Buffer.from(packed ? `${place}\0${PACKED}` : place);

/** AES-256-GCM for columns: `v1:kid:iv:ciphertext:tag`, bound to its place by the additional data; `:z` follows where it is packed. */
@Injectable()
export class FieldCipher {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly macKeys: readonly KeyObject[];
  private readonly purposeKeys: ReadonlyMap<MacPurpose, readonly KeyObject[]>;
  private readonly auditKeys: readonly KeyObject[];
  private readonly currentKid: string;

  constructor(@Inject(CONFIG) config: Pick<Config, 'appKeys'>) {
    const [first] = config.appKeys;
    if (!first) throw new Error('FieldCipher needs at least one key');
    this.currentKid = first.kid;
    this.keys = new Map(config.appKeys.map((k) => [k.kid, derive(k, 'field')]));
    this.macKeys = config.appKeys.map((k) => derive(k, 'mac'));
    this.purposeKeys = new Map(
      (['device', 'idempotency', 'limit'] as const).map((purpose) => [
        purpose,
        config.appKeys.map((k) => derive(k, `mac:${purpose}`)),
      ]),
    );
    this.auditKeys = config.appKeys.map((k) => derive(k, 'audit'));
  }

  /** A LIKE pattern of what is under the key that encrypts now. */
  get currentPattern(): string {
    return `${VERSION}:${this.currentKid.replace(/[\\%_]/g, '\\$&')}:%`;
  }

  /** @param place table.column:row id; a ciphertext moved elsewhere does not open */
  encrypt(plain: string, place: string): string {
    return this.seal(Buffer.from(plain), place, false);
  }

  /** Compresses first. Only for texts that an attacker cannot add to: a compressed length tells of its content. */
  encryptPacked(plain: string, place: string): string {
    return this.seal(deflateRawSync(plain, { level: PACKED_LEVEL }), place, true);
  }

  /** The same value under the first key. */
  encryptAgain(stored: string, place: string): string {
    const { bytes, packed } = this.open(stored, place);
    return this.seal(bytes, place, packed);
  }

  decrypt(stored: string, place: string): string {
    const { bytes, packed } = this.open(stored, place);
    return (packed ? inflateRawSync(bytes) : bytes).toString('utf8');
  }

  private seal(bytes: Buffer, place: string, packed: boolean): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys.get(this.currentKid)!, iv);
    cipher.setAAD(boundTo(place, packed));
    const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return [
      VERSION,
      this.currentKid,
      iv.toString('base64'),
      body.toString('base64'),
      cipher.getAuthTag().toString('base64'),
      ...(packed ? [PACKED] : []),
    ].join(':');
  }

  private open(stored: string, place: string): { bytes: Buffer; packed: boolean } {
    const [version, kid, iv, body, tag, mark] = stored.split(':');
    const key = this.keys.get(kid ?? '');
    const packed = mark === PACKED;
    if (version !== VERSION || !key || !iv || body === undefined || !tag || (mark !== undefined && !packed))
      throw new Error('A stored value cannot be decrypted');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), {
      // Otherwise Node.js takes a tag cut to 4 bytes, which can be guessed.
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(boundTo(place, packed));
    decipher.setAuthTag(Buffer.from(tag, 'base64'));
    return { bytes: Buffer.concat([decipher.update(body, 'base64'), decipher.final()]), packed };
  }

  encryptJson(value: unknown, place: string): string {
    return this.encrypt(JSON.stringify(value), place);
  }

  decryptJson<T>(stored: string, place: string): T {
    return JSON.parse(this.decrypt(stored, place)) as T;
  }

  /** Of audit rows, journals and the names of snapshots. */
  mac(message: string): Buffer {
    return hmac(this.macKeys[0]!, message);
  }

  macFor(purpose: MacPurpose, message: string): Buffer {
    return hmac(this.purposeKeys.get(purpose)![0]!, message);
  }

  macForMatches(purpose: MacPurpose, message: string, mac: Buffer): boolean {
    return this.purposeKeys.get(purpose)!.some((key) => hmac(key, message).equals(mac));
  }

  /** Any configured key may have made it, so that keys can be rotated. */
  macMatches(message: string, mac: Buffer): boolean {
    return this.macKeys.some((key) => hmac(key, message).equals(mac));
  }

  /** Of the chain over the audit, under a key of its own. */
  auditMac(message: string | Buffer): Buffer {
    return hmac(this.auditKeys[0]!, message);
  }

  auditMacMatches(message: string | Buffer, mac: Buffer): boolean {
    return this.auditKeys.some((key) => hmac(key, message).equals(mac));
  }
}
