import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Log } from '../platform/logging/log.js';
import { appDataSource, shares, type Tables } from './data-source.js';
import { DatabaseLink, type DatabaseLocation } from './database-link.js';
import { ChecksDb, Db } from './db.js';
import { ReadReplica, REPLICA_LOCATION } from './read-replica.js';
import { UnitDataSource } from './unit-data-source.js';
import { UnitOfWork } from './unit-of-work.js';

@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly link: DatabaseLink) {}

  static on(location: DatabaseLocation, pool: number, entities: Tables): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: DataSource, useFactory: () => appDataSource(location.url, shares(pool).work, entities) },
        {
          provide: DatabaseLink,
          inject: [DataSource, Log],
          useFactory: (source: UnitDataSource, log: Log) =>
            new DatabaseLink(source, location, shares(pool).checks, log).start(),
        },
        ChecksDb,
        Db,
        { provide: REPLICA_LOCATION, useValue: location },
        ReadReplica,
        UnitOfWork,
      ],
      exports: [DataSource, DatabaseLink, ChecksDb, Db, ReadReplica, UnitOfWork],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.link.stop();
  }
}
