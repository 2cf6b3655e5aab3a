import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import type { SessionGate } from '../access/access.guard.js';
import { tooManyWrites } from '../access/account-budgets.js';
import { holds } from '../access/actor.js';
import { fromDatabaseError } from '../errors/database-errors.js';
import { AppError, forbidden, overloaded } from '../errors/errors.js';
import { Places } from './places.js';
import { refuse, routeOf } from './request-hooks.js';
import { whenOver } from '../requests/when-over.js';
import { SHARED_TEXT } from '../text/en.js';

export const LIMIT = 64 * 1024;
export const INTAKE_LIMIT = 256 * 1024;
/** Of a file that staff import: laboratory results, or a record as FHIR. */
export const IMPORT_LIMIT = 5 * 1024 * 1024;
/** Of one file that a patient sends. */
export const UPLOAD_LIMIT = 10 * 1024 * 1024;
/** What a form puts around a file. */
const UPLOAD_FRAME = 64 * 1024;

const isIntake = (request: FastifyRequest): boolean => routeOf(request).startsWith('/api/trt/intake');
/** The calls that take a file. */
export const isUpload = (request: FastifyRequest): boolean => routeOf(request) === '/api/lab-reports';
/** A record of another system. */
export const isFhirImport = (url: string): boolean => url === '/api/provider/patients/:id/fhir-import';
const isImport = (request: FastifyRequest): boolean =>
  routeOf(request).startsWith('/api/labs/import') || isFhirImport(routeOf(request));

export const limitOf = (request: FastifyRequest): number => {
  if (isImport(request)) return IMPORT_LIMIT;
  if (isUpload(request)) return UPLOAD_LIMIT + UPLOAD_FRAME;
  return isIntake(request) ? INTAKE_LIMIT : LIMIT;
};

export const tooLarge = (): AppError => new AppError(413, 'too_large', SHARED_TEXT.tooLargeToAccepted);

/** Large bodies are held in memory while they arrive: so many at once, of one account and of all. */
const UPLOADS_AT_ONCE = { ofOne: 2, ofAll: 16 };
/** Anyone can sign up with any address: until it is verified, such accounts share places of their own. */
const UNVERIFIED_AT_ONCE = { ofOne: 1, ofAll: 4 };
/** Staff have places of their own: patients cannot take them. */
const IMPORTS_AT_ONCE = { ofOne: 2, ofAll: 8 };
export type Place = 'uploads' | 'imports';
type Arriving = Readonly<Record<Place | 'unverified', Places>>;

/** The kind of place this request's body needs while it arrives; null: it is small. */
export const placeOf = (request: FastifyRequest): Place | null => {
  if (announcedBy(request) <= LIMIT) return null;
  if (isUpload(request)) return 'uploads';
  return isImport(request) ? 'imports' : null;
};

function announcedBy({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

interface Door {
  gate: SessionGate;
  arriving: Arriving;
  /** Takes a place from a slow sender, for the next request. */
  makeRoom: (place: Place) => void;
}

async function refusal(
  { gate, arriving, makeRoom }: Door,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AppError | null> {
  try {
    const actor = await gate.authenticate(request, reply);
    if (isUpload(request) && !holds(actor, 'patient')) return forbidden();
    if (isImport(request) && !holds(actor, ...STAFF_ROLES)) return forbidden();
    const place = placeOf(request);
    if (place) {
      const known = place === 'imports' || actor.emailVerified;
      const leave = arriving[known ? place : 'unverified'].enter(actor.userId);
      if (leave === 'one') return tooManyWrites();
      if (leave === 'all') {
        if (known) makeRoom(place);
        return overloaded();
      }
      whenOver(request, reply, leave);
    }
    return null;
  } catch (error) {
    const known = error instanceof AppError ? error : fromDatabaseError(error);
    if (!known) throw error;
    return known;
  }
}

/** Authenticates the caller before a large body is read, and rejects one over the route's limit. */
export function guardLargeBodies(
  fastify: FastifyInstance,
  gate: SessionGate,
  makeRoom: (place: Place) => void,
): void {
  const arriving = {
    uploads: new Places(UPLOADS_AT_ONCE),
    unverified: new Places(UNVERIFIED_AT_ONCE),
    imports: new Places(IMPORTS_AT_ONCE),
  };
  fastify.addHook('preParsing', async (request, reply) => {
    const announced = announcedBy(request);
    if (announced <= LIMIT) return undefined;
    if (announced !== Infinity && announced > limitOf(request)) return refuse(request, reply, tooLarge());
    if (limitOf(request) === LIMIT) return undefined;
    const refused = await refusal({ gate, arriving, makeRoom }, request, reply);
    return refused ? refuse(request, reply, refused) : undefined;
  });
}
