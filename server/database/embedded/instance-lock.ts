import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEXT } from '../text/en.js';

/** In the data folder, if its path is short enough. */
export const LOCK = 'portal.sock';
const LONGEST_SOCKET_PATH = 100;

export class AlreadyRunningError extends Error {
  constructor(dataDir: string) {
    super(TEXT.portalAlreadyRunningOnDataFolder(dataDir));
  }
}

function socketPath(dataDir: string): string {
  const id = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 20);
  if (process.platform === 'win32') return `\\\\.\\pipe\\trt-portal-${id}`;
  const inside = join(dataDir, LOCK);
  return inside.length <= LONGEST_SOCKET_PATH ? inside : join(tmpdir(), `trt-portal-${id}.sock`);
}

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createConnection(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });

const listen = (path: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });

/** One process per data folder. A listening socket, because unlike a pid file it goes away with its process. */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  mkdirSync(dataDir, { recursive: true });
  const path = socketPath(dataDir);
  let server: Server;
  try {
    server = await listen(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (await answers(path)) throw new AlreadyRunningError(dataDir);
    rmSync(path, { force: true });
    server = await listen(path);
  }
  return () => new Promise((resolve) => server.close(() => resolve()));
}
