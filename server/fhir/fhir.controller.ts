import { Controller, Get, Header, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bundle, CapabilityStatement, FhirResource } from 'fhir/r4.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, OpenToKeys, Public, Roles } from '../platform/access/decorators.js';
import { AppError } from '../platform/errors/errors.js';
import { FHIR_JSON } from '../platform/errors/operation-outcome.js';
import { SHARED_TEXT } from '../platform/text/en.js';
import { Fhir } from './fhir.service.js';
import { addressOf, assertJson, neededFor, type RawQuery } from './query.js';
import { resourceOf } from './resources/index.js';

const typeOf = ({ params }: FastifyRequest): string => (params as { type: string }).type;
const ScopeOfType = () => OpenToKeys((request) => neededFor(resourceOf(typeOf(request))));

@Controller('fhir')
export class FhirController {
  constructor(private readonly fhir: Fhir) {}

  @Public()
  @Get('metadata')
  @Header('content-type', FHIR_JSON)
  metadata(@Req() { headers }: FastifyRequest, @Query() query: RawQuery): CapabilityStatement {
    assertJson(query, headers.accept);
    return this.fhir.metadata();
  }

  @Roles('patient', 'provider', 'system_admin')
  @OpenToKeys(() => neededFor(undefined))
  @Get('Patient/:id/$everything')
  @Header('content-type', FHIR_JSON)
  everything(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Req() { url, headers }: FastifyRequest,
    @Query() query: RawQuery,
  ): Promise<Bundle> {
    assertJson(query, headers.accept);
    return this.fhir.everything(actor, id, query, url);
  }

  @Roles('patient', 'provider', 'system_admin')
  @ScopeOfType()
  @Get(':type')
  @Header('content-type', FHIR_JSON)
  search(
    @CurrentActor() actor: Actor,
    @Param('type') type: string,
    @Req() { url, headers }: FastifyRequest,
    @Query() query: RawQuery,
  ): Promise<Bundle> {
    assertJson(query, headers.accept);
    return this.fhir.search(actor, type, query, { url, route: `GET /fhir/${type}` });
  }

  /** The same with its parameters in a form, so that no name or id is written into the logs of what is in between. */
  @Roles('patient', 'provider', 'system_admin')
  @ScopeOfType()
  @Post(':type/_search')
  @HttpCode(200)
  @Header('content-type', FHIR_JSON)
  searchByForm(
    @CurrentActor() actor: Actor,
    @Param('type') type: string,
    @Req() { headers, body }: FastifyRequest,
    @Query() query: RawQuery,
  ): Promise<Bundle> {
    // The parameters of a form are in the query by now.
    if (body !== undefined) throw new AppError(415, 'unsupported_media_type', SHARED_TEXT.askByForm);
    assertJson(query, headers.accept);
    return this.fhir.search(actor, type, query, {
      url: addressOf(type, query),
      route: `POST /fhir/${type}/_search`,
    });
  }

  @Roles('patient', 'provider', 'system_admin')
  @ScopeOfType()
  @Get(':type/:id')
  @Header('content-type', FHIR_JSON)
  async read(
    @CurrentActor() actor: Actor,
    @Param() { type, id }: { type: string; id: string },
    @Req() { headers }: FastifyRequest,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FhirResource | undefined> {
    assertJson(query, headers.accept);
    const resource = await this.fhir.read(actor, type, id);
    const { versionId, lastUpdated } = resource.meta!;
    const tag = `W/"${versionId}"`;
    void reply.headers({ etag: tag, 'last-modified': new Date(lastUpdated!).toUTCString() });
    if (headers['if-none-match'] !== tag) return resource;
    void reply.status(304);
    return undefined;
  }
}
