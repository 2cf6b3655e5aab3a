import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull } from 'typeorm';
import { APP_STATUSES, type AppStatus, type PatientApp } from '#common/api/patient-apps.js';
import { madeBy } from '../accounts/users/maker.js';
import { ChecksDb, Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { PatientAppRow } from './patient-app.entities.js';
import { LIVING } from './grants.repository.js';

export const PATIENT_APP_LIST: ListDialect = {
  unit: 'patient-apps',
  sorts: { name: 'a.name', created_at: 'a.created_at' },
  defaultSort: ['created_at', 'DESC'],
  filters: { q: 'text', status: APP_STATUSES },
};

/** An app as its requests are checked. */
export type KnownApp = Pick<PatientAppRow, 'id' | 'org_id' | 'name' | 'redirect_uris' | 'secret_hash'> & {
  organisation: string;
};

type Listed = Pick<
  PatientAppRow,
  'id' | 'org_id' | 'name' | 'client_id' | 'redirect_uris' | 'created_at' | 'removed_at'
> & {
  organisation: string;
  confidential: boolean;
  created_by: string;
  maker_left: boolean;
  status: AppStatus;
  connections: number;
};

const STATUS = `CASE WHEN a.removed_at IS NULL THEN 'active' ELSE 'removed' END`;
const COLUMNS = `a.id, a.org_id, o.name AS organisation, a.name, a.client_id, a.redirect_uris, a.secret_hash IS NOT NULL AS confidential,
  ${STATUS} AS status, ${madeBy('c', 'a.org_id')}, a.created_at, a.removed_at,
  (SELECT count(DISTINCT g.patient_id)::int FROM app_grants g JOIN users u ON u.id = g.user_id JOIN patients p ON p.id = g.patient_id
    WHERE g.app_id = a.id AND ${LIVING}) AS connections`;
const FROM =
  'FROM patient_apps a JOIN organisations o ON o.id = a.org_id LEFT JOIN users c ON c.id = a.created_by';
const KNOWN = `SELECT a.id, a.org_id, a.name, a.redirect_uris, a.secret_hash, o.name AS organisation
  FROM patient_apps a JOIN organisations o ON o.id = a.org_id WHERE a.client_id = $1 AND a.removed_at IS NULL`;

const onTheWire = (row: Listed): PatientApp => ({
  ...row,
  created_at: row.created_at.toISOString(),
  removed_at: row.removed_at?.toISOString() ?? null,
});

@Injectable()
export class PatientAppsRepository {
  constructor(
    private readonly db: Db,
    private readonly checks: ChecksDb,
    @InjectRepository(PatientAppRow) private readonly apps: Rows<PatientAppRow>,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<PatientApp>> {
    const page = await listPage<Listed>(
      this.db,
      {
        name: 'patient-app-list',
        columns: COLUMNS,
        body: `${FROM} WHERE ($1::uuid IS NULL OR a.org_id = $1) AND ($2::uuid[] IS NULL OR a.id = ANY($2))
          AND ($3::text IS NULL OR ${STATUS} = $3) AND ($4::text IS NULL OR a.name ILIKE $4)`,
        values: [actor.orgId, query.ids, query.filter.status ?? null, searched(query.filter.q)],
      },
      query,
      'a.id',
    );
    return { ...page, rows: page.rows.map(onTheWire) };
  }

  async find(actor: Actor, id: string): Promise<PatientApp | null> {
    const row = await this.db.one<Listed>(
      {
        name: 'patient-app-find',
        text: `SELECT ${COLUMNS} ${FROM} WHERE a.id = $1 AND ($2::uuid IS NULL OR a.org_id = $2)`,
      },
      [id, actor.orgId],
    );
    return row && onTheWire(row);
  }

  /** Of the organization itself, and of its apps. */
  async namesIn(orgId: string): Promise<{ clinic: string; apps: string[] }> {
    const row = await this.db.one<{ clinic: string; apps: string[] }>(
      {
        name: 'patient-app-names',
        text: `SELECT o.name AS clinic, ARRAY(SELECT a.name FROM patient_apps a WHERE a.org_id = o.id AND a.removed_at IS NULL) AS apps
          FROM organisations o WHERE o.id = $1`,
      },
      [orgId],
    );
    return row!;
  }

  madeBy(userId: string): Promise<Pick<PatientAppRow, 'org_id' | 'name' | 'redirect_uris'>[]> {
    return this.apps.find({
      select: { org_id: true, name: true, redirect_uris: true },
      where: { created_by: userId, removed_at: IsNull() },
      order: { name: 'ASC' },
    });
  }

  async insert(
    app: Pick<
      PatientAppRow,
      'id' | 'org_id' | 'client_id' | 'name' | 'redirect_uris' | 'secret_hash' | 'created_by'
    >,
  ): Promise<void> {
    await this.apps.insert(app);
  }

  /** false: it was removed before. */
  async remove(id: string, by: string): Promise<boolean> {
    const { affected } = await this.apps.update(
      { id, removed_at: IsNull() },
      { removed_at: () => 'now()', removed_by: by },
    );
    return affected === 1;
  }

  /** An app that may ask this patient: one of another clinic is as unknown as any. */
  knownTo(orgId: string, clientId: string): Promise<KnownApp | null> {
    return this.db.one<KnownApp>({ name: 'patient-app-known-to', text: `${KNOWN} AND a.org_id = $2` }, [
      clientId,
      orgId,
    ]);
  }

  /** The app that a token was given to. */
  async clientIdOf(tokenHash: Buffer): Promise<string | null> {
    const row = await this.checks.one<Pick<PatientAppRow, 'client_id'>>(
      {
        name: 'patient-app-of-token',
        text: `SELECT a.client_id FROM app_tokens t JOIN app_grants g ON g.id = t.grant_id JOIN patient_apps a ON a.id = g.app_id
          WHERE t.token_hash = $1`,
      },
      [tokenHash],
    );
    return row?.client_id ?? null;
  }

  /** No actor: an app itself says who it is. */
  known(clientId: string): Promise<KnownApp | null> {
    return this.checks.one<KnownApp>({ name: 'patient-app-known', text: KNOWN }, [clientId]);
  }
}
