import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { User } from '../accounts/users/user.entity.js';
import {
  DeaRegistrationRow,
  PdmpCheckRow,
  ProviderLicenseRow,
  TelemedBasisRow,
} from './regulation.entities.js';
import { ManagedCredentialsController, OwnCredentialsController } from './credentials.controllers.js';
import { CredentialsRepository } from './credentials.repository.js';
import { Credentials } from './credentials.service.js';
import { PrescriberFacts } from './prescriber-facts.service.js';
import { RegulatedRecordsController } from './regulated-records.controller.js';
import { RegulatedRecordsRepository } from './regulated-records.repository.js';
import { RegulatedRecords } from './regulated-records.service.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';
import { RulesModule } from '../rules/rules.module.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([DeaRegistrationRow, PdmpCheckRow, ProviderLicenseRow, TelemedBasisRow, User]),
    AccountsModule,
    CaseRecordsModule,
    RulesModule,
  ],
  controllers: [OwnCredentialsController, ManagedCredentialsController, RegulatedRecordsController],
  providers: [
    Credentials,
    CredentialsRepository,
    PrescriberFacts,
    RegulatedRecords,
    RegulatedRecordsRepository,
  ],
  exports: [Credentials, PrescriberFacts, RegulatedRecords],
})
export class RegulationModule {}
