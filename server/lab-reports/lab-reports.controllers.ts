import { Body, Controller, Get, Header, HttpCode, Post, Res, type StreamableFile, Req } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  LabReport,
  LabReportsResponse,
  StaffLabReport,
  StaffLabReportListResponse,
} from '#common/api/lab-reports.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, PatientOnly, StaffOnly } from '../platform/access/decorators.js';
import { SANDBOX, attachment } from '../platform/http/attachment.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
// As a value: the description of the calls reads the type of the parameter.
import { Upload, UploadedFile } from '../platform/http/uploads.js';
import { whenWhole } from '../platform/requests/when-over.js';
// As a value: validation reads its decorators.
import { LabReportTranscribedDto } from './lab-reports.dto.js';
import { LAB_REPORT_LIST } from './lab-reports.repository.js';
import { LabReports } from './lab-reports.service.js';

@Controller('api/lab-reports')
@PatientOnly()
export class LabReportsController {
  constructor(private readonly reports: LabReports) {}

  /** The lab reports you sent in. */
  @Get()
  async own(@CurrentActor() actor: Actor): Promise<LabReportsResponse> {
    return { lab_reports: await this.reports.own(actor) };
  }

  /** Sends in a lab report as PDF or photo. */
  @Post()
  upload(@CurrentActor() actor: Actor, @UploadedFile() file: Upload): Promise<LabReport> {
    return this.reports.upload(actor, file);
  }
}

@Controller('api/trt/lab-reports')
@StaffOnly()
export class StaffLabReportsController {
  constructor(private readonly reports: LabReports) {}

  /** Lab reports that patients sent in. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(LAB_REPORT_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StaffLabReportListResponse> {
    const page = await this.reports.list(actor, query);
    return { lab_reports: page.rows, ...listMeta(reply, LAB_REPORT_LIST.unit, query, page) };
  }

  /** A lab report, to view. */
  @Get(':id/file')
  @Header('content-security-policy', SANDBOX)
  async file(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Req() { method }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { type, onWhole, ...download } = await this.reports.file(actor, id);
    // A HEAD shows nothing.
    if (onWhole && method === 'GET') whenWhole(reply, onWhole);
    return attachment(type, download);
  }

  /** Marks a lab report as entered, or says why there is nothing to enter. */
  @Post(':id/transcribed')
  @HttpCode(200)
  transcribed(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: LabReportTranscribedDto,
  ): Promise<StaffLabReport> {
    return this.reports.transcribed(actor, id, body);
  }
}
