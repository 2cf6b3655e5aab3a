import { All, Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AnyRole } from '../access/decorators.js';
import { fhirReadOnly, notFound } from '../errors/errors.js';
import { isFhirPath } from '../errors/operation-outcome.js';
import { isRead } from '../requests/reads.js';

/** Everything under /api, /fhir and /files needs a session, also what does not exist: strangers learn no addresses. */
@Controller()
@AnyRole()
export class UnknownCallsController {
  @All(['api/*', 'fhir/*', 'files/*'])
  answer(@Req() request: FastifyRequest): never {
    if (isFhirPath(request.url) && !isRead(request)) throw fhirReadOnly();
    throw notFound();
  }
}
