import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { DatabaseLink } from '../database/database-link.js';
import { Db } from '../database/db.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { ServiceProbes, type ServiceState } from '../platform/health/service-probes.js';
import { Log } from '../platform/logging/log.js';

const FITTING: ServiceState = { status: 'ok', message: 'They open what is stored.', detail: null };
const WRONG: ServiceState = {
  status: 'critical',
  message: 'They do not open what is stored: APP_KEYS lacks a key.',
  detail: null,
};

/** Whether APP_KEYS opens what is stored. A server with other keys would write what the others cannot read. */
@Injectable()
export class KeyCheck implements OnModuleInit, OnApplicationBootstrap {
  private fit = true;

  constructor(
    private readonly db: Db,
    private readonly link: DatabaseLink,
    private readonly cipher: FieldCipher,
    private readonly probes: ServiceProbes,
    @Inject(Log) private readonly log: Log,
  ) {}

  get fitting(): boolean {
    return this.fit;
  }

  onModuleInit(): void {
    this.probes.add('keys', async () => {
      await this.look();
      return this.fit ? FITTING : WRONG;
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.link.whenAvailable(() => this.look());
  }

  private async look(): Promise<void> {
    const row = await this.db.one<{ id: string; data_enc: string }>({
      name: 'keys-check',
      text: `SELECT id, data_enc FROM intakes ORDER BY id LIMIT 1`,
    });
    this.fit = !row || this.opens(row.data_enc, `intakes.data:${row.id}`);
  }

  private opens(stored: string, place: string): boolean {
    try {
      this.cipher.decrypt(stored, place);
      return true;
    } catch (error) {
      this.log.error('APP_KEYS does not open what is stored', error);
      return false;
    }
  }
}
