import { Global, Module, type DynamicModule } from '@nestjs/common';
import { directUrlOf, type DatabaseLocation } from '../database/database-link.js';
import { Jobs } from './jobs.service.js';
import { MAKE_BOSS, serverBoss, WORKS_JOBS } from './queues.js';

@Global()
@Module({})
export class JobsModule {
  static on(location: DatabaseLocation, connections: number, works: boolean): DynamicModule {
    return {
      module: JobsModule,
      // The role is known only once the database was reached, which may be later.
      providers: [
        {
          provide: MAKE_BOSS,
          useValue: () => serverBoss(directUrlOf(location), location.appRole ?? false, connections, works),
        },
        { provide: WORKS_JOBS, useValue: works },
        Jobs,
      ],
      exports: [Jobs],
    };
  }
}
