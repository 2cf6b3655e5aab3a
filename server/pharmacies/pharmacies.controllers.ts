import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Patch,
  Post,
  Res,
  type StreamableFile,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type {
  PharmaciesResponse,
  Pharmacy,
  PharmacyOrder,
  PharmacyOrdersResponse,
  PharmacyWithSecret,
} from '#common/api/pharmacies.js';
import type { Actor } from '../platform/access/actor.js';
import {
  CurrentActor,
  IdParam,
  Roles,
  StaffOnly,
  OwnSecondFactor,
  StepUp,
} from '../platform/access/decorators.js';
import { SANDBOX, attachment } from '../platform/http/attachment.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import {
  PharmacyChangeDto,
  PharmacyCreateDto,
  PharmacyOrderConfirmDto,
  PharmacyOrderDto,
  PharmacyOrderWithdrawDto,
} from './pharmacies.dto.js';
import { PHARMACY_LIST } from './pharmacies.repository.js';
import { Pharmacies } from './pharmacies.service.js';
import { PharmacyOrders } from './pharmacy-orders.service.js';

@Controller('api/admin/pharmacies')
@Roles('system_admin')
export class PharmaciesController {
  constructor(private readonly pharmacies: Pharmacies) {}

  /** The pharmacies of the organization, without their secrets. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(PHARMACY_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PharmaciesResponse> {
    const page = await this.pharmacies.list(actor, query);
    return { pharmacies: page.rows, ...listMeta(reply, PHARMACY_LIST.unit, query, page) };
  }

  /** Adds a pharmacy; the secret that its orders are signed with is in this answer and nowhere else. */
  @OwnSecondFactor()
  @StepUp()
  @Post()
  create(@CurrentActor() actor: Actor, @Body() body: PharmacyCreateDto): Promise<PharmacyWithSecret> {
    return this.pharmacies.create(actor, body);
  }

  /** Changes a pharmacy, pauses or resumes it. */
  @OwnSecondFactor()
  @StepUp()
  @Patch(':id')
  change(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: PharmacyChangeDto,
  ): Promise<Pharmacy> {
    return this.pharmacies.change(actor, id, body);
  }

  /** Makes a new secret; the previous one ends at once. */
  @OwnSecondFactor()
  @StepUp()
  @Post(':id/renew-secret')
  @HttpCode(200)
  renewSecret(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<PharmacyWithSecret> {
    return this.pharmacies.renewSecret(actor, id);
  }
}

@Controller('api/trt')
@StaffOnly()
export class PharmacyOrdersController {
  constructor(private readonly orders: PharmacyOrders) {}

  /** Where a prescription went, and where it can go. */
  @Get('prescriptions/:id/pharmacy-orders')
  ofPrescription(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<PharmacyOrdersResponse> {
    return this.orders.ofPrescription(actor, id);
  }

  /** Gives an approved prescription to a pharmacy. */
  @StepUp('prescribing')
  @Post('prescriptions/:id/pharmacy-orders')
  handOver(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: PharmacyOrderDto,
  ): Promise<PharmacyOrder> {
    return this.orders.handOver(actor, id, body);
  }

  /** Records that the pharmacy has it: only now it is sent. */
  @StepUp('prescribing')
  @Post('pharmacy-orders/:id/confirm')
  @HttpCode(200)
  confirm(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: PharmacyOrderConfirmDto,
  ): Promise<PharmacyOrder> {
    return this.orders.confirm(actor, id, body);
  }

  /** Takes an order back that the pharmacy has not confirmed. */
  @Post('pharmacy-orders/:id/withdraw')
  @HttpCode(200)
  withdraw(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: PharmacyOrderWithdrawDto,
  ): Promise<PharmacyOrder> {
    return this.orders.withdraw(actor, id, body);
  }
}

@Controller('files/pharmacy-orders')
export class PharmacyOrderFilesController {
  constructor(private readonly orders: PharmacyOrders) {}

  /** The fax: a cover sheet and the signed order, as PDF. */
  @StaffOnly()
  @Get(':id.pdf')
  @Header('content-security-policy', SANDBOX)
  async pdf(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<StreamableFile> {
    return attachment('application/pdf', await this.orders.pdf(actor, id));
  }
}
