import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { chown, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { DATABASE_SECRET as PASSWORD, type AppKey } from '../../config/config.js';
import { BackupCipher, BackupKeyError } from './backup-cipher.js';
import { LOCK, lockDataFolder } from './instance-lock.js';
import { clusterFolder, databaseUser, type RunAs } from './unprivileged.js';

const MANIFEST = 'manifest.json';
const CLUSTER = 'postgres';
/** Belongs to the running server, not to the data (PostgreSQL manual, "Making a Base Backup"). */
const NOT_DATA =
  /^(postmaster\.(pid|opts)|pg_(dynshmem|notify|serial|snapshots|stat_tmp|subtrans|replslot)\/.+)$/;

/** Allowed in a folder to restore into: the keys, and the restore's own lock. */
const MAY_BE_THERE = new Set(['app-keys', LOCK]);

/** File names with the SHA-256 of the stored content. */
type Files = Record<string, string>;
interface Manifest {
  /** The id of the encryption key; absent in unencrypted backups of earlier releases. */
  kid?: string;
  files: Files;
  /** Signed with the same key: no one else can have changed or removed a file. */
  mac?: string;
}
/** How one file is copied. */
type Copy = (source: string, target: string) => Promise<void>;

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function runningAt(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[3]) : null;
}

/** Copies a folder in use: files that disappear meanwhile were not needed, the log has what replaced them. */
async function copyLive(
  from: string,
  to: string,
  copy: Copy,
  wanted: (source: string) => boolean = () => true,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    if (!wanted(source)) continue;
    if (entry.isDirectory()) await copyLive(source, join(to, entry.name), copy, wanted);
    else {
      await copy(source, join(to, entry.name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }
}

const copyCluster = (cluster: string, target: string, copy: Copy): Promise<void> =>
  copyLive(cluster, target, copy, (source) => !NOT_DATA.test(relative(cluster, source)));

/** PostgreSQL requires that it owns its files. */
async function ownedBy(folder: string, user: RunAs | null): Promise<void> {
  if (!user) return;
  await chown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), user.uid, user.gid);
}

/**
 * An encrypted copy of the embedded cluster that a start can recover from, even if it is in use. `to` must be empty
 * or absent.
 */
export async function backUp(
  dataDir: string,
  to: string,
  key: AppKey,
): Promise<{ files: number; bytes: number }> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  if ((await readdir(to)).length) throw new Error(`${to} is not empty`);
  const cluster = clusterFolder(dataDir, databaseUser());
  const target = join(to, CLUSTER);
  const cipher = new BackupCipher(key);
  const copy: Copy = (source, file) => cipher.encrypt(source, file, relative(to, file));
  const password = (await readFile(join(dataDir, PASSWORD), 'utf8')).trim();
  const port = runningAt(cluster);
  if (port === null) await copyCluster(cluster, target, copy);
  else {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password,
      database: 'postgres',
    });
    await client.connect();
    try {
      await client.query(`SELECT pg_backup_start('portal backup', true)`);
      await copyCluster(cluster, target, copy);
      const stopped = await client.query<{ labelfile: string }>(
        'SELECT labelfile FROM pg_backup_stop(false)',
      );
      await written(join(target, 'backup_label'), stopped.rows[0]!.labelfile, copy);
      // What was written during the copy is in the log; the copy is complete only with all of it.
      await copyLive(join(cluster, 'pg_wal'), join(target, 'pg_wal'), copy);
    } finally {
      await client.end();
    }
  }
  await copy(join(dataDir, PASSWORD), join(to, PASSWORD));
  const files: Files = {};
  let bytes = 0;
  for (const file of await filesOf(to)) {
    files[relative(to, file)] = await digest(file);
    bytes += (await stat(file)).size;
  }
  const manifest: Manifest = { kid: key.kid, files, mac: cipher.mac(JSON.stringify(files)) };
  await writeFile(join(to, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600 });
  return { files: Object.keys(files).length, bytes };
}

/** PostgreSQL's messages about the backup, which are not read otherwise. */
async function written(target: string, text: string, copy: Copy): Promise<void> {
  const plain = `${target}.plain`;
  await writeFile(plain, text, { mode: 0o600 });
  try {
    await copy(plain, target);
  } finally {
    await rm(plain);
  }
}

/** Restores a backup into an empty data folder, after verifying every file against the manifest. */
export async function restore(from: string, dataDir: string, keys: readonly AppKey[]): Promise<void> {
  const unlock = await lockDataFolder(dataDir);
  try {
    const there = (await readdir(dataDir)).filter((name) => !MAY_BE_THERE.has(name));
    if (there.length) throw new Error(`${dataDir} is not empty: restore into a new folder.`);
    await fill(from, dataDir, keys);
  } finally {
    await unlock();
  }
}

async function manifestOf(from: string): Promise<Manifest> {
  const read = JSON.parse(await readFile(join(from, MANIFEST), 'utf8')) as Manifest | Files;
  return typeof read.files === 'object' ? (read as Manifest) : { files: read as Files };
}

/** How a file is restored, once its manifest is known to be signed with these keys. */
function opening(from: string, { kid, files, mac }: Manifest, keys: readonly AppKey[]): Copy {
  if (kid === undefined) return (source, target) => copyFile(source, target);
  const cipher = BackupCipher.for(kid, keys);
  if (!mac || !cipher.isMac(JSON.stringify(files), mac))
    throw new BackupKeyError('The keys do not open this backup, or its manifest was changed.');
  return (source, target) => cipher.decrypt(source, target, relative(from, source));
}

async function fill(from: string, dataDir: string, keys: readonly AppKey[]): Promise<void> {
  const manifest = await manifestOf(from);
  const copy = opening(from, manifest, keys);
  for (const [file, expected] of Object.entries(manifest.files)) {
    const actual = await digest(join(from, file)).catch(() => 'missing');
    if (actual !== expected) throw new Error(`The backup is damaged: ${file}`);
  }
  const user = databaseUser();
  const cluster = clusterFolder(dataDir, user);
  await rm(cluster, { recursive: true, force: true });
  await copyLive(join(from, CLUSTER), cluster, copy);
  await ownedBy(cluster, user);
  await copy(join(from, PASSWORD), join(dataDir, PASSWORD));
}
