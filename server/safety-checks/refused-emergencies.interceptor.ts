import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { catchError, from, mergeMap, throwError, type Observable } from 'rxjs';
import type { AlertReport } from '#common/api/index.js';
import type { SideEffect } from '#common/clinical/index.js';
import { emergencyKinds, type EmergencyKind } from '#common/emergency/emergency.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Actor } from '../platform/access/actor.js';
import { isUuid } from '../platform/access/decorators.js';
import { AppError } from '../platform/errors/errors.js';
import { Log } from '../platform/logging/log.js';
import { Emergencies } from '../rules/emergencies.service.js';
import { emergenciesOf } from './safety-check.js';

/** Where patients write in their own words, by the start of the route. */
const PLACES: readonly (readonly [route: string, place: AlertReport['place']])[] = [
  ['/api/messages', 'message'],
  ['/api/appointments', 'appointment'],
  ['/api/refill-requests', 'refill'],
  ['/api/safety-checks', 'safety_check'],
  ['/api/doses', 'dose'],
  ['/api/progress', 'check_in'],
];
/** As much as is read of a refused call. */
const MOST_CHARACTERS = 20_000;
const MOST_LEVELS = 4;

interface Effect {
  key?: unknown;
  severity?: unknown;
}
/** Of a body that nothing has checked yet; unknown keys are none. */
const tickedIn = (effects: readonly unknown[]): SideEffect[] =>
  (effects as (Effect | null)[])
    .filter((one) => typeof one?.key === 'string' && one.severity !== 'none')
    .map((one) => one!.key as SideEffect);

/** Every text in a body of whatever shape, and what is ticked in it; the digits of an id say nothing. */
function told(body: unknown, level = 0): { texts: string[]; ticked: EmergencyKind[] } {
  if (isUuid(body)) return { texts: [], ticked: [] };
  if (typeof body === 'string') return { texts: [body], ticked: [] };
  if (typeof body !== 'object' || body === null || level > MOST_LEVELS) return { texts: [], ticked: [] };
  const parts = Object.entries(body).map(([name, value]) =>
    name === 'side_effects' && Array.isArray(value)
      ? { texts: [], ticked: emergenciesOf(tickedIn(value)) }
      : told(value, level + 1),
  );
  return { texts: parts.flatMap((part) => part.texts), ticked: parts.flatMap((part) => part.ticked) };
}

/** A call that is refused, for being late, long or one too many, is heard all the same where it tells of an emergency. */
@Injectable()
export class RefusedEmergencies implements NestInterceptor {
  constructor(
    private readonly emergencies: Emergencies,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    @Inject(Log) private readonly log: Log,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, routeOptions, actor, body } = context.switchToHttp().getRequest<FastifyRequest>();
    const place = PLACES.find(([route]) => routeOptions.url?.startsWith(route))?.[1];
    if (method !== 'POST' || !place || !actor?.patientId) return next.handle();
    return next.handle().pipe(
      catchError((error: unknown) => {
        const refused = error instanceof AppError && error.status >= 400 && error.status < 500;
        const heard = refused ? this.hear(actor, body, place) : Promise.resolve();
        return from(heard).pipe(mergeMap(() => throwError(() => error)));
      }),
    );
  }

  private async hear(actor: Actor, body: unknown, place: AlertReport['place']): Promise<void> {
    const { texts, ticked } = told(body);
    const written = emergencyKinds(texts.join('\n').slice(0, MOST_CHARACTERS));
    const kinds = [...new Set([...written, ...ticked])];
    if (!kinds.length) return;
    try {
      await this.uow.run(async () => {
        const alerted = await this.emergencies.report(actor, kinds, place, { unsent: true });
        await this.audit.record(actor, {
          action: 'emergency.refused_call',
          patientId: actor.patientId,
          detail: { place, emergency: kinds[0], alerted },
          as: ['patient'],
        });
      });
    } catch (error) {
      // The refusal still has to be answered.
      this.log.error('an emergency in a refused call could not be told', {
        code: error instanceof Error ? error.name : 'unknown',
      });
    }
  }
}
