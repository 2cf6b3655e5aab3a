import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { routeOf } from '../platform/http/request-hooks.js';
import { RecordAccess } from './record-access.service.js';

interface Row {
  patient_id: string;
}

/** Work must not disappear: the list of cases keeps its rows and their urgency, without what an alert says. */
const withoutText = (row: Row) => ({ ...row, top_alert: null });
const KEPT: Readonly<Record<string, (row: Row) => Row>> = {
  '/api/trt/cases': withoutText,
  // Who the patients are, and no more: here a record is found, to give a reason for opening it.
  '/api/provider/patients': (row) => ({ ...row, weight: null, last_visit_at: null, last_status: null }),
};

const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => row !== null && ownerOf(row) !== null);
const ownerOf = (row: unknown): string | null => {
  const id = (row as Partial<Row>).patient_id;
  return typeof id === 'string' ? id : null;
};

/** Lists leave out the rows of records that this person has to give a reason for, or that are for the clinic's providers, and count them. */
@Injectable()
export class ClosedRows implements NestInterceptor {
  constructor(private readonly access: RecordAccess) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { actor } = request;
    if (request.method !== 'GET' || !actor || !holds(actor, ...STAFF_ROLES)) return next.handle();
    if (!actor.policies.breakGlassReason && !actor.systemWide) return next.handle();
    return next.handle().pipe(mergeMap((answer) => this.shown(actor, routeOf(request), answer)));
  }

  private async shown(actor: Actor, route: string, answer: unknown): Promise<unknown> {
    // What is no list is of one record, and was checked before.
    if (answer === null || typeof answer !== 'object' || !('total' in answer)) return answer;
    const [name, rows] = Object.entries(answer).find(([, value]) => isRows(value)) ?? [];
    if (!name || !isRows(rows)) return answer;
    const hidden = await this.access.hiddenFrom(
      actor,
      rows.map((row) => row.patient_id),
    );
    if (!hidden.size) return answer;
    const keep = KEPT[route];
    const shown = rows.flatMap((row) => {
      const why = hidden.get(row.patient_id);
      if (!why) return [row];
      return why === 'reason' && keep ? [keep(row)] : [];
    });
    const withheld = rows.length - shown.length;
    return { ...answer, [name]: shown, ...(!(keep && withheld === 0) && { withheld }) };
  }
}
