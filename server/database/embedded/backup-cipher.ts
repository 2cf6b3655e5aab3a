import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { AppKey } from '../../config/config.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The keys do not match the backup; the message says what to do. */
export class BackupKeyError extends Error {}

/** Encrypts a backup's files with a key derived for it: only the portal's keys can decrypt a backup. */
export class BackupCipher {
  private readonly fileKey: Buffer;
  private readonly manifestKey: Buffer;
  readonly kid: string;

  constructor({ kid, secret }: AppKey) {
    this.kid = kid;
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'trt-portal', purpose, 32));
    this.fileKey = derive('backup');
    this.manifestKey = derive('backup manifest');
  }

  static for(kid: string, keys: readonly AppKey[]): BackupCipher {
    const key = keys.find((k) => k.kid === kid);
    if (!key)
      throw new BackupKeyError(
        `This backup was made under the key ${kid}. Put the app-keys that were in use then into DATA_DIR, or set APP_KEYS, and restore again.`,
      );
    return new BackupCipher(key);
  }

  /** @param name bound to the content: a renamed file does not open */
  async encrypt(source: string, target: string, name: string): Promise<void> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.fileKey, iv).setAAD(Buffer.from(name));
    const out = createWriteStream(target, { mode: 0o600 });
    out.write(iv);
    await pipeline(createReadStream(source), cipher, out, { end: false });
    await new Promise<void>((resolve, reject) => {
      out.once('error', reject);
      out.end(cipher.getAuthTag(), resolve);
    });
  }

  async decrypt(source: string, target: string, name: string): Promise<void> {
    const { size } = await stat(source);
    const file = await open(source);
    try {
      const iv = Buffer.alloc(IV_BYTES);
      const tag = Buffer.alloc(TAG_BYTES);
      await file.read(iv, 0, IV_BYTES, 0);
      await file.read(tag, 0, TAG_BYTES, Math.max(IV_BYTES, size - TAG_BYTES));
      const decipher = createDecipheriv(ALGORITHM, this.fileKey, iv)
        .setAAD(Buffer.from(name))
        .setAuthTag(tag);
      const from = { start: IV_BYTES, end: size - TAG_BYTES - 1 };
      if (from.end < from.start) await pipeline([Buffer.alloc(0)], decipher, createWriteStream(target));
      else
        await pipeline(createReadStream(source, from), decipher, createWriteStream(target, { mode: 0o600 }));
    } catch (error) {
      await rm(target, { force: true });
      throw new BackupKeyError(`The backup does not open: ${name}`, { cause: error });
    } finally {
      await file.close();
    }
  }

  mac(manifest: string): string {
    return createHmac('sha256', this.manifestKey).update(manifest).digest('hex');
  }

  isMac(manifest: string, mac: string): boolean {
    const [expected, given] = [Buffer.from(this.mac(manifest)), Buffer.from(mac)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}
