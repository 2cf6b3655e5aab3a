import { Worker } from 'node:worker_threads';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PASSWORD_MAX, PASSWORD_MIN } from '#common/vocabulary/index.js';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { isBreached } from './breached-passwords.js';
import type { StrengthAnswer, StrengthQuestion } from './password-strength.worker.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const BRAND = ['trt', 'trtprogram', 'testosterone', 'founders', 'clinic', 'portal'];
/** Longer input costs time and adds nothing. */
const JUDGED_CHARACTERS = 64;
const NEEDED_SCORE = 3;

/** The worker's file next to this one, in the source tree (.ts) as in the build (.js). */
const workerFile = new URL(
  `./password-strength.worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);

/** Contract section 3: length, context and guessability; no composition rule. Checked off the main thread. */
@Injectable()
export class PasswordPolicy implements OnApplicationBootstrap, OnApplicationShutdown {
  private worker: Worker | null = null;
  private nextId = 0;
  private readonly pending = new Map<
    number,
    { resolve: (a: StrengthAnswer) => void; reject: (e: Error) => void }
  >();

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'pwnedFile'>) {}

  /** Its word lists take a moment to build, so build them before the first request. */
  onApplicationBootstrap(): void {
    this.worker ??= this.launch();
  }

  /** @returns the reasons against it, in sentences; empty if it may be used */
  async reasonsAgainst(password: string, email: string, name: string | null): Promise<string[]> {
    const length = [...password].length;
    if (length < PASSWORD_MIN) return [TEXT.atLeastCharacters(PASSWORD_MIN)];
    if (length > PASSWORD_MAX) return [SHARED_TEXT.atMostCharacters(PASSWORD_MAX)];
    const folded = password.trim().toLowerCase();
    const [local = '', domain = ''] = email.toLowerCase().split('@');
    if (folded === email.toLowerCase() || folded === local) return [TEXT.doNotUseEmailAddress];
    const names = name ? [name, ...name.split(/\s+/)] : [];
    if (names.some((n) => n.toLowerCase() === folded)) return [TEXT.doNotUseNameAsPassword];
    if (BRAND.includes(folded.replace(/[^a-z]/g, ''))) return [TEXT.doNotUseNameOfProgram];
    const judged = [...password].slice(0, JUDGED_CHARACTERS).join('');
    const { common, score, warning } = await this.ask({
      password,
      judged,
      context: [email, local, domain, ...names, ...BRAND],
    });
    if (common) return [TEXT.commonPassword];
    if (score < NEEDED_SCORE) {
      return [...(warning ? [warning] : []), TEXT.passwordEasyToGuess];
    }
    if (this.config.pwnedFile && (await isBreached(password, this.config.pwnedFile)))
      return [TEXT.passwordAppearedInDataBreach];
    return [];
  }

  private ask(question: Omit<StrengthQuestion, 'id'>): Promise<StrengthAnswer> {
    const worker = (this.worker ??= this.launch());
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      worker.postMessage({ id, ...question } satisfies StrengthQuestion);
    });
  }

  private launch(): Worker {
    const worker = new Worker(workerFile);
    worker.unref();
    worker.on('message', (answer: StrengthAnswer) => {
      this.pending.get(answer.id)?.resolve(answer);
      this.pending.delete(answer.id);
    });
    worker.on('error', (error) =>
      this.fail(error instanceof Error ? error : new Error('The password check failed')),
    );
    return worker;
  }

  private fail(error: Error): void {
    this.worker = null;
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }
}
