import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type {
  Dispense,
  DispensesResponse,
  RefillRequest,
  RefillRequestListResponse,
  RefillRequestsResponse,
  SavedRefillRequest,
  Shipment,
  StaffRefillRequest,
  SupplyResponse,
} from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, PatientOnly, StaffOnly, StepUp } from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { Dispensing } from './dispensing.service.js';
import { RefillQueue } from './refill-queue.service.js';
import { REFILL_LIST } from './refill-requests.repository.js';
import { RefillRequests } from './refill-requests.service.js';
import { Shipments } from './shipments.service.js';
import { DispenseDto, RefillDecisionDto, RefillRequestDto, ShipmentDto } from './supply.dto.js';
import { Supply } from './supply.service.js';

@Controller('api')
@PatientOnly()
export class SupplyController {
  constructor(
    private readonly supply: Supply,
    private readonly requests: RefillRequests,
    private readonly shipments: Shipments,
  ) {}

  /** How long your medication lasts, and what a refill waits for. */
  @Get('supply')
  own(@CurrentActor() actor: Actor): Promise<SupplyResponse> {
    return this.supply.own(actor);
  }

  /** Your refill requests. */
  @Get('refill-requests')
  async list(@CurrentActor() actor: Actor): Promise<RefillRequestsResponse> {
    return { refill_requests: await this.requests.own(actor) };
  }

  /** Requests a refill, with the safety check. */
  @Post('refill-requests')
  ask(@CurrentActor() actor: Actor, @Body() body: RefillRequestDto): Promise<SavedRefillRequest> {
    return this.requests.ask(actor, body);
  }

  /** Says that a shipped fill arrived. */
  @Post('prescriptions/:id/dispenses/:dispense/received')
  @HttpCode(200)
  received(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @IdParam('dispense') dispense: string,
  ): Promise<Shipment> {
    return this.shipments.received(actor, id, dispense);
  }

  /** Withdraws a refill request. */
  @Post('refill-requests/:id/withdraw')
  @HttpCode(200)
  withdraw(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<RefillRequest> {
    return this.requests.withdraw(actor, id);
  }
}

@Controller('api/trt')
@StaffOnly()
export class StaffSupplyController {
  constructor(
    private readonly queue: RefillQueue,
    private readonly dispensing: Dispensing,
    private readonly shipments: Shipments,
  ) {}

  /** Refill requests of the clinic. */
  @Get('refill-requests')
  async list(
    @CurrentActor() actor: Actor,
    @List(REFILL_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RefillRequestListResponse> {
    const page = await this.queue.list(actor, query);
    return { refill_requests: page.rows, ...listMeta(reply, REFILL_LIST.unit, query, page) };
  }

  /** Decides a refill request. */
  @StepUp('prescribing')
  @Post('refill-requests/:id')
  @HttpCode(200)
  decide(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: RefillDecisionDto,
  ): Promise<StaffRefillRequest> {
    return this.queue.decide(actor, id, body);
  }

  /** Fills of a prescription. */
  @Get('prescriptions/:id/dispenses')
  async dispenses(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<DispensesResponse> {
    return this.dispensing.list(actor, id);
  }

  /** Records a fill. */
  @StepUp('prescribing')
  @Post('prescriptions/:id/dispenses')
  dispense(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: DispenseDto,
  ): Promise<Dispense> {
    return this.dispensing.record(actor, id, body);
  }

  /** Records how a fill travels, or corrects it. */
  @Post('prescriptions/:id/dispenses/:dispense/shipment')
  @HttpCode(200)
  ship(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @IdParam('dispense') dispense: string,
    @Body() body: ShipmentDto,
  ): Promise<Dispense> {
    return this.shipments.ship(actor, id, dispense, body);
  }
}
