import { Module } from '@nestjs/common';
import { AppointmentsController } from './appointments.controller.js';
import { AppointmentsRepository } from './appointments.repository.js';
import { Appointments } from './appointments.service.js';
import { ProviderAppointmentsController } from './provider-appointments.controller.js';

@Module({
  controllers: [AppointmentsController, ProviderAppointmentsController],
  providers: [Appointments, AppointmentsRepository],
  exports: [Appointments],
})
export class AppointmentsModule {}
