import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { PHARMACY_STATUSES, type Pharmacy, type PharmacyChoice } from '#common/api/pharmacies.js';
import { CONNECTED_CHANNELS, OPEN_PHARMACY_ORDERS } from '#common/vocabulary/pharmacies.js';
import { madeBy } from '../accounts/users/maker.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { PharmacyRow } from './records/pharmacy.entities.js';
import { pharmacySecretPlace } from './records/sealed-places.js';

export const PHARMACY_LIST: ListDialect = {
  unit: 'pharmacies',
  sorts: { name: 'lower(k.name)', created_at: 'k.created_at' },
  defaultSort: ['name', 'ASC'],
  filters: { q: 'text', status: PHARMACY_STATUSES, channel: CONNECTED_CHANNELS },
};

/** What can be written of a pharmacy. */
export type PharmacyState = Pick<
  PharmacyRow,
  'name' | 'phone' | 'fax' | 'address' | 'ncpdp_id' | 'url' | 'paused'
>;
type Listed = Omit<Pharmacy, 'created_at'> & Pick<PharmacyRow, 'created_at'>;

export const OPEN_STATUSES = `('${OPEN_PHARMACY_ORDERS.join("', '")}')`;
const COLUMNS = `k.id, k.org_id, o.name AS organisation, k.name, k.phone, k.fax, k.address, k.ncpdp_id, k.channel, k.url,
  CASE WHEN k.paused THEN 'paused' ELSE 'active' END AS status,
  (SELECT count(*)::int FROM pharmacy_orders q WHERE q.pharmacy_id = k.id AND q.status IN ${OPEN_STATUSES}) AS open,
  ${madeBy('u', 'k.org_id')}, k.created_at, k.version`;
const FROM =
  'FROM pharmacies k JOIN organisations o ON o.id = k.org_id LEFT JOIN users u ON u.id = COALESCE(k.set_by, k.created_by)';
const REACHED = '($1::uuid IS NULL OR k.org_id = $1)';

const onTheWire = (row: Listed): Pharmacy => ({ ...row, created_at: row.created_at.toISOString() });

@Injectable()
export class PharmaciesRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(PharmacyRow) private readonly pharmacies: Rows<PharmacyRow>,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<Pharmacy>> {
    const page = await listPage<Listed>(
      this.db,
      {
        name: 'pharmacy-list',
        columns: COLUMNS,
        body: `${FROM} WHERE ${REACHED} AND ($2::uuid[] IS NULL OR k.id = ANY($2)) AND ($3::text IS NULL OR k.paused = ($3 = 'paused'))
          AND ($4::text IS NULL OR k.channel = $4) AND ($5::text IS NULL OR k.name ILIKE $5 OR k.ncpdp_id ILIKE $5)`,
        values: [
          actor.orgId,
          query.ids,
          query.filter.status ?? null,
          query.filter.channel ?? null,
          searched(query.filter.q),
        ],
      },
      query,
      'k.id',
    );
    return { ...page, rows: page.rows.map(onTheWire) };
  }

  async find(actor: Pick<Actor, 'orgId'>, id: string): Promise<Pharmacy | null> {
    const row = await this.db.one<Listed>(
      { name: 'pharmacy-find', text: `SELECT ${COLUMNS} ${FROM} WHERE ${REACHED} AND k.id = $2` },
      [actor.orgId, id],
    );
    return row && onTheWire(row);
  }

  /** Two changes at once take turns. */
  async lock(actor: Pick<Actor, 'orgId'>, id: string): Promise<Pharmacy | null> {
    const row = await this.db.one(
      { name: 'pharmacy-lock', text: `SELECT 1 FROM pharmacies k WHERE ${REACHED} AND k.id = $2 FOR UPDATE` },
      [actor.orgId, id],
    );
    return row && this.find(actor, id);
  }

  /** Where the patient's prescriptions can go: the pharmacy last used for them first, then by name. */
  choices(orgId: string, patientId: string): Promise<PharmacyChoice[]> {
    return this.db.rows<PharmacyChoice>(
      {
        name: 'pharmacy-choices',
        text: `SELECT k.id, k.name, k.phone, k.fax, k.address, k.channel FROM pharmacies k
          LEFT JOIN LATERAL (SELECT max(q.handed_over_at) AS at FROM pharmacy_orders q WHERE q.pharmacy_id = k.id AND q.patient_id = $2) used ON true
          WHERE k.org_id = $1 AND NOT k.paused ORDER BY used.at DESC NULLS LAST, lower(k.name), k.id`,
      },
      [orgId, patientId],
    );
  }

  /** Two administrators who name pharmacies of one organization take turns. */
  async othersOf(
    orgId: string,
    except: string | null,
  ): Promise<Pick<PharmacyRow, 'id' | 'name' | 'phone' | 'fax' | 'address' | 'ncpdp_id' | 'channel'>[]> {
    await this.db.rows(
      {
        name: 'pharmacy-names-lock',
        text: `SELECT pg_advisory_xact_lock(hashtextextended('names of pharmacies ' || $1, 0))`,
      },
      [orgId],
    );
    return this.db.rows(
      {
        name: 'pharmacy-names',
        text: 'SELECT k.id, k.name, k.phone, k.fax, k.address, k.ncpdp_id, k.channel FROM pharmacies k WHERE k.org_id = $1 AND ($2::uuid IS NULL OR k.id <> $2) ORDER BY lower(k.name), k.id',
      },
      [orgId, except],
    );
  }

  madeBy(userId: string): Promise<Pick<PharmacyRow, 'org_id' | 'name' | 'fax' | 'url'>[]> {
    return this.pharmacies.find({
      select: { org_id: true, name: true, fax: true, url: true },
      where: [{ created_by: userId }, { set_by: userId }],
      order: { name: 'ASC' },
    });
  }

  countOf(orgId: string): Promise<number> {
    return this.pharmacies.countBy({ org_id: orgId });
  }

  async insert(
    row: PharmacyState & Pick<PharmacyRow, 'id' | 'org_id' | 'channel' | 'created_by'>,
    secret: string | null,
  ): Promise<void> {
    await this.pharmacies.insert({ ...row, secret_enc: this.sealed(row.id, secret) });
  }

  /** @param by where prescriptions go elsewhere from now on: who said so */
  async update(id: string, state: PharmacyState, by: string | null): Promise<void> {
    await this.pharmacies.update({ id }, { ...state, ...(by && { set_by: by }), version: NEXT_VERSION });
  }

  async renewSecret(id: string, secret: string, by: string): Promise<void> {
    await this.pharmacies.update(
      { id },
      { secret_enc: this.sealed(id, secret), set_by: by, version: NEXT_VERSION },
    );
  }

  private sealed(id: string, secret: string | null): string | null {
    return secret && this.cipher.encrypt(secret, pharmacySecretPlace(id));
  }
}
