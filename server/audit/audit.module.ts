import { Global, Module } from '@nestjs/common';
import { AuditAdminController } from './audit-admin.controller.js';
import { AuditAdminRepository } from './audit-admin.repository.js';
import { AuditAdmin } from './audit-admin.service.js';
import { AuditAnchor } from './audit-anchor.js';
import { AuditChain } from './audit-chain.js';
import { Audit } from './audit.service.js';
import { ReadByRefusal } from './read-by-refusal.js';
import { RefusedObjects } from './refused-objects.js';

@Global()
@Module({
  controllers: [AuditAdminController],
  providers: [
    Audit,
    AuditAdmin,
    AuditAdminRepository,
    AuditAnchor,
    AuditChain,
    ReadByRefusal,
    RefusedObjects,
  ],
  exports: [Audit, AuditAnchor, AuditChain, ReadByRefusal, RefusedObjects],
})
export class AuditModule {}
