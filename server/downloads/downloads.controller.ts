import { Readable } from 'node:stream';
import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import { Fhir } from '../fhir/fhir.service.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, PatientOnly, Roles } from '../platform/access/decorators.js';
import { FHIR_JSON } from '../platform/errors/operation-outcome.js';
import { SANDBOX, attachment } from '../platform/http/attachment.js';
import { Downloads } from './downloads.service.js';
import { DataExport } from './export.service.js';

@Controller('files')
export class DownloadsController {
  constructor(
    private readonly downloads: Downloads,
    private readonly exports: DataExport,
    private readonly fhir: Fhir,
  ) {}

  /** A document you signed, as PDF. */
  @Roles('patient', 'provider', 'system_admin')
  @Get('documents/:id.pdf')
  @Header('content-security-policy', SANDBOX)
  async document(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<StreamableFile> {
    return attachment('application/pdf', await this.downloads.document(actor, id));
  }

  /** Everything the portal holds about you. */
  @PatientOnly()
  @Get('export.zip')
  @Header('content-security-policy', SANDBOX)
  async export(@CurrentActor() actor: Actor): Promise<StreamableFile> {
    return attachment('application/zip', await this.exports.own(actor));
  }

  /** The doses you logged, as a table. */
  @PatientOnly()
  @Get('doses.csv')
  @Header('content-security-policy', SANDBOX)
  async doses(@CurrentActor() actor: Actor): Promise<StreamableFile> {
    return attachment('text/csv; charset=utf-8', await this.downloads.doses(actor));
  }

  /** The doses you logged, to read and to print. */
  @PatientOnly()
  @Get('doses.pdf')
  @Header('content-security-policy', SANDBOX)
  async dosesPdf(@CurrentActor() actor: Actor): Promise<StreamableFile> {
    return attachment('application/pdf', await this.downloads.dosesPdf(actor));
  }

  /** Your record as one FHIR bundle. */
  @PatientOnly()
  @Get('record.fhir.json')
  @Header('content-security-policy', SANDBOX)
  async record(@CurrentActor() actor: Actor): Promise<StreamableFile> {
    const record = await this.fhir.ownRecord(actor);
    return attachment(FHIR_JSON, {
      stream: Readable.from(`${JSON.stringify(record, null, 2)}\n`),
      name: `trt-program-record-${record.timestamp!.slice(0, 10)}.fhir.json`,
    });
  }

  /** An appointment as a calendar file. */
  @PatientOnly()
  @Get('appointments/:id.ics')
  @Header('content-security-policy', SANDBOX)
  async appointment(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<StreamableFile> {
    return new StreamableFile(Buffer.from(await this.downloads.appointment(actor, id)), {
      type: 'text/calendar; charset=utf-8',
      disposition: 'attachment; filename="appointment.ics"',
    });
  }
}
