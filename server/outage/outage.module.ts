import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { ServiceProbes } from '../platform/health/service-probes.js';
import { CachedReadAudit } from './cached-read-audit.js';
import { OutageJournal } from '../database/outage-journal.js';
import { SnapshotStore } from '../database/snapshot-store.js';
import { TEXT } from './text/en.js';

/** The last good answers, and what happens while only they can be served. */
@Global()
@Module({
  providers: [CachedReadAudit, OutageJournal, SnapshotStore],
  exports: [CachedReadAudit, OutageJournal, SnapshotStore],
})
export class OutageModule implements OnModuleInit {
  constructor(
    @Inject(ServiceProbes) private readonly probes: ServiceProbes,
    @Inject(SnapshotStore) private readonly store: SnapshotStore,
  ) {}

  onModuleInit(): void {
    this.probes.add('snapshots', async () => ({
      status: 'ok',
      message: TEXT.offlineCacheReadyForOutage,
      detail: `${await this.store.count()} kept`,
    }));
  }
}
