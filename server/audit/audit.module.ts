import { Global, Module } from '@nestjs/common';
import { AuditAdminController } from './audit-admin.controller.js';
import { AuditAdminRepository } from './audit-admin.repository.js';
import { AuditAdmin } from './audit-admin.service.js';
import { AuditChain } from './audit-chain.js';
import { Audit } from './audit.service.js';

@Global()
@Module({
  controllers: [AuditAdminController],
  providers: [Audit, AuditAdmin, AuditAdminRepository, AuditChain],
  exports: [Audit, AuditChain],
})
export class AuditModule {}
