import { statfs } from 'node:fs/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditChain } from '../audit/audit-chain.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { DatabaseLink } from '../database/database-link.js';
import { Db } from '../database/db.js';
import { ReadReplica } from '../database/read-replica.js';
import { forbiddenLogin, loginOf } from '../database/login.js';
import { migrations } from '../schema/migrations/index.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { ServiceProbes, type ServiceState } from '../platform/health/service-probes.js';

const GIB = 1024 ** 3;
/** Sealed every 3 s; half a minute of lag means the sealer has stopped. */
const SEAL_LAG_S = 30;

const state = (
  status: ServiceState['status'],
  message: string,
  detail: string | null = null,
): ServiceState => ({ status, message, detail });

/** Durations in readable units. */
const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** Health checks that belong to no single feature. */
@Injectable()
export class ServiceStates implements OnModuleInit {
  constructor(
    private readonly probes: ServiceProbes,
    private readonly db: Db,
    private readonly chain: AuditChain,
    private readonly link: DatabaseLink,
    private readonly replica: ReadReplica,
    private readonly metrics: Metrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.probes.add('database', () => this.database());
    this.probes.add('migrations', () => this.migrations());
    this.probes.add('mail', () => this.mail());
    this.probes.add('jobs', () => this.jobs());
    this.probes.add('audit_chain', () => this.auditChain());
    this.probes.add('disk', () => this.disk());
    this.metrics.gauge('trt_database_up', 'Whether the database answers', () => Number(this.link.available));
    this.metrics.gauge('trt_database_writable', 'Whether the database takes changes', () =>
      Number(this.link.writable),
    );
    this.metrics.gauge('trt_database_replica_used', 'Whether the read replica was used last', () =>
      Number(this.replica.inUse ?? false),
    );
    this.metrics.gauge(
      'trt_database_connections',
      'Open connections of the pool',
      () => this.link.connections,
    );
  }

  private async database(): Promise<ServiceState> {
    const started = performance.now();
    const login = await loginOf(this.db);
    const ms = Math.round(performance.now() - started);
    if (this.link.readOnly)
      return state('critical', 'It takes no changes: nothing can be saved.', `${ms} ms`);
    const forbidden = forbiddenLogin(login);
    if (forbidden) return state('critical', `Set up wrongly: ${forbidden}.`, `${ms} ms`);
    if (ms > 500) return state('degraded', 'Connected.', `${ms} ms`);
    if (login.mayOwn)
      return state(
        'warn',
        'Its user may become the owner of the tables: set DATABASE_OWNER_URL.',
        `${ms} ms`,
      );
    if (this.replica.inUse === false)
      return state('warn', 'The read replica is away or behind: the primary does its work.', `${ms} ms`);
    return state('ok', 'Connected.', `${ms} ms`);
  }

  private async migrations(): Promise<ServiceState> {
    const row = await this.db.one<{ applied: number }>({
      name: 'service-migrations',
      text: 'SELECT count(*)::int AS applied FROM migrations',
    });
    const missing = migrations.length - (row?.applied ?? 0);
    return missing > 0
      ? state('critical', `${counted(missing, 'migration is', 'migrations are')} missing.`)
      : state('ok', 'Up to date.', `${row?.applied} applied`);
  }

  private async mail(): Promise<ServiceState> {
    const row = await this.db.one<{ waiting: number; failed: number; dead: number }>({
      name: 'service-mail',
      text: `SELECT count(*) FILTER (WHERE status = 'queued' AND created_at < now() - interval '5 minutes')::int AS waiting,
          count(*) FILTER (WHERE status = 'failed')::int AS failed, count(*) FILTER (WHERE status = 'dead')::int AS dead
        FROM mails WHERE status <> 'sent'`,
    });
    const { waiting = 0, failed = 0, dead = 0 } = row ?? {};
    if (dead) return state('degraded', `${counted(dead, 'email', 'emails')} could not be sent.`);
    if (failed) {
      const refused = `The mail server did not take ${counted(failed, 'email', 'emails')}.`;
      return state('warn', refused, 'The portal retries automatically.');
    }
    if (waiting) return state('warn', `${counted(waiting, 'email is', 'emails are')} late.`);
    if (!this.config.smtpUrl) return state('warn', 'No mail server is set up.', 'Emails stay in the outbox.');
    return state('ok', 'Every email was sent.');
  }

  private async jobs(): Promise<ServiceState> {
    const row = await this.db.one<{ late: number; failed: number }>({
      name: 'service-jobs',
      text: `SELECT count(*) FILTER (WHERE state IN ('created', 'retry') AND start_after < now() - interval '5 minutes')::int AS late,
          count(*) FILTER (WHERE state = 'failed' AND completed_on > now() - interval '1 day')::int AS failed
        FROM pgboss.job WHERE state IN ('created', 'retry', 'failed')`,
    });
    const { late = 0, failed = 0 } = row ?? {};
    if (late) return state('degraded', `${counted(late, 'job is', 'jobs are')} more than 5 minutes late.`);
    if (failed) return state('warn', `${counted(failed, 'job', 'jobs')} failed within a day.`);
    return state('ok', 'Nothing is late.');
  }

  private async auditChain(): Promise<ServiceState> {
    const head = await this.chain.head();
    const row = await this.db.one<{ open: number }>(
      {
        name: 'service-audit',
        text: `SELECT count(*)::int AS open FROM audit_events e
          WHERE e.seq > (SELECT COALESCE(max(event_seq), 0) FROM audit_chain) AND e.at < now() - make_interval(secs => $1)`,
      },
      [SEAL_LAG_S],
    );
    if (row?.open) return state('critical', `${counted(row.open, 'event is', 'events are')} not sealed.`);
    return state('ok', 'Every event is sealed.', head ? `${head.position} events` : null);
  }

  private async disk(): Promise<ServiceState> {
    const { bavail, blocks, bsize } = await statfs(this.config.dataDir);
    const free = bavail * bsize;
    const share = blocks ? bavail / blocks : 0;
    const words = `${(free / GIB).toFixed(1)} GiB free (${Math.round(share * 100)} %)`;
    if (free < GIB / 4) return state('critical', 'The disk is almost full.', words);
    if (free < GIB || share < 0.05) return state('warn', 'The disk is filling up.', words);
    return state('ok', 'There is room.', words);
  }
}
