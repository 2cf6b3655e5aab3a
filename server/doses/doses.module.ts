import { Module } from '@nestjs/common';
import { PlansModule } from '../plans/plans.module.js';
import { DosesController } from './doses.controller.js';
import { DosesRepository } from './doses.repository.js';
import { Doses } from './doses.service.js';

@Module({
  imports: [PlansModule],
  controllers: [DosesController],
  providers: [Doses, DosesRepository],
  exports: [Doses, DosesRepository],
})
export class DosesModule {}
