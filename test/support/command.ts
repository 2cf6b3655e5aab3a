import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface CommandEnd {
  code: number;
  out: string;
  error: string;
}

/** Only where Node keeps compiled modules, if anywhere: it changes nothing but the time. */
const { PATH = '', NODE_COMPILE_CACHE } = process.env;
const BARE = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };

/** One of the operator's commands, run in a shell that knows nothing but `env`. */
export async function command(
  script: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<CommandEnd> {
  const child = spawn(process.execPath, [`scripts/${script}.mjs`, ...args], {
    env: { ...BARE, ...env },
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, error };
}
