import { Body, Controller, Get, Header, HttpCode, Post, Res, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type {
  CaseLabOrdersResponse,
  LabOrderDetail,
  LabOrderDraft,
  LabOrdersResponse,
  StaffLabOrder,
  StaffLabOrderListResponse,
} from '#common/api/lab-orders.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, PatientOnly, Roles, StaffOnly } from '../platform/access/decorators.js';
import { SANDBOX, attachment } from '../platform/http/attachment.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { LabOrdering } from './lab-ordering.service.js';
import { LabOrderCancelDto, LabOrderDrawnDto, LabOrderDto, LabOrderResultsDto } from './lab-orders.dto.js';
import { LAB_ORDER_LIST } from './lab-orders.repository.js';
import { LabOrders } from './lab-orders.service.js';
import { Requisitions } from './requisitions.service.js';

@Controller('api/lab-orders')
@PatientOnly()
export class LabOrdersController {
  constructor(private readonly orders: LabOrders) {}

  /** Your laboratory orders: where to go, when, and what to skip before. */
  @Get()
  async own(@CurrentActor() actor: Actor): Promise<LabOrdersResponse> {
    return { lab_orders: await this.orders.own(actor) };
  }
}

@Controller('api/trt')
@StaffOnly()
export class StaffLabOrdersController {
  constructor(
    private readonly orders: LabOrders,
    private readonly ordering: LabOrdering,
  ) {}

  /** Laboratory orders of the clinic. */
  @Get('lab-orders')
  async list(
    @CurrentActor() actor: Actor,
    @List(LAB_ORDER_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StaffLabOrderListResponse> {
    const page = await this.orders.list(actor, query);
    return { lab_orders: page.rows, ...listMeta(reply, LAB_ORDER_LIST.unit, query, page) };
  }

  /** One laboratory order, and the draws that may answer it. */
  @Get('lab-orders/:id')
  read(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<LabOrderDetail> {
    return this.orders.read(actor, id);
  }

  /** Says when the blood was drawn, or that it was not after all. */
  @Post('lab-orders/:id/drawn')
  @HttpCode(200)
  drawn(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: LabOrderDrawnDto,
  ): Promise<LabOrderDetail> {
    return this.orders.drawn(actor, id, { ...body, drawn_on: body.drawn_on ?? null });
  }

  /** Cancels an order whose results are not all in. */
  @Post('lab-orders/:id/cancel')
  @HttpCode(200)
  cancel(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: LabOrderCancelDto,
  ): Promise<LabOrderDetail> {
    return this.orders.cancel(actor, id, body);
  }

  /** Says which draws answer the order. */
  @Post('lab-orders/:id/results')
  @HttpCode(200)
  results(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: LabOrderResultsDto,
  ): Promise<LabOrderDetail> {
    return this.orders.results(actor, id, body);
  }

  /** Laboratory orders of a case. */
  @Get('cases/:id/lab-orders')
  async ofCase(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<CaseLabOrdersResponse> {
    return { lab_orders: await this.orders.ofCase(actor, id) };
  }

  /** What the monitoring schedule asks for now, as an order to sign. */
  @Get('cases/:id/lab-orders/draft')
  draft(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<LabOrderDraft> {
    return this.ordering.draft(actor, id);
  }

  /** Signs a laboratory order. */
  @Roles('provider')
  @Post('cases/:id/lab-orders')
  sign(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: LabOrderDto,
  ): Promise<StaffLabOrder> {
    return this.ordering.sign(actor, id, body);
  }
}

@Controller('files/lab-orders')
export class LabOrderFilesController {
  constructor(private readonly requisitions: Requisitions) {}

  /** The requisition, with its barcode, as PDF. */
  @Roles('patient', 'provider', 'system_admin')
  @Get(':id.pdf')
  @Header('content-security-policy', SANDBOX)
  async pdf(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<StreamableFile> {
    return attachment('application/pdf', await this.requisitions.pdf(actor, id));
  }

  /** The order as an HL7 message for the laboratory. */
  @StaffOnly()
  @Get(':id.hl7')
  @Header('content-security-policy', SANDBOX)
  async message(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<StreamableFile> {
    return attachment('x-application/hl7-v2+er7; charset=utf-8', await this.requisitions.message(actor, id));
  }
}
