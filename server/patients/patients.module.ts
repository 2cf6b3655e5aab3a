import { Global, Module } from '@nestjs/common';
import { PatientsRepository } from './patients.repository.js';
import { Patients } from './patients.service.js';

@Global()
@Module({ providers: [PatientsRepository, Patients], exports: [Patients] })
export class PatientsModule {}
