import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Db } from '../database/db.js';

const PING = { name: 'ping', text: 'SELECT 1' };
const PING_LIMIT_MS = 2000;

/** Whether this process can do its work right now. */
@Injectable()
export class Readiness {
  private draining = false;

  constructor(
    private readonly db: Db,
    @Inject(DataSource) private readonly source: DataSource,
  ) {}

  /** From the first signal to stop on, no new work should be sent here. */
  drain(): void {
    this.draining = true;
  }

  async database(): Promise<boolean> {
    if (!this.source.isInitialized) return false;
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PING_LIMIT_MS).unref());
    const answered = this.db.rows(PING).then(
      () => true,
      () => false,
    );
    return Promise.race([answered, late]);
  }

  async ready(): Promise<boolean> {
    return !this.draining && (await this.database());
  }
}
