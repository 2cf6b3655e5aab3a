import { Global, Module } from '@nestjs/common';
import { PatientNotices } from './patient-notices.service.js';
import { PatientsRepository } from './patients.repository.js';
import { Patients } from './patients.service.js';

@Global()
@Module({ providers: [PatientNotices, PatientsRepository, Patients], exports: [PatientNotices, Patients] })
export class PatientsModule {}
