import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { AppointmentsResponse, SavedAppointment } from '#common/api/appointments.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, PatientOnly } from '../platform/access/decorators.js';
import { AppointmentCancelDto, AppointmentRequestDto } from './appointments.dto.js';
import { Appointments } from './appointments.service.js';

@Controller('api/appointments')
@PatientOnly()
export class AppointmentsController {
  constructor(private readonly appointments: Appointments) {}

  /** Your appointments. */
  @Get()
  async own(@CurrentActor() actor: Actor): Promise<AppointmentsResponse> {
    return { appointments: await this.appointments.own(actor) };
  }

  /** Asks for an appointment. */
  @Post()
  request(@CurrentActor() actor: Actor, @Body() body: AppointmentRequestDto): Promise<SavedAppointment> {
    return this.appointments.request(actor, body);
  }

  /** Cancels your appointment. */
  @Post(':id/cancel')
  @HttpCode(200)
  cancel(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body() body: AppointmentCancelDto,
  ): Promise<SavedAppointment> {
    return this.appointments.cancel(actor, id, body.reason);
  }
}
