import { Global, Module } from '@nestjs/common';
import { Evaluations } from './evaluations.service.js';
import { CaseFactsReader } from './case-facts.reader.js';

@Global()
@Module({ providers: [Evaluations, CaseFactsReader], exports: [Evaluations, CaseFactsReader] })
export class RulesModule {}
