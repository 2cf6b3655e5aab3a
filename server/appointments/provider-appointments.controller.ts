import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { StaffAppointment, StaffAppointmentsResponse } from '#common/api/appointments.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, StaffOnly } from '../platform/access/decorators.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { AppointmentChangeDto } from './appointments.dto.js';
import { APPOINTMENT_LIST } from './appointments.repository.js';
import { Appointments } from './appointments.service.js';

@Controller('api/provider/appointments')
@StaffOnly()
export class ProviderAppointmentsController {
  constructor(private readonly appointments: Appointments) {}

  /** Appointments and requests of the clinic. */
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(APPOINTMENT_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StaffAppointmentsResponse> {
    const page = await this.appointments.list(actor, query);
    return { appointments: page.rows, ...listMeta(reply, APPOINTMENT_LIST.unit, query, page) };
  }

  /** Schedules, moves, starts, completes or cancels an appointment. */
  @Post(':id')
  @HttpCode(200)
  change(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: AppointmentChangeDto,
  ): Promise<StaffAppointment> {
    return this.appointments.change(actor, id, body);
  }
}
