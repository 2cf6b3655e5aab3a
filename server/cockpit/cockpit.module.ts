import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
import { HealthController } from './health.controller.js';
import { OverviewController } from './overview.controller.js';
import { OverviewRepository } from './overview.repository.js';
import { Overview } from './overview.service.js';
import { Readiness } from './readiness.js';
import { ServiceMetrics } from './service-metrics.js';
import { ServiceStates } from './service-states.js';

@Module({
  imports: [KeysModule],
  controllers: [HealthController, OverviewController],
  providers: [Overview, OverviewRepository, Readiness, ServiceStates, ServiceMetrics],
})
export class CockpitModule {}
