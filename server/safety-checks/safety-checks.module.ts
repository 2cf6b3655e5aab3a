import { Module } from '@nestjs/common';
import { SafetyChecksController } from './safety-checks.controller.js';
import { SafetyChecksRepository } from './safety-checks.repository.js';
import { SafetyChecks } from './safety-checks.service.js';

@Module({
  controllers: [SafetyChecksController],
  providers: [SafetyChecks, SafetyChecksRepository],
  exports: [SafetyChecks],
})
export class SafetyChecksModule {}
