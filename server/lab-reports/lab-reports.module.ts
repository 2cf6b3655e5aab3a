import { Module } from '@nestjs/common';
import { LabReportsController, StaffLabReportsController } from './lab-reports.controllers.js';
import { LabReportsRepository } from './lab-reports.repository.js';
import { LabReports } from './lab-reports.service.js';

@Module({
  controllers: [LabReportsController, StaffLabReportsController],
  providers: [LabReports, LabReportsRepository],
  exports: [LabReports],
})
export class LabReportsModule {}
