import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { IsBoolean } from 'class-validator';
import type {
  Reminder,
  ReminderAcknowledgementsResponse,
  ReminderMailResponse,
  RemindersResponse,
} from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, PatientOnly } from '../platform/access/decorators.js';
import { WithoutDatabase } from '../platform/access/degraded-read.js';
import { Reminders } from './reminders.service.js';

class ReminderMailDto {
  @IsBoolean({ message: 'enabled must be true or false.' })
  enabled: boolean;
}

@Controller('api/trt/reminders')
@PatientOnly()
export class RemindersController {
  constructor(private readonly reminders: Reminders) {}

  /** Your reminders. */
  @WithoutDatabase({ source: 'cache' })
  @Get()
  async list(@CurrentActor() actor: Actor): Promise<RemindersResponse> {
    return { reminders: await this.reminders.own(actor) };
  }

  /** Reminders you acknowledged. */
  @Get('ack')
  async acknowledgements(@CurrentActor() actor: Actor): Promise<ReminderAcknowledgementsResponse> {
    return { acknowledgements: await this.reminders.acknowledgements(actor) };
  }

  /** Whether you get reminder emails, and what one says. */
  @Get('email')
  mail(@CurrentActor() actor: Actor): Promise<ReminderMailResponse> {
    return this.reminders.mail(actor);
  }

  /** Turns reminder emails on or off. */
  @Put('email')
  setMail(@CurrentActor() actor: Actor, @Body() body: ReminderMailDto): Promise<ReminderMailResponse> {
    return this.reminders.setMail(actor, body.enabled);
  }

  /** Acknowledges a reminder. */
  @Post(':id/ack')
  @HttpCode(200)
  acknowledge(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<Reminder> {
    return this.reminders.acknowledge(actor, id);
  }
}
