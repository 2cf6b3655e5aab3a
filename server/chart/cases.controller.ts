import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  ParseEnumPipe,
  Patch,
  Post,
  Res,
  type StreamableFile,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type {
  CaseDetailResponse,
  CaseFormResponse,
  CaseListResponse,
  CliniciansResponse,
} from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, Roles, StaffOnly, StepUp } from '../platform/access/decorators.js';
import { WithoutDatabase } from '../platform/access/degraded-read.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { SANDBOX, attachment } from '../platform/http/attachment.js';
import { planPdf } from '../documents/plan-pdf.js';
import { notFound } from '../platform/errors/errors.js';
import { FORMS, type FormName } from './case-forms.js';
import { CASE_LIST } from '../cases/cases.repository.js';
import {
  AlertAcknowledgeDto,
  AlertReopenDto,
  CasePatchDto,
  DiscontinueDto,
  HistoryReviewDto,
  ResumeDto,
  TellInPersonDto,
  TherapyHoldDto,
} from './cases.dto.js';
import { Cases } from './cases.service.js';
import { AlertAcknowledgements } from './alert-acknowledgements.service.js';
import { TherapyHolds } from './therapy-holds.service.js';
import { Discontinue } from './discontinue.service.js';
import { HistoryReviews } from './history-review.service.js';
import { TellInPerson } from './tell-in-person.service.js';

const aForm = new ParseEnumPipe(Object.fromEntries(FORMS.map((f) => [f, f])), { exceptionFactory: notFound });

@Controller('api/trt/cases')
@StaffOnly()
export class CasesController {
  constructor(
    private readonly cases: Cases,
    private readonly ending: Discontinue,
    private readonly holds: TherapyHolds,
    private readonly acknowledgements: AlertAcknowledgements,
    private readonly history: HistoryReviews,
    private readonly inPerson: TellInPerson,
  ) {}

  /** The work list: cases of the clinic. */
  @WithoutDatabase({ source: 'fallback' })
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(CASE_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CaseListResponse> {
    const page = await this.cases.list(actor, query);
    return { items: page.rows, ...listMeta(reply, CASE_LIST.unit, query, page) };
  }

  /** A case with everything it is decided by. */
  @WithoutDatabase({ case_source: 'cache' })
  @Get(':id/detail')
  detail(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<CaseDetailResponse> {
    return this.cases.detail(actor, id);
  }

  /** A form of the case, as it was submitted. */
  @Get(':id/forms/:form.json')
  form(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Param('form', aForm) form: FormName,
  ): Promise<CaseFormResponse> {
    return this.cases.form(actor, id, form);
  }

  /** Clinicians who can take the case. */
  @Get(':id/clinicians')
  clinicians(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<CliniciansResponse> {
    return this.cases.clinicians(actor, id);
  }

  /** The plan with its evidence, as PDF. */
  @Get(':id/documents/plan.pdf')
  @Header('content-security-policy', SANDBOX)
  async planDocument(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<StreamableFile> {
    const stream = planPdf(await this.cases.planSheet(actor, id));
    return attachment('application/pdf', { stream, name: 'treatment-plan.pdf' });
  }

  /** Changes clinical facts, diagnosis, clinician or status of a case. */
  @Patch(':id')
  patch(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: CasePatchDto,
  ): Promise<CaseDetailResponse> {
    return this.cases.patch(actor, id, body);
  }

  /** Marks free-text history as reviewed. */
  @Roles('provider')
  @Post(':id/history-review')
  @HttpCode(200)
  reviewHistory(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: HistoryReviewDto,
  ): Promise<CaseDetailResponse> {
    return this.history.run(actor, id, body);
  }

  /** Keeps a reason off the patient's screen until a clinician has told it. */
  @Post(':id/tell-in-person')
  @HttpCode(200)
  tellInPerson(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: TellInPersonDto,
  ): Promise<CaseDetailResponse> {
    return this.inPerson.run(actor, id, body);
  }

  /** Ends the treatment. */
  @Post(':id/discontinue')
  @HttpCode(200)
  discontinue(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: DiscontinueDto,
  ): Promise<CaseDetailResponse> {
    return this.ending.run(actor, id, body);
  }

  /** Pauses the treatment. */
  @Post(':id/hold')
  @HttpCode(200)
  hold(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: TherapyHoldDto,
  ): Promise<CaseDetailResponse> {
    return this.holds.hold(actor, id, body);
  }

  /** Ends a pause of the treatment. */
  @StepUp('prescribing')
  @Post(':id/resume')
  @HttpCode(200)
  resume(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: ResumeDto,
  ): Promise<CaseDetailResponse> {
    return this.holds.resume(actor, id, body);
  }

  /** Acknowledges an alert with a plan. */
  @Post(':id/alerts/:alertId/acknowledge')
  @HttpCode(200)
  acknowledge(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @IdParam('alertId') alertId: string,
    @Body() body: AlertAcknowledgeDto,
  ): Promise<CaseDetailResponse> {
    return this.acknowledgements.acknowledge(actor, id, alertId, body);
  }

  /** Opens an alert again that was closed as misread. */
  @Post(':id/alerts/:alertId/reopen')
  @HttpCode(200)
  reopenAlert(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @IdParam('alertId') alertId: string,
    @Body() body: AlertReopenDto,
  ): Promise<CaseDetailResponse> {
    return this.acknowledgements.reopen(actor, id, alertId, body);
  }
}
