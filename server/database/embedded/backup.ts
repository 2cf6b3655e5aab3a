import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { chown, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { DATABASE_SECRET as PASSWORD } from '../../config/config.js';
import { LOCK, lockDataFolder } from './instance-lock.js';
import { clusterFolder, databaseUser, type RunAs } from './unprivileged.js';

const MANIFEST = 'manifest.json';
const CLUSTER = 'postgres';
/** Belongs to the running server, not to the data (PostgreSQL manual, "Making a Base Backup"). */
const NOT_DATA =
  /^(postmaster\.(pid|opts)|pg_(dynshmem|notify|serial|snapshots|stat_tmp|subtrans|replslot)\/.+)$/;

/** In a folder that is restored into: the keys, and the lock of the restore itself. */
const MAY_BE_THERE = new Set(['app-keys', LOCK]);

type Manifest = Record<string, string>;

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

/** Copies a folder that is in use: what disappears meanwhile was not needed, the log tells what came instead. */
async function copyLive(from: string, to: string, wanted: (source: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    if (!wanted(source)) continue;
    if (entry.isDirectory()) await copyLive(source, join(to, entry.name), wanted);
    else {
      await copyFile(source, join(to, entry.name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }
}

const copyCluster = (cluster: string, target: string): Promise<void> =>
  copyLive(cluster, target, (source) => !NOT_DATA.test(relative(cluster, source)));

/** PostgreSQL wants its files to be its own. */
async function ownedBy(folder: string, user: RunAs | null): Promise<void> {
  if (!user) return;
  await chown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), user.uid, user.gid);
}

/** A copy of the embedded cluster that a start can recover from, also while it is in use. `to` must be empty or absent. */
export async function backUp(dataDir: string, to: string): Promise<{ files: number; bytes: number }> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  if ((await readdir(to)).length) throw new Error(`${to} is not empty`);
  const cluster = clusterFolder(dataDir, databaseUser());
  const target = join(to, CLUSTER);
  const password = (await readFile(join(dataDir, PASSWORD), 'utf8')).trim();
  const port = runningAt(cluster);
  if (port === null) await copyCluster(cluster, target);
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
      await copyCluster(cluster, target);
      const stopped = await client.query<{ labelfile: string }>(
        'SELECT labelfile FROM pg_backup_stop(false)',
      );
      await writeFile(join(target, 'backup_label'), stopped.rows[0]!.labelfile);
      // What was written during the copy lies in the log; the copy is whole only with all of it.
      await copyLive(join(cluster, 'pg_wal'), join(target, 'pg_wal'), () => true);
    } finally {
      await client.end();
    }
  }
  await writeFile(join(to, PASSWORD), `${password}\n`, { mode: 0o600 });
  const manifest: Manifest = {};
  let bytes = 0;
  for (const file of await filesOf(target)) {
    manifest[relative(to, file)] = await digest(file);
    bytes += (await stat(file)).size;
  }
  await writeFile(join(to, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600 });
  return { files: Object.keys(manifest).length, bytes };
}

/** Puts a backup into an empty data folder, after every file of it was compared with the manifest. */
export async function restore(from: string, dataDir: string): Promise<void> {
  const unlock = await lockDataFolder(dataDir);
  try {
    const there = (await readdir(dataDir)).filter((name) => !MAY_BE_THERE.has(name));
    if (there.length) throw new Error(`${dataDir} is not empty: restore into a new folder.`);
    await fill(from, dataDir);
  } finally {
    await unlock();
  }
}

async function fill(from: string, dataDir: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(from, MANIFEST), 'utf8')) as Manifest;
  for (const [file, expected] of Object.entries(manifest)) {
    const actual = await digest(join(from, file)).catch(() => 'missing');
    if (actual !== expected) throw new Error(`The backup is damaged: ${file}`);
  }
  const user = databaseUser();
  const cluster = clusterFolder(dataDir, user);
  await rm(cluster, { recursive: true, force: true });
  await copyLive(join(from, CLUSTER), cluster, () => true);
  await ownedBy(cluster, user);
  await copyFile(join(from, PASSWORD), join(dataDir, PASSWORD));
}
