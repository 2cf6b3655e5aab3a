import { Controller, Delete, Get, Header, HttpCode, Param, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, KeysOnly } from '../platform/access/decorators.js';
import { FHIR_JSON } from '../platform/errors/operation-outcome.js';
import { badRequest } from '../platform/errors/errors.js';
import type { RawQuery } from '../fhir/query.js';
import { FhirExports, type Manifest } from './exports.service.js';

const NDJSON = 'application/fhir+ndjson';
const ASK_AGAIN_S = '5';

/** FHIR Bulk Data Access 2.0: everything of the key's clinic, or of its patients, as files. */
@Controller('fhir')
export class FhirExportsController {
  constructor(private readonly exports: FhirExports) {}

  @KeysOnly('fhir.export')
  @Get('$export')
  @HttpCode(202)
  @Header('content-type', FHIR_JSON)
  all(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.start(actor, request, reply, false);
  }

  @KeysOnly('fhir.export')
  @Get('Patient/$export')
  @HttpCode(202)
  @Header('content-type', FHIR_JSON)
  ofPatients(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.start(actor, request, reply, true);
  }

  @KeysOnly('fhir.export')
  @Get('exports/:id')
  async state(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Manifest | undefined> {
    const found = await this.exports.find(actor, id);
    if (found.finished_at) {
      void reply.header('expires', found.expires_at.toUTCString());
      return this.exports.manifest(found);
    }
    const progress = `${found.patients} ${found.patients === 1 ? 'patient' : 'patients'} written`;
    void reply.status(202).headers({ 'x-progress': progress, 'retry-after': ASK_AGAIN_S });
    return undefined;
  }

  @KeysOnly('fhir.export')
  @Get('exports/:id/:file')
  async file(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Param('file') name: string,
  ): Promise<StreamableFile> {
    return new StreamableFile(await this.exports.file(actor, id, name), { type: NDJSON });
  }

  @KeysOnly('fhir.export')
  @Delete('exports/:id')
  @HttpCode(202)
  remove(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.exports.remove(actor, id);
  }

  private async start(
    actor: Actor,
    { url, query, headers }: FastifyRequest,
    reply: FastifyReply,
    ofPatients: boolean,
  ): Promise<void> {
    const prefer = [headers['prefer'] ?? []].flat().join(',');
    if (!/(^|[,;\s])respond-async($|[,;\s])/i.test(prefer))
      throw badRequest('An export takes a while. Send the header “Prefer: respond-async”.');
    const address = await this.exports.start(actor, query as RawQuery, { url, ofPatients });
    void reply.header('content-location', address);
  }
}
