import { Global, Module } from '@nestjs/common';
import { AuditChain } from './audit-chain.js';
import { Audit } from './audit.service.js';

@Global()
@Module({ providers: [Audit, AuditChain], exports: [Audit, AuditChain] })
export class AuditModule {}
