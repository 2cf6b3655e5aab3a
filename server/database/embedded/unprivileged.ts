import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  lstatSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** For files the unprivileged user must reach when the project is in a closed home folder. */
const SHARED_HOME = '/var/lib/trt-portal';

export interface RunAs {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so it runs as `postgres` if that user exists, otherwise as `nobody`. */
export function databaseUser(): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((l) => l.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error('Running as root needs a user "postgres" or "nobody" for the embedded database');
}

/** Whether that user may traverse the folder. */
const reaches = (user: RunAs, folder: string): boolean =>
  spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0;

/** A folder of PostgreSQL binaries that the user can run; copied once if the original is out of reach. */
export function reachableBinaries(nativeDir: string, user: RunAs | null): string {
  if (!user || reaches(user, nativeDir)) return nativeDir;
  const id = createHash('sha256')
    .update(nativeDir)
    .update(readFileSync(join(nativeDir, 'bin/postgres')))
    .digest('hex')
    .slice(0, 16);
  const copy = join(SHARED_HOME, `postgresql-${id}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 });
    cpSync(nativeDir, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, copy);
  }
  return copy;
}

/** The cluster's folder: in the data folder, or linked from there if the user cannot reach it. */
export function clusterFolder(dataDir: string, user: RunAs | null): string {
  const inside = join(dataDir, 'postgres');
  if (!user || reaches(user, dataDir)) return inside;
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const outside = join(SHARED_HOME, `cluster-${id}`, 'postgres');
  mkdirSync(dirname(outside), { recursive: true, mode: 0o755 });
  if (lstatSync(inside, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(inside);
  // Deleting the data folder by hand must not bring an old database back.
  else rmSync(outside, { recursive: true, force: true });
  symlinkSync(outside, inside);
  return outside;
}
