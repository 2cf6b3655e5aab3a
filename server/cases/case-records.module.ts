import { Global, Module } from '@nestjs/common';
import { CaseRecords } from './case-records.service.js';
import { CasesRepository } from './cases.repository.js';

@Global()
@Module({ providers: [CaseRecords, CasesRepository], exports: [CaseRecords, CasesRepository] })
export class CaseRecordsModule {}
