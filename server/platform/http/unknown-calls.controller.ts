import { All, Controller } from '@nestjs/common';
import { AnyRole } from '../access/decorators.js';
import { notFound } from '../errors/errors.js';

/** Everything under /api, /fhir and /files needs a session, also what does not exist: strangers learn no addresses. */
@Controller()
@AnyRole()
export class UnknownCallsController {
  @All(['api/*', 'fhir/*', 'files/*'])
  answer(): never {
    throw notFound();
  }
}
