import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Dose } from './records/dose.entity.js';
import { PlansModule } from '../plans/plans.module.js';
import { ClinicDoses } from './clinic-doses.service.js';
import { DosesController } from './doses.controller.js';
import { DosesRepository } from './records/doses.repository.js';
import { Doses } from './doses.service.js';
import { PatientsModule } from '../patients/patients.module.js';
import { RulesModule } from '../rules/rules.module.js';
import { CaseRecordsModule } from '../cases/case-records.module.js';

@Module({
  imports: [TypeOrmModule.forFeature([Dose]), PatientsModule, RulesModule, CaseRecordsModule, PlansModule],
  controllers: [DosesController],
  providers: [ClinicDoses, Doses, DosesRepository],
  exports: [Doses, DosesRepository],
})
export class DosesModule {}
