import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Log } from '../platform/logging/log.js';
import { appDataSource } from './data-source.js';
import { DatabaseLink, type DatabaseLocation } from './database-link.js';
import { Db } from './db.js';
import { UnitOfWork } from './unit-of-work.js';

/** Connections of pg-boss and of the heartbeat, out of the same budget. */
const OTHER_CONNECTIONS = 3;

@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly link: DatabaseLink) {}

  static on(location: DatabaseLocation, pool: number): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: DataSource, useFactory: () => appDataSource(location.url, pool - OTHER_CONNECTIONS) },
        {
          provide: DatabaseLink,
          inject: [DataSource, Log],
          useFactory: (source: DataSource, log: Log) => new DatabaseLink(source, location, log).start(),
        },
        Db,
        UnitOfWork,
      ],
      exports: [DataSource, DatabaseLink, Db, UnitOfWork],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.link.stop();
  }
}
