import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { LabMessageStatus } from '#common/api/lab-messages.js';
import { worksJobs, type Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { DatabaseLink } from '../database/database-link.js';
import { Spool, type Spooled } from '../lab-spool/spool.js';
import { inScope, newContext, runInContext } from '../platform/access/context.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { isUnwritable } from '../platform/errors/database-errors.js';
import { ServiceProbes, type ServiceState } from '../platform/health/service-probes.js';
import { Log } from '../platform/logging/log.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { EVERYTHING } from '../platform/access/scope.js';
import { LabMessagesRepository } from './lab-messages.repository.js';
import { MessageImport } from './message-import.service.js';
import { TEXT } from './text/en.js';

const EVERY_MS = 1000;
/** A file that cannot be imported delays no other; it is tried again after this. */
const AFTER_FAULT_MS = 60_000;
/** So often it is tried; a process that is killed in the middle counts as one. */
const MOST_TRIES = 5;
/** Longer than any message waits while the portal works. */
const LATE_MS = 60_000;

/** Takes messages from the spool, in the order they came: first into the database, then off the disk. */
@Injectable()
export class SpoolReader implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly spool: Spool;
  private readonly notBefore = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;
  private round: Promise<void> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    cipher: FieldCipher,
    private readonly messages: LabMessagesRepository,
    private readonly imports: MessageImport,
    private readonly link: DatabaseLink,
    private readonly probes: ServiceProbes,
    private readonly metrics: Metrics,
    @Inject(Log) private readonly log: Log,
  ) {
    this.spool = new Spool(config.labSpoolDir, cipher);
  }

  onApplicationBootstrap(): void {
    this.probes.add('laboratories', () => this.state());
    this.metrics.gauges(
      'trt_lab_messages',
      'Messages of laboratories that wait: in the spool, put aside there, for staff, for final results; and those with a critical value',
      'waiting',
      () => inScope(EVERYTHING, () => this.counts()),
    );
    if (!worksJobs(this.config)) return;
    this.timer = setInterval(() => {
      if (!this.link.writable || this.round) return;
      void this.look().catch((error: unknown) =>
        this.log.error('the spool of laboratory messages was not read', error),
      );
    }, EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.round?.catch(() => undefined);
  }

  /** Everything that waits now. Rounds follow each other: two at once would each leave the other's message out. */
  look(): Promise<void> {
    const round = (this.round ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => this.takeWaiting())
      .finally(() => {
        if (this.round === round) this.round = null;
      });
    this.round = round;
    return round;
  }

  private async takeWaiting(): Promise<void> {
    const waiting = await this.spool.waiting();
    const now = performance.now();
    for (const one of waiting) {
      if (one.tries >= MOST_TRIES) {
        this.log.error('a message in the spool was put aside: it could not be taken', { hash: one.hash });
        await this.spool.putAside(one);
        continue;
      }
      if ((this.notBefore.get(one.hash) ?? 0) > now) continue;
      const begun = await this.spool.begin(one);
      if (!begun) continue;
      try {
        await runInContext(newContext(`lab-${one.hash.slice(0, 16)}`), () => this.take(begun));
        this.notBefore.delete(one.hash);
      } catch (error) {
        if (isUnwritable(error)) return this.spool.unbegin(begun);
        this.notBefore.set(one.hash, performance.now() + AFTER_FAULT_MS);
        this.log.error('a message in the spool could not be taken', error);
      }
    }
  }

  /** Killed in between, it is found in the database the next time, and adds nothing. */
  private async take(one: Spooled): Promise<void> {
    const bytes = await this.spool.read(one).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!bytes) return;
    await this.imports.take(bytes, one.hash);
    await this.spool.remove(one);
  }

  private async counts(): Promise<[string, number][]> {
    const rows = await this.messages.counts();
    const of = (status: LabMessageStatus): number => rows.find((row) => row.status === status)?.messages ?? 0;
    return [
      ['spool', (await this.spool.waiting()).length],
      ['aside', await this.spool.aside()],
      ['unmatched', of('unmatched')],
      ['preliminary', of('preliminary')],
      ['critical', rows.reduce((sum, row) => sum + row.critical, 0)],
    ];
  }

  private async state(): Promise<ServiceState> {
    const aside = await this.spool.aside();
    if (aside)
      return {
        status: 'degraded',
        message: TEXT.messagesCouldNotTaken,
        detail: `${aside} in the folder “aside” of the spool`,
      };
    const stuck = await this.spool.stuck();
    if (stuck)
      return {
        status: 'degraded',
        message: TEXT.filesInDropFolderCannotTaken,
        detail: `${stuck} waiting; the gateway's log has their inodes`,
      };
    const [oldest] = await this.spool.waiting();
    if (oldest && Date.now() - oldest.arrived > LATE_MS)
      return { status: 'degraded', message: TEXT.messagesNotImported, detail: null };
    const rows = await this.messages.counts();
    const unknown = rows.reduce((sum, row) => sum + row.unknown, 0);
    if (unknown)
      return {
        status: 'warn',
        message: TEXT.messagesOfUnknownLaboratoriesWait,
        detail: `${unknown} waiting`,
      };
    return { status: 'ok', message: TEXT.everyMessageTaken, detail: null };
  }
}
