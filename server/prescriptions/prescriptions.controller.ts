import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type {
  CasePrescriptionsResponse,
  PatientPrescriptionsResponse,
  Prescription,
  PrescriptionAssistResponse,
  PrescriptionJudgementResponse,
  PrescriptionListResponse,
  PrescriptionsApproveResponse,
} from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import {
  ChecksEachRecord,
  CurrentActor,
  IdParam,
  PatientOnly,
  StaffOnly,
  StepUp,
} from '../platform/access/decorators.js';
import { WithoutDatabase } from '../platform/access/degraded-read.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { PatientPrescriptions } from './patient-prescriptions.service.js';
import { OrderJudgements } from './order-judgements.service.js';
import { OrderHolds } from './order-holds.service.js';
import { PrescriptionOrders } from './prescription-orders.service.js';
import {
  OrderReasonDto,
  OrderReleaseDto,
  readVial,
  PrescriptionEditDto,
  PrescriptionFieldsDto,
  PrescriptionReviewDto,
  PrescriptionTransitionDto,
  PrescriptionsApproveDto,
} from './prescriptions.dto.js';
import { PRESCRIPTION_LIST } from './prescriptions.repository.js';

@Controller('api')
export class PrescriptionsController {
  constructor(
    private readonly orders: PrescriptionOrders,
    private readonly holds: OrderHolds,
    private readonly judgements: OrderJudgements,
    private readonly own: PatientPrescriptions,
  ) {}

  /** Your prescriptions, in your words. */
  @PatientOnly()
  @WithoutDatabase({ source: 'cache' })
  @Get('prescriptions')
  async ofPatient(@CurrentActor() actor: Actor): Promise<PatientPrescriptionsResponse> {
    return { prescriptions: await this.own.own(actor) };
  }

  /** Prescriptions of the clinic. */
  @StaffOnly()
  @Get('trt/prescriptions/all')
  async list(
    @CurrentActor() actor: Actor,
    @List(PRESCRIPTION_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PrescriptionListResponse> {
    const page = await this.orders.list(actor, query);
    return { prescriptions: page.rows, ...listMeta(reply, PRESCRIPTION_LIST.unit, query, page) };
  }

  /** Approves several prescriptions. */
  @StaffOnly()
  @StepUp('prescribing')
  @ChecksEachRecord()
  @Post('trt/prescriptions/approve')
  @HttpCode(200)
  approve(
    @CurrentActor() actor: Actor,
    @Body() body: PrescriptionsApproveDto,
  ): Promise<PrescriptionsApproveResponse> {
    return this.orders.approve(actor, body);
  }

  /** A prescription. */
  @StaffOnly()
  @Get('trt/prescriptions/:id')
  read(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<Prescription> {
    return this.orders.read(actor, id);
  }

  /** What the rules say about a prescription. */
  @StaffOnly()
  @Get('trt/prescriptions/:id/judgement')
  judgement(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<PrescriptionJudgementResponse> {
    return this.judgements.read(actor, id);
  }

  /** Changes a draft. */
  @StaffOnly()
  @Post('trt/prescriptions/:id')
  @HttpCode(200)
  edit(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: PrescriptionEditDto,
  ): Promise<Prescription> {
    return this.orders.edit(actor, id, body);
  }

  /** Accepts or rejects a prescription. */
  @StaffOnly()
  @StepUp('prescribing')
  @Post('trt/prescriptions/:id/review')
  @HttpCode(200)
  review(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: PrescriptionReviewDto,
  ): Promise<Prescription> {
    return this.orders.review(actor, id, body);
  }

  /** Marks a prescription as sent, filled or canceled. */
  @StaffOnly()
  @StepUp('prescribing')
  @Post('trt/prescriptions/:id/transition')
  @HttpCode(200)
  transition(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: PrescriptionTransitionDto,
  ): Promise<Prescription> {
    return this.orders.transition(actor, id, body);
  }

  /** Puts a prescription on hold. */
  @StaffOnly()
  @Post('trt/prescriptions/:id/hold')
  @HttpCode(200)
  hold(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() { reason, version }: OrderReasonDto,
  ): Promise<Prescription> {
    return this.holds.hold(actor, id, reason, version);
  }

  /** Releases a prescription from its hold. */
  @StaffOnly()
  @StepUp('prescribing')
  @Post('trt/prescriptions/:id/release')
  @HttpCode(200)
  release(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: OrderReleaseDto,
  ): Promise<Prescription> {
    return this.holds.release(actor, id, body);
  }

  /** Prescriptions of a case. */
  @StaffOnly()
  @Get('trt/cases/:id/prescriptions')
  async ofCase(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<CasePrescriptionsResponse> {
    return { prescriptions: await this.orders.ofCase(actor, id) };
  }

  /** Drafts a prescription. */
  @StaffOnly()
  @Post('trt/cases/:id/prescriptions')
  create(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: PrescriptionFieldsDto,
  ): Promise<Prescription> {
    return this.orders.create(actor, id, body);
  }

  /** Supply arithmetic and defaults for a new prescription. */
  @StaffOnly()
  @Get('trt/cases/:id/prescriptions/assist')
  assist(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Query('vial') vial?: string,
  ): Promise<PrescriptionAssistResponse> {
    return this.orders.assist(actor, id, readVial(vial));
  }
}
