import { Global, Module } from '@nestjs/common';
import { AuditAdminController } from './audit-admin.controller.js';
import { AuditAdminRepository } from './audit-admin.repository.js';
import { AuditAdmin } from './audit-admin.service.js';
import { AuditChain } from './audit-chain.js';
import { Audit } from './audit.service.js';
import { RefusedObjects } from './refused-objects.js';

@Global()
@Module({
  controllers: [AuditAdminController],
  providers: [Audit, AuditAdmin, AuditAdminRepository, AuditChain, RefusedObjects],
  exports: [Audit, AuditChain, RefusedObjects],
})
export class AuditModule {}
