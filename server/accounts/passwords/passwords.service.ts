import { createHmac } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Inject, Injectable } from '@nestjs/common';
import type { AppKey, Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { AppError } from '../../platform/errors/errors.js';
import { TEXT } from './text/en.js';

/** Algorithm.Argon2id, a const enum that isolated modules cannot read. */
const ARGON2ID = 2;
const PARAMETERS = { algorithm: ARGON2ID, parallelism: 1, outputLen: 32 };

export interface PasswordCost {
  /** In KiB. */
  memoryCost: number;
  timeCost: number;
}
/** A provider, so that most tests do not have to wait for each sign-in; no setting changes it. */
export const PASSWORD_COST = Symbol('PASSWORD_COST');
/** Above the OWASP floor (19 MiB, t=2): 64 MiB, three passes, one lane. */
export const FULL_COST: PasswordCost = { memoryCost: 65_536, timeCost: 3 };
/** For random codes of 80 bits, which are in no dictionary: the OWASP minimum is plenty. */
const CODE_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
const AT_ONCE = 2;
const QUEUE = 32;

/** The input for the hash: the password itself, or its HMAC with the pepper's secret. */
function peppered(password: string, pepper: AppKey | undefined): string {
  const normal = password.normalize('NFC');
  return pepper ? createHmac('sha256', pepper.secret).update(normal).digest('base64') : normal;
}

/** argon2id (PHC format, after the pepper's id if there is one), at most two at a time, so that a storm of sign-ins does not stop everything else. */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** Verified for unknown accounts, so that they take the same time. */
  private readonly dummy: Promise<string>;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'passwordPeppers'>,
    @Inject(PASSWORD_COST) private readonly cost: PasswordCost,
  ) {
    this.dummy = this.made('nobody has this password');
  }

  hash(password: string): Promise<string> {
    return this.gated(() => this.made(password));
  }

  hashCode(code: string): Promise<string> {
    return this.gated(() => hash(code, { ...PARAMETERS, ...CODE_COST }));
  }

  /** Whether a hash was made with weaker parameters than today's, or with another pepper. */
  isOutdated(stored: string): boolean {
    const [, kid = '', m, t, p] = /^([\w-]*)\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored) ?? [];
    return (
      kid !== (this.config.passwordPeppers[0]?.kid ?? '') ||
      Number(m) !== this.cost.memoryCost ||
      Number(t) !== this.cost.timeCost ||
      Number(p) !== PARAMETERS.parallelism
    );
  }

  /** @param stored null if the account does not exist or has no password: never true, and equally slow */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const against = stored ?? (await this.dummy);
    const start = against.indexOf('$');
    const kid = against.slice(0, start);
    const pepper = this.config.passwordPeppers.find((p) => p.kid === kid);
    const right = await this.gated(() => verify(against.slice(start), peppered(password, pepper)));
    return right && stored !== null;
  }

  private async made(password: string): Promise<string> {
    const [pepper] = this.config.passwordPeppers;
    return (pepper?.kid ?? '') + (await hash(peppered(password, pepper), { ...PARAMETERS, ...this.cost }));
  }

  private async gated<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= QUEUE) {
        throw new AppError(503, 'overloaded', TEXT.manyPeopleSigningInRightNow, { retryAfterS: 2 });
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
