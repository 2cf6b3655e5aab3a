import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Db } from '../database/db.js';
import type { Rows } from '../database/unit-data-source.js';
import { KeyTokenRow } from './api-key.entity.js';

@Injectable()
export class KeyTokensRepository {
  constructor(
    private readonly db: Db,
    @InjectRepository(KeyTokenRow) private readonly tokens: Rows<KeyTokenRow>,
  ) {}

  /** false: this assertion was used before. Of two at the same time, one is. */
  async useAssertion(keyId: string, orgId: string, jtiHash: Buffer, expiresAt: Date): Promise<boolean> {
    const used = await this.db.rows(
      {
        name: 'key-assertion-use',
        text: `INSERT INTO key_assertions (key_id, org_id, jti_hash, expires_at) VALUES ($1, $2, $3, $4)
          ON CONFLICT DO NOTHING RETURNING key_id`,
      },
      [keyId, orgId, jtiHash, expiresAt],
    );
    return used.length === 1;
  }

  async insert(token: KeyTokenRow): Promise<void> {
    await this.tokens.insert(token);
  }

  /** Of this key only. */
  async remove(keyId: string, tokenHash: Buffer): Promise<boolean> {
    const { affected } = await this.tokens.delete({ key_id: keyId, token_hash: tokenHash });
    return affected === 1;
  }

  async tidy(): Promise<void> {
    for (const table of ['key_tokens', 'key_assertions'])
      await this.db.rows({ name: `tidy-${table}`, text: `DELETE FROM ${table} WHERE expires_at < now()` });
  }
}
