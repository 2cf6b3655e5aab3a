import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Jobs } from './jobs.service.js';
import { BOSS, serverBoss } from './queues.js';

@Global()
@Module({})
export class JobsModule {
  static on(url: string, appRole: boolean): DynamicModule {
    return {
      module: JobsModule,
      providers: [{ provide: BOSS, useFactory: () => serverBoss(url, appRole) }, Jobs],
      exports: [Jobs],
    };
  }
}
