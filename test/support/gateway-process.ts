import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { LaboratorySocket } from './laboratory.js';

const START_LIMIT_MS = 20_000;

/** The laboratory gateway as a process of its own, as `npm run lab-gateway` starts it. */
export class GatewayProcess {
  private child: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    private readonly env: Record<string, string>,
  ) {}

  static async create(env: Record<string, string>): Promise<GatewayProcess> {
    return new GatewayProcess(await freePort(), env);
  }

  async start(): Promise<void> {
    this.child = spawn(process.execPath, ['dist/server/lab-gateway/main.js'], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        LAB_GATEWAY_PORT: String(this.port),
        LOG_LEVEL: 'silent',
        ...this.env,
      },
      stdio: 'ignore',
    });
    const until = Date.now() + START_LIMIT_MS;
    while (Date.now() < until) {
      const line = await LaboratorySocket.open(this.port).catch(() => null);
      if (line) return line.end();
      if (this.child.exitCode !== null) throw new Error(`The gateway ended with ${this.child.exitCode}`);
      await sleep(20);
    }
    throw new Error('The gateway does not listen');
  }

  kill = (): Promise<void> => this.end('SIGKILL');
  stop = (): Promise<void> => this.end('SIGTERM');

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
