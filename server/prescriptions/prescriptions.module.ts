import { Module } from '@nestjs/common';
import { PatientPrescriptions } from './patient-prescriptions.service.js';
import { PrescriptionOrders } from './prescription-orders.service.js';
import { PrescriptionsController } from './prescriptions.controller.js';
import { PrescriptionsRepository } from './prescriptions.repository.js';
import { Prescriptions } from './prescriptions.service.js';

@Module({
  controllers: [PrescriptionsController],
  providers: [PatientPrescriptions, PrescriptionOrders, Prescriptions, PrescriptionsRepository],
  exports: [PatientPrescriptions, Prescriptions],
})
export class PrescriptionsModule {}
