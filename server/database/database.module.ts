import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { appDataSource } from './data-source.js';
import { Db } from './db.js';
import { UnitOfWork } from './unit-of-work.js';

/** Connections of pg-boss, out of the same budget. */
const JOB_CONNECTIONS = 2;

@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly source: DataSource) {}

  static on(url: string, pool: number, appRole: boolean): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        {
          provide: DataSource,
          useFactory: () => appDataSource(url, pool - JOB_CONNECTIONS, appRole).initialize(),
        },
        Db,
        UnitOfWork,
      ],
      exports: [DataSource, Db, UnitOfWork],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}
