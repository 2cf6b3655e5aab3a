import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { AppError } from '../platform/errors/errors.js';

/** Algorithm.Argon2id, a const enum that isolated modules cannot read. */
const ARGON2ID = 2;
/** Above the OWASP floor (19 MiB, t=2): 64 MiB, three passes, one lane. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 65_536, timeCost: 3, parallelism: 1, outputLen: 32 };
/** For random codes of 80 bits, which no dictionary holds: the OWASP floor is plenty. */
const CODE_PARAMETERS = { ...PARAMETERS, memoryCost: 19_456, timeCost: 2 };
const AT_ONCE = 2;
const QUEUE = 32;

/** argon2id, at most two at a time, so that a storm of sign-ins does not stop everything else. */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** Verified for unknown accounts, so that they take the same time. */
  private readonly dummy = hash('nobody has this password', PARAMETERS);

  hash(password: string): Promise<string> {
    return this.gated(() => hash(password.normalize('NFC'), PARAMETERS));
  }

  hashCode(code: string): Promise<string> {
    return this.gated(() => hash(code, CODE_PARAMETERS));
  }

  /** Whether a hash was made with less than what is asked today. */
  isOutdated(stored: string): boolean {
    const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored) ?? [];
    return (
      Number(m) !== PARAMETERS.memoryCost ||
      Number(t) !== PARAMETERS.timeCost ||
      Number(p) !== PARAMETERS.parallelism
    );
  }

  /** @param stored null for an account that does not exist or has no password: never true, and as slow */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const against = stored ?? (await this.dummy);
    const right = await this.gated(() => verify(against, password.normalize('NFC')));
    return right && stored !== null;
  }

  private async gated<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= QUEUE) {
        throw new AppError(
          503,
          'overloaded',
          'Many people are signing in right now. Please try again in a moment.',
          { retryAfterS: 2 },
        );
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running++;
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
