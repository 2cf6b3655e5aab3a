import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Equals } from 'class-validator';
import type { ConsentResponse, EducationResponse } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, PatientOnly } from '../platform/access/decorators.js';
import { WithoutDatabase } from '../platform/access/degraded-read.js';
import { Education } from './education.service.js';
import { TEXT } from './text/en.js';

class ConsentDto {
  @Equals(true, { message: () => TEXT.confirmRead })
  agree: boolean;
}

@Controller('api/trt')
@PatientOnly()
export class EducationController {
  constructor(private readonly education: Education) {}

  /** The education text, and whether you confirmed it. */
  @WithoutDatabase({ source: 'cache' })
  @Get('education')
  read(@CurrentActor() actor: Actor): Promise<EducationResponse> {
    return this.education.read(actor);
  }

  /** Confirms that you read the education text. */
  @Post('consent')
  @HttpCode(200)
  acknowledge(@CurrentActor() actor: Actor, @Body() _: ConsentDto): Promise<ConsentResponse> {
    return this.education.acknowledge(actor);
  }
}
