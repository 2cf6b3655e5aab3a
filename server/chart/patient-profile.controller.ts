import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import type { AccessLogResponse, PatientProfileResponse } from '#common/api/patient.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, PatientOnly } from '../platform/access/decorators.js';
import { WithoutDatabase } from '../platform/access/degraded-read.js';
import { validationFailed } from '../platform/errors/errors.js';
import { AccessLog } from './access-log.service.js';
import { PatientProfiles } from './patient-profiles.service.js';
import { ProfilePatchDto } from './profile.dto.js';
import { TEXT } from './text/en.js';

const PLACE = /^\d{1,15}$/;

@Controller('api/patient')
@PatientOnly()
export class PatientProfileController {
  constructor(
    private readonly profiles: PatientProfiles,
    private readonly log: AccessLog,
  ) {}

  /** Your profile. */
  @WithoutDatabase({ source: 'cache' })
  @Get('profile')
  read(@CurrentActor() actor: Actor): Promise<PatientProfileResponse> {
    return this.profiles.own(actor);
  }

  /** Changes your profile. */
  @Patch('profile')
  patch(@CurrentActor() actor: Actor, @Body() body: ProfilePatchDto): Promise<PatientProfileResponse> {
    return this.profiles.patch(actor, body);
  }

  /** Who viewed or changed your record. */
  @Get('access-log')
  accessLog(@CurrentActor() actor: Actor, @Query('before') before?: string): Promise<AccessLogResponse> {
    if (before !== undefined && !PLACE.test(before))
      throw validationFailed({ before: TEXT.sendPreviousPagesNext });
    return this.log.own(actor, before ?? null);
  }
}
