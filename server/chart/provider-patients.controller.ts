import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { PatientListResponse, ProviderPatientResponse } from '#common/api/patient.js';
import type { Actor } from '../platform/access/actor.js';
import { CurrentActor, IdParam, StaffOnly } from '../platform/access/decorators.js';
import { WithoutDatabase } from '../platform/access/degraded-read.js';
import { List, listMeta, type ListQuery } from '../platform/http/list-query.js';
import { PATIENT_LIST } from './patient-directory.repository.js';
import { PatientProfiles } from './patient-profiles.service.js';

@Controller('api/provider/patients')
@StaffOnly()
export class ProviderPatientsController {
  constructor(private readonly profiles: PatientProfiles) {}

  /** Patients of the clinic. */
  @WithoutDatabase({ source: 'visits' })
  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @List(PATIENT_LIST) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PatientListResponse> {
    const page = await this.profiles.list(actor, query);
    return { patients: page.rows, ...listMeta(reply, PATIENT_LIST.unit, query, page) };
  }

  /** A patient's profile, as staff see it. */
  @WithoutDatabase({ source: 'visits' })
  @Get(':id')
  read(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ProviderPatientResponse> {
    return this.profiles.forStaff(actor, id);
  }
}
