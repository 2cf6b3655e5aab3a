import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sha256, type FieldCipher } from '../platform/crypto/field-cipher.js';

const TEMPORARY = 'taking-';
const WAITING = /^((\d{13})-\d{6}-([0-9a-f]{64}))(?:\.(\d+))?\.hl7$/;
/** Messages that could not be taken, for the operator. */
const ASIDE = 'aside';
/** A file with as many bytes as entries of the drop folder cannot be taken; without any there is none. */
const STUCK = 'drop-folder-stuck';
/** Longer than any write takes; what is older was left by a process that was killed. */
const LEFT_OVER_MS = 3_600_000;

/** The rest of the disk is for what else lives on it, such as the database. */
const RESERVED_BYTES = 128 * 1024 * 1024;

const placeOf = (hash: string): string => `lab_spool.message:${hash}`;

/** A name in a folder is on the disk only once the folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A message that waits in the spool. */
export interface Spooled {
  file: string;
  hash: string;
  /** When it came, in ms. */
  arrived: number;
  /** How often taking it began. */
  tries: number;
}

/**
 * The folder between the gateway and the portal. One file a message, encrypted, named by when it came and by the SHA-256 of
 * its bytes; the gateway only adds, the portal only takes away.
 */
export class Spool {
  private counter = 0;

  constructor(
    readonly folder: string,
    private readonly cipher: FieldCipher,
    private readonly reservedBytes = RESERVED_BYTES,
  ) {}

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await access(this.folder, constants.R_OK | constants.W_OK);
    for (const name of await readdir(this.folder)) {
      if (!name.startsWith(TEMPORARY)) continue;
      const file = join(this.folder, name);
      const { mtimeMs } = await stat(file);
      if (Date.now() - mtimeMs > LEFT_OVER_MS) await unlink(file);
    }
  }

  /** Once this returns, the message survives a loss of power. */
  async add(bytes: Buffer): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    if (bavail * bsize < this.reservedBytes) throw new Error('The disk of the spool is nearly full');
    const hash = sha256(bytes).toString('hex');
    const temporary = join(this.folder, `${TEMPORARY}${randomUUID()}`);
    // Byte by byte, so that the portal reads exactly what came.
    const sealed = this.cipher.encrypt(bytes.toString('latin1'), placeOf(hash));
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(sealed);
      await handle.sync();
    } catch (error) {
      await handle.close();
      await unlink(temporary);
      throw error;
    }
    await handle.close();
    this.counter = (this.counter + 1) % 1_000_000;
    const arrived = `${String(Date.now()).padStart(13, '0')}-${String(this.counter).padStart(6, '0')}`;
    await rename(temporary, join(this.folder, `${arrived}-${hash}.hl7`));
    await syncFolder(this.folder);
  }

  /** In the order they came. */
  async waiting(): Promise<Spooled[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return [...names]
      .sort((a, b) => (a < b ? -1 : 1))
      .flatMap((name) => {
        const [, , arrived, hash, tries] = WAITING.exec(name) ?? [];
        return hash
          ? [{ file: join(this.folder, name), hash, arrived: Number(arrived), tries: Number(tries ?? 0) }]
          : [];
      });
  }

  /** Counted on the disk before it is read, so that one that ends the process is counted, too. */
  async begin(one: Spooled): Promise<Spooled | null> {
    return this.renamed(one, one.tries + 1);
  }

  /** What kept it from being taken had nothing to do with it. */
  async unbegin(one: Spooled): Promise<void> {
    await this.renamed(one, one.tries - 1);
  }

  /** Out of the way of the others; it is not lost. */
  async putAside({ file }: Spooled): Promise<void> {
    const folder = join(this.folder, ASIDE);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(file, join(folder, basename(file)));
  }

  async aside(): Promise<number> {
    const names = await readdir(join(this.folder, ASIDE)).catch(() => []);
    return names.filter((name) => WAITING.test(name)).length;
  }

  /** How many entries of the drop folder cannot be taken: the gateway finds them, the portal says so. */
  async noteStuck(entries: number): Promise<void> {
    if (entries === (await this.stuck())) return;
    const file = join(this.folder, STUCK);
    if (entries) await writeFile(file, '.'.repeat(entries), { mode: 0o600 });
    else await rm(file, { force: true });
  }

  async stuck(): Promise<number> {
    const found = await stat(join(this.folder, STUCK)).catch(() => null);
    return found?.size ?? 0;
  }

  /** null: another process took it. */
  private async renamed(one: Spooled, tries: number): Promise<Spooled | null> {
    const [, name] = WAITING.exec(basename(one.file))!;
    const file = join(this.folder, tries > 0 ? `${name}.${tries}.hl7` : `${name}.hl7`);
    try {
      await rename(one.file, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    return { ...one, file, tries };
  }

  async read({ file, hash }: Pick<Spooled, 'file' | 'hash'>): Promise<Buffer> {
    const bytes = Buffer.from(this.cipher.decrypt(await readFile(file, 'utf8'), placeOf(hash)), 'latin1');
    if (sha256(bytes).toString('hex') !== hash) throw new Error('A message in the spool is not what came');
    return bytes;
  }

  /** Another process may have taken it. */
  async remove({ file }: Spooled): Promise<void> {
    await unlink(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
