import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { UsersModule } from '../accounts/users/users.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { APP_GATE } from '../platform/access/access.guard.js';
import { AppGate } from './app-gate.js';
import { AppTokens } from './app-tokens.service.js';
import { Connections } from './connections.service.js';
import { GrantsRepository } from './grants.repository.js';
import { AppCodeRow, AppGrantRow, AppTokenRow, PatientAppRow } from './patient-app.entities.js';
import { ConnectedAppsController, PatientAppsController } from './patient-apps.controllers.js';
import { PatientAppsRepository } from './patient-apps.repository.js';
import { PatientApps } from './patient-apps.service.js';
import { SmartController } from './smart.controller.js';
import { SmartTokens } from './smart-tokens.service.js';

/** SMART on FHIR: tokens for programs of a clinic, and for apps that patients connect. */
@Module({
  imports: [
    AccountsModule,
    ApiKeysModule,
    TypeOrmModule.forFeature([AppCodeRow, AppGrantRow, AppTokenRow, PatientAppRow]),
    UsersModule,
  ],
  controllers: [ConnectedAppsController, PatientAppsController, SmartController],
  providers: [
    AppGate,
    AppTokens,
    Connections,
    GrantsRepository,
    PatientApps,
    PatientAppsRepository,
    SmartTokens,
    { provide: APP_GATE, useExisting: AppGate },
  ],
  exports: [APP_GATE, Connections],
})
export class SmartModule {}
