import { Injectable } from '@nestjs/common';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { currentContext } from '../platform/access/context.js';
import { AppError } from '../platform/errors/errors.js';
import type { Revealed } from '../platform/errors/revealed.js';
import { Audit } from './audit.service.js';

/** What a refusal shows: part of a record, or the rules that fire for a case. */
function revealedBy({ parts }: AppError): Revealed | null {
  if (parts.reveals) return parts.reveals;
  const namesRules =
    parts.ruleKey !== undefined || ['blocked_by', 'rules'].some((name) => name in (parts.extra ?? {}));
  const judged = currentContext()?.audited.judged;
  return namesRules && judged
    ? { kind: 'case', id: judged.caseId, patientId: judged.patientId, orgId: judged.orgId }
    : null;
}

/** A refusal that tells staff something of a record leaves the line of a read: outside the transaction, which keeps nothing. */
@Injectable()
export class ReadByRefusal {
  constructor(private readonly audit: Audit) {}

  async record(actor: Actor, error: unknown): Promise<void> {
    const revealed = error instanceof AppError && revealedBy(error);
    if (!revealed || !holds(actor, ...STAFF_ROLES) || revealed.patientId === actor.patientId) return;
    const { kind, id, patientId, orgId } = revealed;
    await this.audit.record(actor, {
      action: `${kind}.read`,
      target: { type: kind, id },
      patientId,
      orgId,
      detail: { refused_as: error.code },
      as: STAFF_ROLES,
    });
  }
}
