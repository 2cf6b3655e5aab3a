import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import type { Client } from 'pg';
import { DatabaseLink } from '../database/database-link.js';
import { Db } from '../database/db.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { ServiceProbes, type ServiceState } from '../platform/health/service-probes.js';
import { Log } from '../platform/logging/log.js';

const FITTING: ServiceState = { status: 'ok', message: 'Stored data can be decrypted.', detail: null };
const WRONG: ServiceState = {
  status: 'critical',
  message: 'They do not open what is stored: APP_KEYS lacks a key.',
  detail: null,
};

/** An intake or, if there is none yet, an email. */
const STORED = {
  name: 'keys-check',
  text: `(SELECT 'intakes.data:' || id AS place, data_enc AS stored FROM intakes ORDER BY id LIMIT 1)
    UNION ALL (SELECT 'mails.body:' || id, body_enc FROM mails ORDER BY id LIMIT 1) LIMIT 1`,
};
interface Stored {
  place: string;
  stored: string;
}

/** Whether APP_KEYS can decrypt what is stored. A server with other keys would write what the others cannot read. */
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

  async look(): Promise<void> {
    const row = await this.db.one<Stored>(STORED);
    const fitted = this.fit;
    const error = row && whyClosed(this.cipher, row);
    this.fit = !error;
    if (error && fitted) this.log.error('APP_KEYS does not open what is stored', error);
  }
}

/** For commands, before anything else uses these keys. */
export async function keysFit(cipher: FieldCipher, client: Pick<Client, 'query'>): Promise<boolean> {
  const [row] = (await client.query<Stored>(STORED)).rows;
  return !row || whyClosed(cipher, row) === null;
}

function whyClosed(cipher: FieldCipher, { place, stored }: Stored): unknown {
  try {
    cipher.decrypt(stored, place);
    return null;
  } catch (error) {
    return error;
  }
}
