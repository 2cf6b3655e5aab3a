import { Module } from '@nestjs/common';
import { PrescriptionsRepository } from './prescriptions.repository.js';
import { Prescriptions } from './prescriptions.service.js';

@Module({ providers: [Prescriptions, PrescriptionsRepository], exports: [Prescriptions] })
export class PrescriptionsModule {}
